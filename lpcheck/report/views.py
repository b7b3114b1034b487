"""What a result looks like as text, HTML, LaTeX and data frame, made of the commands' reports.

`print(result)` and notebooks end up here (:mod:`formulations.shown`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from typing import Any

from formulations.errors import InputError
from formulations.formulation import Array, Solution
from lpcheck.report import console
from lpcheck.report import html as markup
from lpcheck.report import latex as tex
from lpcheck.report.closed_forms import pure_epsilon
from lpcheck.report.json_report import plain
from lpcheck.report.text import number


@dataclass(frozen=True)
class View:
    """One result, in the parts that reports are made of.

    Attributes:
        title: a short name, and the verdict.
        text: the report of the command line.
        rows: the numbers as a table; one row where the result is one answer.
        facts: the same by name, for people, where the result is one answer.
        mechanisms: what is set as a matrix.
        epsilon: the level of their closed forms, where they may have some.
        body: HTML to be shown instead of the text.
    """

    title: str
    text: Callable[[], str]
    rows: Sequence[Mapping[str, Any]]
    facts: Sequence[tuple[str, str]] = ()
    mechanisms: Sequence[Array] = ()
    epsilon: float | None = None
    body: Callable[[], str] | None = None


def text(result: Any) -> str:
    """The report of the command line."""
    return _view(result).text()


def html(result: Any) -> str:
    """The report as a part of a page, such as a notebook."""
    return markup.fragment(_body(_view(result)))


def page(result: Any) -> str:
    """The report as a page that needs nothing else."""
    view = _view(result)
    return markup.page(view.title, _body(view))


def latex(result: Any) -> str:
    """The numbers as a `tabular`, and a small mechanism as a `pmatrix`."""
    view = _view(result)
    table = tex.pairs(view.facts) if view.facts else tex.table(_cells(view.rows))
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


def _body(view: View) -> str:
    if view.body is not None:
        return view.body()
    head = f"<h1>{escape(view.title)}</h1>"
    if view.facts:
        named = markup.pairs([(name, markup.formula(x)) for name, x in view.facts])
        return "\n".join([head, named, *map(markup.value, view.mechanisms)])
    return f"{head}\n{markup.table(_cells(view.rows))}\n<pre>{escape(view.text())}</pre>"


def _cells(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    return [{name.replace("_", " "): _cell(x) for name, x in row.items()} for row in rows]


def _cell(x: Any) -> str:
    if x is None or isinstance(x, str):
        return x or ""
    if isinstance(x, bool):
        return "yes" if x else "no"
    return str(x) if isinstance(x, int) else number(float(x))


def _view(result: Any) -> View:
    return _VIEWS[type(result).__name__](result)


def _of_solution(found: Solution) -> View:
    problem, kernel = found.problem, found.mechanism
    if problem is None:
        return View(found.status, lambda: repr(found), [_numbers(found)])
    shown = [] if kernel is None else [kernel]
    row = {"problem": problem.slug, "status": found.status, **_numbers(found)}
    facts = console.solution_facts(problem, found)
    title = f"{problem.slug}: {found.status}"
    whole = lambda: console.of_solution(problem, found)  # noqa: E731
    return View(title, whole, [row], facts, shown, pure_epsilon(problem))


def _numbers(found: Solution) -> dict[str, Any]:
    return {"value": found.value, "lower": found.bounds.lower, "upper": found.bounds.upper}


def _of_comparison(finding: Any) -> View:
    from lpcheck.report import comparison_page  # noqa: PLC0415

    better = finding.improved_mechanism
    row = {
        "problem": finding.problem.slug,
        "verdict": finding.verdict,
        "value": finding.value,
        "lower": finding.bounds.lower,
        "upper": finding.bounds.upper,
        "gap": finding.gap,
        "tolerance": finding.tolerance,
        "true_epsilon": finding.true_epsilon,
    }
    return View(
        f"{finding.problem.slug}: {finding.verdict}",
        lambda: console.of_comparison(finding),
        [row],
        [("verdict", finding.verdict), *console.facts(finding)],
        [finding.mechanism, *([] if better is None else [better])],
        pure_epsilon(finding.problem),
        lambda: comparison_page.body(finding),
    )


def _of_grid(found: Any) -> View:
    from lpcheck.report import grid, ranges  # noqa: PLC0415

    rows = ranges.grid_rows(found)
    title = f"{found.findings[0].problem.slug}: {found.verdict}"
    body = lambda: grid.body(title, rows)  # noqa: E731
    return View(title, lambda: ranges.table(rows), rows, body=body)


def _of_map(found: Any) -> View:
    from lpcheck.report import grid, ranges  # noqa: PLC0415

    rows = ranges.map_rows(found)
    title = f"{found.grids[0].findings[0].problem.slug}: {found.verdict}"
    body = lambda: grid.body(title, rows)  # noqa: E731
    return View(title, lambda: ranges.table(rows), rows, body=body)


def _of_threshold(found: Any) -> View:
    from lpcheck.report import ranges  # noqa: PLC0415

    rows = [
        {
            "epsilon": end.epsilon,
            "verdict": end.verdict,
            "loss_lower": end.loss.lower,
            "loss_upper": end.loss.upper,
            "certified": end.certified,
        }
        for end in (found.lower, found.upper)
    ]
    word = "optimal from" if found.starts else "optimal up to"
    title = f"{word} ε = {found.epsilon.lower:.10g}"
    return View(title, lambda: ranges.of_thresholds([found], 0, 0, ""), rows)


def _of_whole(found: Any) -> View:
    from lpcheck.report import ranges  # noqa: PLC0415

    rows = [{"from": part.least, "to": part.most, **vars(part)} for part in found.parts]
    for row in rows:
        del row["least"], row["most"]
    standing = "proved optimal" if found.proved else "not proved throughout"
    return View(standing, lambda: ranges.of_whole(found), rows)


def _of_verify(found: Any) -> View:
    from lpcheck.report import catalogue  # noqa: PLC0415

    rows = [
        {
            "claim": one.claim.id,
            "source": one.claim.source,
            "verdict": one.verdict,
            "finding": one.claim.finding,
            "instances": one.instances,
            "worst_gap": one.worst_gap,
            "as_expected": one.as_expected,
        }
        for one in found.results
    ]
    title = "verify: as expected" if found else "verify: not as expected"
    return View(title, lambda: catalogue.of_report(found), rows)


def _of_hunt(found: Any) -> View:
    from lpcheck.report import comparison_page, ranges  # noqa: PLC0415

    one = found.counterexample
    row = {"tried": found.tried, "refused": found.refused, "undecided": found.undecided}
    if one is None:
        whole = lambda: ranges.of_hunt("", found, "")  # noqa: E731
        return View("no counterexample", whole, [{"verdict": None, "loss": None, **row}])
    finding = one.finding
    stated = {name: _stated(x) for name, x in finding.problem.parameters.items()}
    return View(
        f"{finding.problem.slug}: {finding.verdict}",
        lambda: ranges.of_hunt(finding.problem.slug, found, "MODULE:FUNCTION"),
        [{"verdict": finding.verdict, "loss": one.loss, **row, **stated}],
        body=lambda: comparison_page.body(finding),
    )


def _stated(x: Any) -> Any:
    """A parameter as one cell."""
    data = x if isinstance(x, Fraction) else plain(x)
    return ", ".join(map(str, data)) if isinstance(data, list) else data


def _of_league(found: Any) -> View:
    from lpcheck.report import league  # noqa: PLC0415

    rows = league.as_data(found)["mechanisms"]
    return View(f"{found.problem.slug}: a league", lambda: league.as_text(found), rows)


def _of_skews(found: Any) -> View:
    from lpcheck.report import league  # noqa: PLC0415

    rows = league.map_rows(found)
    return View("estimation: a map", lambda: league.map_text(found), rows)


def _of_audit(found: Any) -> View:
    from lpcheck.report import audit  # noqa: PLC0415

    row = {
        "verdict": found.verdict,
        "rigor": found.rigor,
        "epsilon": found.epsilon,
        "true_epsilon": found.true_epsilon,
        "delta": found.delta,
        "runs": found.runs,
    }
    facts = [("verdict", f"{found.verdict or 'kernel'}: {found.explanation}"), *audit.facts(found)]
    title = f"audit: {found.verdict or 'kernel'}"
    whole = View(title, lambda: audit.of_audit(found), [row], facts, [found.kernel], found.epsilon)
    if found.finding is None:
        return whole
    against = _of_comparison(found.finding)
    return replace(whole, body=lambda: f"{_body(whole)}\n{_body(against)}")


def _of_regimes(found: Any) -> View:
    from lpcheck.report import regimes  # noqa: PLC0415

    rows = [
        {
            "from": one.epsilon.lower,
            "to": one.epsilon.upper,
            "blocks": len(one.partition),
            "partition": regimes.blocks(one.partition),
            "proved": one.proved,
        }
        for one in found.intervals
    ]
    return View("staircase: regimes", lambda: regimes.as_text(found), rows)


_VIEWS: dict[str, Callable[[Any], View]] = {
    "Audit": _of_audit,
    "Comparison": _of_comparison,
    "Grid": _of_grid,
    "Hunt": _of_hunt,
    "League": _of_league,
    "Map": _of_map,
    "Regimes": _of_regimes,
    "Report": _of_verify,
    "SkewMap": _of_skews,
    "Solution": _of_solution,
    "Threshold": _of_threshold,
    "Whole": _of_whole,
}
"""By the name of a result's class."""
