"""Results that people can look at: what they look like is said by whoever reports.

Here nothing is drawn. `lpcheck` names the module that does it, and that is imported when a result
is first shown.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_reporter: list[str] = []


def shown_by(module: str) -> None:
    """Name the module that draws results: functions `text`, `html`, `page`, `latex` and `frame`."""
    _reporter[:] = [module]


class Shown:
    """A result with a report: `print` shows it, and so do notebooks."""

    __slots__ = ()

    def __str__(self) -> str:
        """The report, as a terminal has it; the fields, where nothing draws results."""
        text: str = _drawn("text", self) if _reporter else repr(self)
        return text

    def _repr_html_(self) -> str | None:
        """What a notebook shows."""
        html: str | None = _drawn("html", self) if _reporter else None
        return html

    def to_html(self) -> str:
        """The report as a page that needs nothing else."""
        page: str = _drawn("page", self)
        return page

    def to_latex(self) -> str:
        """The numbers as a `tabular`, and a small mechanism as a matrix; needs amsmath."""
        latex: str = _drawn("latex", self)
        return latex

    def to_frame(self) -> Any:
        """The numbers as a pandas data frame: a row a result, or a row an entry of its table.

        Raises:
            InputError: pandas is not installed.
        """
        return _drawn("frame", self)


def _drawn(form: str, result: Shown) -> Any:
    if not _reporter:
        raise ImportError("results are drawn by lpcheck: import lpcheck first")
    return getattr(import_module(_reporter[0]), form)(result)
