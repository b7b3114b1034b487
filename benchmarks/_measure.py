"""What the benchmarks share: timing, growth exponents, the table and the figure.

Peak memory is what Python and NumPy allocate; what a solver's own library takes is not in it.
"""

from __future__ import annotations

import argparse
import math
import os
import time
import tracemalloc
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np

Problem = TypeVar("Problem")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Measured:
    """One way at one size: seconds (median and longest), peak megabytes, the largest error."""

    median: float
    longest: float
    peak: float
    error: float


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    way: str
    size: int
    measured: Measured


def relative_gap(_problem: object, bounds: tuple[float, float]) -> float:
    """(upper − lower) / |lower| of two-sided bounds, 0 where they are equal or cross."""
    lower, upper = bounds
    gap = max(upper - lower, 0.0) if upper != lower else 0.0
    return gap / abs(lower) if lower else gap


def measure(
    run: Callable[[Problem], Result],
    problems: Sequence[Problem],
    error: Callable[[Problem, Result], float] = relative_gap,  # type: ignore[assignment]
    clock: Callable[[], float] = time.perf_counter,
) -> Measured:
    """Run on each problem, after one run that is not counted, and once more for memory.

    Args:
        run: what is timed.
        problems: at least one; the first warms imports and caches, the last measures memory.
        error: of a result, not timed. By default a result is (lower, upper).
        clock: in seconds; the processor's is changed less by what else the machine does.
    """
    run(problems[0])
    seconds, errors = [], []
    for problem in problems:
        start = clock()
        result = run(problem)
        seconds.append(clock() - start)
        errors.append(error(problem, result))
        del result
    tracemalloc.start()
    try:
        run(problems[-1])
        peak = tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()
    return Measured(float(np.median(seconds)), max(seconds), peak, max(errors))


def exponent(rows: Iterable[Row], way: str, least: int = 0) -> float:
    """The slope of log median seconds over log size, from `least` on; NaN for under two sizes."""
    mine = [row for row in rows if row.way == way and row.size >= least]
    if len(mine) < 2:
        return math.nan
    sizes = np.log([float(row.size) for row in mine])
    seconds = np.log([row.measured.median for row in mine])
    return float(np.polyfit(sizes, seconds, 1)[0])


@dataclass(frozen=True)
class Way(Generic[Problem, Result]):
    """One way to solve the problems of a benchmark, and the largest size that it is run at.

    Its growth is fitted from the size `least`, beyond what is constant in its time.
    """

    name: str
    run: Callable[[Problem], Result]
    largest: float
    error: Callable[[Problem, Result], float] = relative_gap  # type: ignore[assignment]
    least: int | None = None


def compare(
    ways: Sequence[Way[Any, Any]],
    sizes: Iterable[int],
    problems: Callable[[int], Sequence[Any]],
    *,
    size: str = "n",
    error: str = "error",
    least: int = 0,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[list[Row], list[str]]:
    """Measure every way at every size on the same problems; print lines as they come.

    Args:
        ways: in the order of the table.
        sizes: increasing.
        problems: of a size.
        size: the letter of the size, for the heading.
        error: what the last column holds, one word.
        least: the size from which growth is fitted, where a way does not say.
        clock: what measures seconds.

    Returns:
        The measurements, and the lines of the table with a line of growth for each way.
    """
    width = max(len(way.name) for way in ways)
    rows: list[Row] = []
    lines = [f"{'':{width}} {size:>8} {'median s':>11} {'longest s':>11} {'peak MB':>9} {error:>9}"]
    print(lines[-1], flush=True)
    for n in sizes:
        mine = [way for way in ways if n <= way.largest]
        instances = problems(n) if mine else []
        for way in mine:
            m = measure(way.run, instances, way.error, clock)
            rows.append(Row(way.name, n, m))
            lines.append(
                f"{way.name:{width}} {n:8} {m.median:11.5f} {m.longest:11.5f} "
                f"{m.peak:9.2f} {m.error:9.1e}"
            )
            print(lines[-1], flush=True)
    for way in ways:
        begin = least if way.least is None else way.least
        slope = exponent(rows, way.name, begin)
        if math.isfinite(slope):
            lines.append(f"{way.name}: seconds grow as {size}^{slope:.2f} from {size} = {begin}")
            print(lines[-1], flush=True)
    return rows, lines


def add_outputs(parser: argparse.ArgumentParser) -> None:
    """Add `--table FILE` and `--figure FILE`, refused before anything runs if not writable."""
    for name in ("table", "figure"):
        parser.add_argument(
            f"--{name}", type=_writable, metavar="FILE", help=f"write the {name} to this file"
        )


def _writable(text: str) -> Path:
    path = Path(text)
    target = path if path.exists() else path.parent
    if path.is_dir() or not target.exists() or not os.access(target, os.W_OK):
        raise argparse.ArgumentTypeError(f"'{text}' cannot be written; name a file in a folder")
    return path


def finish(
    rows: Sequence[Row], lines: Sequence[str], options: argparse.Namespace, size: str = "n"
) -> None:
    """Write the table and draw the figure that were asked for, and say so."""
    if options.table is not None:
        write_table(lines, options.table)
        print(f"table in {options.table}")
    if options.figure is not None:
        print(draw_growth(rows, options.figure, size))


def write_table(lines: Sequence[str], path: Path) -> None:
    """Write the lines of a table."""
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def draw_growth(rows: Sequence[Row], path: Path, size: str = "n") -> str:
    """A log-log figure of the median times, where Matplotlib is installed; what became of it."""
    try:
        import matplotlib as mpl  # noqa: PLC0415
    except ImportError:
        return "no figure: Matplotlib is not installed"
    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    figure, axes = plt.subplots(figsize=(6, 4))
    for way in dict.fromkeys(row.way for row in rows):
        mine = [(row.size, row.measured.median) for row in rows if row.way == way]
        axes.loglog(*zip(*mine, strict=True), "o-", label=way)
    axes.set_xlabel(size)
    axes.set_ylabel("median seconds")
    axes.legend()
    figure.savefig(path, bbox_inches="tight")
    plt.close(figure)
    return f"figure in {path}"
