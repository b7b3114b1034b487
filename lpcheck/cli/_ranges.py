"""`--epsilon A:B:N`, a grid, and `--epsilon A..B`, a whole interval, in `check` and `solve`."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from formulations.errors import InputError
from lpcheck.cli._axes import second_axis
from lpcheck.cli._output import Target, refuse_shared, show, target
from lpcheck.cli._picture import Picture, add_figure, picture
from lpcheck.cli._problems import repeated, state_problem
from lpcheck.cli._progress import status
from lpcheck.problems import problem_class

if TYPE_CHECKING:
    from formulations.formulation import Formulation

_STATUS = {"optimal": 0, "suboptimal": 1, "infeasible": 1, "inconclusive": 3}


def add_csv(parser: argparse.ArgumentParser) -> None:
    """`--csv FILE` and `--figure FILE`, for grids."""
    parser.add_argument(
        "--csv",
        metavar="FILE",
        help="for a grid --epsilon A:B:N: write the table as CSV, or as Parquet to FILE.parquet",
    )
    add_figure(parser, "for a grid: draw it")


def asks_range(options: argparse.Namespace) -> bool:
    """Whether ε is a grid or an interval; `--csv` is refused where it is neither."""
    text = getattr(options, "epsilon", None) or ""
    if ":" in text or ".." in text:
        return True
    grids = ("csv", "figure", *(["html"] if options.command == "solve" else []))
    for name in grids:
        if getattr(options, name, None) is not None:
            raise InputError(name, "is for grids", "give --epsilon A:B:N, such as 0.5:4:8")
    return False


def check_range(options: argparse.Namespace, mechanism: Any, tolerance: float) -> int:
    """Check over a range, report, and return the exit status."""
    from lpcheck.ranges import check_grid, check_map, read_levels  # noqa: PLC0415
    from lpcheck.report import ranges as report  # noqa: PLC0415
    from lpcheck.report.json_report import dumps  # noqa: PLC0415

    _refuse(options, "certificate", "vipr")
    places = _Places.of(options)
    out = places.json
    if ".." in options.epsilon:
        return _check_whole(options, mechanism, tolerance, out)
    levels = read_levels(options.epsilon)
    axis = second_axis(options, problem_class(options.problem))
    if axis is None:
        problem = stated(options, levels[0])
        grid = check_grid(problem, mechanism, levels, tolerance=tolerance)
        rows, verdict, varied = report.grid_rows(grid), grid.verdict, "epsilon"
    else:
        problems = [stated(one, levels[0]) for one in axis.options(options)]
        posed, problem = dict(zip(axis.values, problems, strict=True)), problems[0]
        both = check_map(
            posed.__getitem__, mechanism, axis.name, axis.values, levels, tolerance=tolerance
        )
        rows, verdict, varied = report.map_rows(both), both.verdict, axis.parameter
    if out is not None:
        out.write(dumps(report.as_data(problem, rows, varied, verdict=verdict)))
    places.tell(rows, f"{problem.slug}: {verdict}", repeated(options, problem))
    return _STATUS[verdict]


def _check_whole(
    options: argparse.Namespace, mechanism: Any, tolerance: float, out: Target | None
) -> int:
    """Prove over an interval of ε, for one problem or for each of some sizes."""
    from lpcheck.ranges import prove_whole  # noqa: PLC0415
    from lpcheck.report import ranges as report  # noqa: PLC0415
    from lpcheck.report.json_report import dumps  # noqa: PLC0415

    for name in ("csv", "html", "figure"):
        if getattr(options, name) is not None:
            raise InputError(name, "is for grids", "give --epsilon A:B:N")
    least, most = _interval(options.epsilon)
    axis = second_axis(options, problem_class(options.problem))
    problems = [stated(one, least) for one in (axis.options(options) if axis else [options])]
    with status("proving") as say:
        found = [
            prove_whole(
                problem,
                mechanism,
                least,
                most,
                tolerance=tolerance,
                told=lambda reached: say(f"done up to ε = {reached:.6g}"),
            )
            for problem in problems
        ]
    if axis is None:
        data, text = report.whole_data(problems[0], found[0]), report.of_whole(found[0])
    else:
        data = report.wholes_data(axis.name, axis.values, problems, found)
        text = report.of_wholes(axis.name, axis.values, found)
    if out is not None:
        out.write(dumps(data))
    show(text, json_on_stdout=_alone(out))
    return 0 if all(f.proved for f in found) else 1 if any(f.refuted for f in found) else 3


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
    places = _Places.of(options)
    out = places.json
    levels = read_levels(options.epsilon)
    axis = second_axis(options, problem_class(options.problem))
    problems = [stated(one, levels[0]) for one in (axis.options(options) if axis else [options])]
    rows, status = [], 0
    for i, problem in enumerate(problems):
        family = instances(problem, None).problem
        found = [solve(family(level)) for level in levels]
        other = {} if axis is None else {axis.name: axis.values[i]}
        rows += [{**other, **row} for row in report.solution_rows(levels, found)]
        status = max(status, *(_STATUS[s.status] for s in found))
    if out is not None:
        varied = "epsilon" if axis is None else axis.parameter
        out.write(dumps(report.as_data(problems[0], rows, varied)))
    places.tell(rows, problems[0].slug, repeated(options, problems[0]))
    return status


def names_formula(text: str) -> bool:
    """Whether a mechanism is a formula as text, rather than a function or a file."""
    from lpcheck.inputs.callables import names_callable  # noqa: PLC0415

    return not names_callable(text) and any(c in text for c in "()^;=ε") and not Path(text).exists()


def stated(options: argparse.Namespace, epsilon: Fraction | str) -> Formulation:
    """The problem that the options state, at another ε."""
    at = argparse.Namespace(**{**vars(options), "epsilon": str(epsilon)})
    return state_problem(at)[0]


def _interval(text: str) -> tuple[str, str]:
    least, _, most = text.partition("..")
    if not least or not most:
        raise InputError("epsilon", f"'{text[:40]}' is no interval", "write A..B, such as 0.5..4")
    return least, most


def _refuse(options: argparse.Namespace, *names: str) -> None:
    for name in names:
        if getattr(options, name, None) is not None:
            raise InputError(name, "is for one ε", f"leave --{name} out, or give one --epsilon")


@dataclass(frozen=True)
class _Places:
    """Where the answer of a grid goes, besides the screen."""

    json: Target | None
    csv: Target | None
    html: Target | None
    figure: Picture | None

    @classmethod
    def of(cls, options: argparse.Namespace) -> _Places:
        """Those that the options name, refused before anything is computed."""
        files = {name: target(name, getattr(options, name)) for name in ("json", "csv", "html")}
        if _is_parquet(files["csv"]) and find_spec("pyarrow") is None:
            raise InputError("csv", "needs pyarrow for Parquet", "pip install pyarrow")
        drawing = picture(options.figure)
        refuse_shared({**files, "figure": None if drawing is None else drawing.out})
        return cls(figure=drawing, **files)

    def tell(self, rows: Any, title: str, command: str) -> None:
        """Write all but the JSON, and show the table."""
        from lpcheck.report import grid  # noqa: PLC0415
        from lpcheck.report import ranges as report  # noqa: PLC0415

        if self.csv is not None:
            parquet = _is_parquet(self.csv)
            self.csv.write(report.as_parquet(rows) if parquet else report.as_csv(rows))
        if self.html is not None:
            self.html.write(grid.page(title, rows, command))
        if self.figure is not None:
            from lpcheck.figures.grid import image  # noqa: PLC0415

            self.figure.draw(lambda extension: image(rows, extension))
        show(report.table(rows), json_on_stdout=any(map(_alone, (self.json, self.csv, self.html))))


def _is_parquet(place: Target | None) -> bool:
    return place is not None and place.path is not None and place.path.suffix == ".parquet"


def _alone(place: Target | None) -> bool:
    return place is not None and place.path is None
