"""Results that people can look at: what they look like is said by whoever reports.

Here nothing is drawn. A package names the module that does it by an entry point of the group
`formulations.reports`, and that is imported when a result is first shown.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any


@cache
def reporter() -> str | None:
    """The module that draws results: functions `text`, `html`, `page`, `latex` and `frame`."""
    from importlib.metadata import entry_points

    return next((found.value for found in entry_points(group="formulations.reports")), None)


class Shown:
    """A result with a report: `print` shows it, and so do notebooks."""

    __slots__ = ()

    def __str__(self) -> str:
        """The report, as a terminal has it; the fields, where nothing draws results."""
        text: str = _drawn("text", self) if reporter() else repr(self)
        return text

    def _repr_html_(self) -> str | None:
        """What a notebook shows."""
        html: str | None = _drawn("html", self) if reporter() else None
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
    module = reporter()
    if module is None:
        raise ImportError("results are drawn by lpcheck, which is not installed: pip install it")
    return getattr(import_module(module), form)(result)
