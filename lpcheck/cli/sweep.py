"""`lpcheck sweep`: grids of problems into one file, on all cores or a cluster."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from formulations.errors import InputError
from lpcheck.cli._output import complain, show
from lpcheck.cli._parser import Parser

_EXAMPLE = """\
a configuration:
  out = "results.sqlite"

  [[grid]]
  problem = "staircase"
  mechanisms = ["lpcheck.mechanisms:binary_hypothesis"]    # module:function; none: only solve
  epsilon = {from = 0.1, to = 10, count = 50, scale = "log"}
  divergence = ["kl", "hellinger"]
  p0 = {dirichlet = 1, letters = 5}                        # drawn; or "1/2,1/2", or a list
  p1 = {dirichlet = 1, letters = 5}
  draws = 20
  seed = 7

All combinations are solved. An interrupted sweep goes on when the command is run again.
The file is SQLite: table `results`, and a view for each problem with its parameters as columns.
Exit status: 0 done, 2 bad input, 130 interrupted; findings do not change it.
"""


def add(commands: Any) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "sweep",
        help="solve grids of problems into one file",
        description="Solve every combination of parameters, and check mechanisms at each.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("config", metavar="CONFIG.toml", help="what to sweep over")
    parser.add_argument("--out", metavar="FILE", help="the SQLite file (that of CONFIG by default)")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes (one a core by default)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler, tcp://host:8786")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Sweep, report, and return the exit status."""
    from lpcheck.report.sweep import of_progress  # noqa: PLC0415
    from lpcheck.sweep import read_plan, sweep  # noqa: PLC0415

    if options.jobs is not None and options.scheduler is not None:
        remedy = "the cluster has as many processes as it has"
        raise InputError("jobs", "is for this machine, and --scheduler for a cluster", remedy)
    plan = read_plan(Path(options.config))
    out = plan.out if options.out is None else Path(options.out)
    if out is None:
        raise InputError("out", "is missing", "give --out FILE, or out = … in the configuration")
    counted = [0, len(plan)]
    try:
        with _progress(counted) as progress:
            found = sweep(
                plan, out, jobs=options.jobs, scheduler=options.scheduler, progress=progress
            )
    except KeyboardInterrupt:
        done, total = counted
        complain(f"{done} of {total} points are in '{out}'; run the same command to go on")
        raise
    show(of_progress(found, out), json_on_stdout=False)
    return 0


@contextmanager
def _progress(counted: list[int]) -> Iterator[Callable[[int, int], None]]:
    """Counts, and draws a bar on standard error where that is a terminal."""

    def count(done: int, total: int) -> None:
        counted[:] = done, total

    if not sys.stderr.isatty():
        yield count
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TimeRemainingColumn,
    )

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=counted[1])

        def draw(done: int, total: int) -> None:
            count(done, total)
            bar.update(task, completed=done, total=total)

        yield draw
