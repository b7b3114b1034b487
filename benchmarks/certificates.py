"""Rigorous certificates of the staircase problem: making them, and re-checking the files.

Every line is one instance in one process: KL and squared Hellinger, Dirichlet(1) and power-law
priors, at ε = 1 (few outputs) and ε = 8 (many). A file holds the optimum and the best mechanism.

    python -m benchmarks.certificates --table certificates.txt --figure certificates.png
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from typing import Any, TypeVar

import numpy as np

from benchmarks._measure import Measured, Row, add_outputs, finish
from formulations import Staircase, solve
from lpcheck.certificates import Certificate, certify
from lpcheck.rechecker import recheck

SIZES = (20, 50, 100, 200, 300)
ASKED, WIDTH = {100: 60.0, 300: 600.0}, 1e-9
"""Seconds for making and re-checking together, by k; and the relative width."""

_HEADING = (
    f"{'prior':<10} {'divergence':<11} {'ε':>3} {'k':>4} {'outputs':>7} {'make s':>8} "
    f"{'decimal s':>9} {'flint s':>8} {'width':>8} {'kB':>6}"
)
Result = TypeVar("Result")


@dataclass(frozen=True)
class Line:
    """One instance: seconds, relative width and file size."""

    prior: str
    divergence: str
    epsilon: int
    k: int
    outputs: int
    make: float
    decimal: float
    flint: float
    width: float
    size: int
    accepted: bool

    def __str__(self) -> str:
        """A line of the table."""
        return (
            f"{self.prior:<10} {self.divergence:<11} {self.epsilon:>3} {self.k:>4} "
            f"{self.outputs:>7} {self.make:>8.2f} {self.decimal:>9.2f} {self.flint:>8.2f} "
            f"{self.width:>8.1e} {self.size / 1000:>6.0f}{'' if self.accepted else '  REJECTED'}"
        )


def instances(k: int) -> Iterator[tuple[str, Staircase]]:
    """Two priors, two divergences, two levels."""
    generator = np.random.default_rng(k)
    law = 1.0 / np.arange(1, k + 1)
    priors: dict[str, tuple[Any, Any]] = {
        "dirichlet": tuple(generator.dirichlet(np.ones(k), 2)),
        "power law": (law / law.sum(), generator.permutation(law / law.sum())),
    }
    for name, (p0, p1) in priors.items():
        for divergence in ("kl", "hellinger"):
            for epsilon in (1, 8):
                yield name, Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=divergence)


def measure(prior: str, problem: Staircase) -> Line:
    """Make a certificate with the optimal mechanism, and re-check its bytes."""
    certificate, make = _timed(lambda: certify(problem, solve(problem).mechanism))
    data = certificate.dumps().encode()
    with_decimals, decimal = _timed(lambda: recheck(data))
    flint, accepted = math.nan, bool(with_decimals) and certificate.verdict == "optimal"
    if importlib.util.find_spec("flint") is not None:
        with_balls, flint = _timed(lambda: recheck(data, "flint"))
        accepted = accepted and bool(with_balls)
    return Line(
        prior,
        problem.divergence.name,
        int(problem.epsilon),
        problem.k,
        len(certificate.data["primal"][0]),
        make,
        decimal,
        flint,
        width(certificate),
        len(data),
        accepted,
    )


def width(certificate: Certificate) -> float:
    """(upper − lower) / lower of the certified bounds."""
    with localcontext(prec=100):
        lower, upper = (Decimal(x) for x in certificate.bounds)
        return float((upper - lower) / lower)


def _timed(run: Callable[[], Result]) -> tuple[Result, float]:
    start = time.perf_counter()
    result = run()
    return result, time.perf_counter() - start


def rows(lines: Sequence[Line]) -> list[Row]:
    """The median and the longest seconds of each step, by k, for the figure."""
    found = []
    for way in ("make", "decimal", "flint"):
        for k in dict.fromkeys(x.k for x in lines):
            mine = [x for x in lines if x.k == k]
            seconds = [getattr(x, way) for x in mine]
            error = max(x.width for x in mine)
            measured = Measured(float(np.median(seconds)), max(seconds), math.nan, error)
            found.append(Row(way, k, measured))
    return found


def check(lines: Sequence[Line]) -> tuple[list[str], bool]:
    """What is asked for, what was found, and whether all of it is met."""
    asked = []
    for k, limit in ASKED.items():
        seconds = [x.make + x.decimal for x in lines if x.k == k]
        if seconds:
            text = f"made and re-checked at k = {k}: {max(seconds):.1f} s (asked: {limit:g})"
            asked.append((text, max(seconds) <= limit))
    widest = max(x.width for x in lines)
    asked.append((f"relative width: {widest:.1e} (asked: {WIDTH:g})", widest <= WIDTH))
    rejected = sum(not x.accepted for x in lines)
    asked.append((f"rejected, or not called optimal: {rejected} (asked: 0)", rejected == 0))
    found = [f"{text}: {'met' if met else 'MISSED'}" for text, met in asked]
    return found, all(met for _, met in asked)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print, and write; exit status 1 if something asked for is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add_outputs(parser)
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="largest k")
    options = parser.parse_args(arguments)
    certify(next(instances(13))[1])  # imports and caches
    lines = []
    print(_HEADING, flush=True)
    for k in (k for k in SIZES if k <= options.largest):
        for prior, problem in instances(k):
            lines.append(measure(prior, problem))
            print(lines[-1], flush=True)
    found, met = check(lines)
    print("\n".join(found))
    finish(rows(lines), [_HEADING, *map(str, lines), *found], options, "k")
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
