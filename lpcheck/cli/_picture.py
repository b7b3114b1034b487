"""`--figure FILE`: a picture, refused before anything is computed where it cannot be drawn."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from formulations.errors import InputError
from lpcheck.cli._output import Target


def add_figure(parser: argparse.ArgumentParser, what: str = "draw it") -> None:
    """`--figure FILE`."""
    parser.add_argument("--figure", metavar="FILE", help=f"{what}: png, svg or pdf")


@dataclass(frozen=True)
class Picture:
    """Where a picture goes, and what kind of file it is."""

    out: Target
    extension: str

    def draw(self, image: Callable[[str], bytes]) -> None:
        """Write what a function of the extension draws."""
        self.out.write(image(self.extension))


def picture(path: str | None) -> Picture | None:
    """The picture of an option, or None where the option is not given.

    Raises:
        InputError: the ending is no picture's, the place cannot be written to, or Matplotlib is
            not installed.
    """
    if path is None:
        return None
    from lpcheck.figures import EXTENSIONS, style  # noqa: PLC0415  only a picture needs it

    extension = Path(path).suffix.removeprefix(".").lower()
    if extension not in EXTENSIONS:
        remedy = f"end it in {', '.join(f'.{e}' for e in EXTENSIONS)}"
        raise InputError("figure", f"'{path}' has no ending of a picture", remedy)
    with style.applied():
        return Picture(Target("figure", path), extension)
