"""`--epsilon A:B:N`, a grid, and `--epsilon A..B`, a whole interval, in `check` and `solve`."""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from formulations.errors import InputError
from lpcheck.cli._output import Target, refuse_shared, show, target
from lpcheck.cli._problems import state_problem

if TYPE_CHECKING:
    from formulations.formulation import Formulation

_STATUS = {"optimal": 0, "suboptimal": 1, "infeasible": 1, "inconclusive": 3}


def add_csv(parser: argparse.ArgumentParser) -> None:
    """`--csv FILE`, for grids."""
    parser.add_argument(
        "--csv", metavar="FILE", help="for a grid --epsilon A:B:N: write the table as CSV"
    )


def asks_range(options: argparse.Namespace) -> bool:
    """Whether ε is a grid or an interval; `--csv` is refused where it is neither."""
    text = getattr(options, "epsilon", None) or ""
    if ":" in text or ".." in text:
        return True
    if options.csv is not None:
        raise InputError("csv", "is for grids", "give --epsilon A:B:N, such as 0.5:4:8")
    return False


def check_range(options: argparse.Namespace, mechanism: Any, tolerance: float) -> int:
    """Check over a range, report, and return the exit status."""
    from lpcheck.ranges import check_grid, prove_whole, read_levels  # noqa: PLC0415
    from lpcheck.report import ranges as report  # noqa: PLC0415
    from lpcheck.report.json_report import dumps  # noqa: PLC0415

    _refuse(options, "certificate", "vipr", "html")
    out, table = _targets(options)
    if ".." in options.epsilon:
        if table is not None:
            raise InputError("csv", "is for grids", "give --epsilon A:B:N")
        least, most = _interval(options.epsilon)
        problem = stated(options, least)
        found = prove_whole(problem, mechanism, least, most)
        if out is not None:
            out.write(dumps(report.whole_data(problem, found)))
        show(report.of_whole(found), json_on_stdout=_alone(out))
        return 0 if found.proved else 1 if found.differs_at is not None else 3
    levels = read_levels(options.epsilon)
    problem = stated(options, levels[0])
    grid = check_grid(problem, mechanism, levels, tolerance=tolerance)
    rows = report.grid_rows(grid)
    if out is not None:
        out.write(dumps(report.as_data(problem, rows, verdict=grid.verdict)))
    _tabled(rows, out, table)
    return _STATUS[grid.verdict]


def solve_range(options: argparse.Namespace) -> int:
    """Solve at every level of a grid, report, and return the exit status."""
    from formulations.gate import solve  # noqa: PLC0415
    from lpcheck.ranges import instances, read_levels  # noqa: PLC0415
    from lpcheck.report import ranges as report  # noqa: PLC0415
    from lpcheck.report.json_report import dumps  # noqa: PLC0415

    if ".." in options.epsilon:
        what = f"'{options.epsilon}' is a whole interval"
        raise InputError("epsilon", what, "give a grid A:B:N; lpcheck regimes has intervals")
    _refuse(options, "outputs")
    out, table = _targets(options)
    levels = read_levels(options.epsilon)
    problem = stated(options, levels[0])
    family = instances(problem, None).problem
    found = [solve(family(level)) for level in levels]
    rows = report.solution_rows(levels, found)
    if out is not None:
        out.write(dumps(report.as_data(problem, rows)))
    _tabled(rows, out, table)
    return max(_STATUS[s.status] for s in found)


def stated(options: argparse.Namespace, epsilon: Fraction | str) -> Formulation:
    """The problem that the options state, at another ε."""
    at = argparse.Namespace(**{**vars(options), "epsilon": str(epsilon)})
    return state_problem(at)[0]


def _interval(text: str) -> tuple[str, str]:
    least, _, most = text.partition("..")
    if not least or not most:
        raise InputError("epsilon", f"'{text[:40]}' is no interval", "write A..B, such as 0.5..4")
    return least, most


def _targets(options: argparse.Namespace) -> tuple[Target | None, Target | None]:
    out, table = target("json", options.json), target("csv", options.csv)
    refuse_shared({"json": out, "csv": table})
    return out, table


def _refuse(options: argparse.Namespace, *names: str) -> None:
    for name in names:
        if getattr(options, name, None) is not None:
            raise InputError(name, "is for one ε", f"leave --{name} out, or give one --epsilon")


def _tabled(rows: Any, out: Target | None, table: Target | None) -> None:
    from lpcheck.report import ranges as report  # noqa: PLC0415

    if table is not None:
        table.write(report.as_csv(rows))
    show(report.table(rows), json_on_stdout=_alone(out) or _alone(table))


def _alone(place: Target | None) -> bool:
    return place is not None and place.path is None
