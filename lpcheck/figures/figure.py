"""A figure of a paper: how its numbers are computed, how it is drawn, what the paper says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from formulations.errors import InputError
from lpcheck.figures import style
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Statement

EXTENSIONS = ("png", "svg", "pdf")


@dataclass(frozen=True)
class Figure:
    """One figure.

    Attributes:
        name: `<paper>.figure-<n>`, as in `kairouz2016.figure-3`.
        source: where it is printed.
        caption: what it shows, in our words.
        numbers: computes the series, from `full` (the paper's sizes instead of fast ones) and a
            path for each entry of `data`; the same numbers each time.
        draw: draws them and nothing else, on a :func:`lpcheck.figures.style.canvas`.
        statements: what the paper says of the figure.
        data: files that a user must supply, by name, and what each is.
    """

    name: str
    source: str
    caption: str
    numbers: Callable[..., Series]
    draw: Callable[[Series], Any]
    statements: tuple[Statement, ...]
    data: Mapping[str, str] = field(default_factory=dict)

    @property
    def paper(self) -> str:
        """The key of the paper."""
        return self.name.partition(".")[0]

    def compute(self, full: bool = False, **files: str | Path) -> Series:
        """The numbers.

        Raises:
            InputError: a data file is missing, unknown or in a wrong format.
        """
        for name in files:
            if name not in self.data:
                known = f"it takes {', '.join(self.data)}" if self.data else "it takes none"
                raise InputError("data", f"{self.name} has no data '{name}'", known)
        for name, what in self.data.items():
            if name not in files:
                raise InputError(
                    "data", f"{self.name} needs {what}", f"give it with --data {name}=PATH"
                )
        return self.numbers(full=full, **{name: Path(path) for name, path in files.items()})

    def plot(self, series: Series) -> Any:
        """A Matplotlib figure.

        Raises:
            InputError: Matplotlib is not installed.
        """
        with style.applied():
            figure = self.draw(series)
            style.annotate(figure, series.note)
            return figure

    def image(self, series: Series, extension: str = "png") -> bytes:
        """The drawing as a file's content: png, svg or pdf.

        Raises:
            InputError: another extension, or Matplotlib is not installed.
        """
        if extension not in EXTENSIONS:
            remedy = f"use one of {', '.join(EXTENSIONS)}"
            raise InputError("out", f"'.{extension}' is no kind of picture known here", remedy)
        with style.applied():
            return style.saved(self.plot(series), extension)
