"""What a result looks like as text, HTML, LaTeX and data frame, made of the commands' reports.

`print(result)` and notebooks end up here (:mod:`formulations.shown`).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from formulations.errors import InputError
from lpcheck.report import html as markup
from lpcheck.report import latex as tex
from lpcheck.report.views import catalogues, problems, ranges
from lpcheck.report.views.view import View, cells, drawn

_VIEWS: dict[str, Callable[[Any], View]] = {
    "Audit": problems.of_audit,
    "Comparison": problems.of_comparison,
    "Grid": ranges.of_grid,
    "Hunt": ranges.of_hunt,
    "League": catalogues.of_league,
    "Map": ranges.of_map,
    "Regimes": ranges.of_regimes,
    "Report": catalogues.of_verify,
    "SkewMap": catalogues.of_skews,
    "Solution": problems.of_solution,
    "Threshold": ranges.of_threshold,
    "Whole": ranges.of_whole,
}
"""By the name of a result's class."""


def text(result: Any) -> str:
    """The report of the command line."""
    return _view(result).text()


def html(result: Any) -> str:
    """The report as a part of a page, such as a notebook."""
    return markup.fragment(drawn(_view(result)))


def page(result: Any) -> str:
    """The report as a page that needs nothing else."""
    view = _view(result)
    return markup.page(view.title, drawn(view))


def latex(result: Any) -> str:
    """The numbers as a `tabular`, and a small mechanism as a `pmatrix`."""
    view = _view(result)
    table = tex.pairs(view.facts) if view.facts else tex.table(cells(view.rows))
    return "\n".join([table, *(tex.matrix(one, view.epsilon) for one in view.mechanisms)]) + "\n"


def frame(result: Any) -> Any:
    """The numbers as a pandas data frame.

    Raises:
        InputError: pandas is not installed.
    """
    try:
        import pandas  # noqa: PLC0415
    except ImportError:
        remedy = "pip install 'lpcheck[frames]'"
        raise InputError("to_frame", "pandas is not installed", remedy) from None
    rows = [{k: float(x) if isinstance(x, Fraction) else x for k, x in row.items()}
            for row in _view(result).rows]  # fmt: skip
    return pandas.DataFrame(rows)


def _view(result: Any) -> View:
    known = (_VIEWS.get(one.__name__) for one in type(result).__mro__)
    return next(filter(None, known))(result)
