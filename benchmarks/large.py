"""The staircase optimum of 10^3 to 10^5 letters: two-sided bounds, against a plain path program.

Every named divergence at ε = 1 and 4, for random priors (Dirichlet) and smooth ones (Gaussians in
bins). The plain way is the O(k²) path program over all cut points: the same value, and no bound.
Seconds are the processor's, which a busy machine changes less than those on the clock.

    python -m benchmarks.large --largest 100000 --table large.txt --figure large.png
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from benchmarks._measure import Row, Way, add_outputs, compare, exponent, finish
from formulations import Staircase, solve
from formulations.formulation import Array
from formulations.staircase_path import sort_letters, value_of
from formulations.staircase_path.partition import arcs_by_end, longest_path

SIZES = (1000, 3000, 10_000, 30_000, 100_000)
DIVERGENCES = ("kl", "hellinger", "chi2", "js", "alpha:0.5", "tv", "hockey-stick:1.5")
QUICK = DIVERGENCES[:2]

SECONDS = {10_000: 2.0, 100_000: 30.0}
MEGABYTES = {100_000: 1500.0}
"""What an instance may take at most, by k."""

GAP, GROWTH = 1e-9, 1.5

Run = tuple[float, float]


class Instance(NamedTuple):
    """What a user has: two vectors of doubles, a level, and a name."""

    p0: Array
    p1: Array
    epsilon: float
    divergence: str

    @property
    def problem(self) -> Staircase:
        """The problem, read."""
        return Staircase(**self._asdict())


def path(instance: Instance) -> Run:
    """The two-sided bounds of this project, everything included."""
    bounds = solve(instance.problem).bounds
    return bounds.lower, bounds.upper


def plain(instance: Instance) -> Run:
    """Dinkelbach's method over all cut points, every column looked at; nothing bounds it above."""
    problem = instance.problem
    letters = sort_letters(problem.p0, problem.p1, instance.epsilon, problem.divergence)
    best, better = 0.0, True
    while better:
        cuts = longest_path(len(letters), letters.u * best, arcs_by_end(letters))
        value = value_of(letters, cuts)
        best, better = max(value, best), value > best * (1.0 + 1e-14)
    return best, math.inf


def above(_instance: Instance, _found: Run) -> float:
    """The plain way has no bound, hence no gap."""
    return math.nan


def binned(k: int, shift: float = 1.0) -> tuple[Array, Array]:
    """N(0, 1) and N(shift, 1) on k bins, by their densities at the middles."""
    x = np.linspace(-5.0, 5.0 + shift, 2 * k + 1)[1::2]
    first, second = np.exp(-0.5 * x**2), np.exp(-0.5 * (x - shift) ** 2)
    return first / first.sum(), second / second.sum()


def instances(k: int, quick: bool) -> list[Instance]:
    """Each divergence at two levels, on random and on smooth priors."""
    random = np.random.default_rng(k).dirichlet(np.ones(k), 2)
    return [
        Instance(p0, p1, epsilon, name)
        for name in (QUICK if quick else DIVERGENCES)
        for p0, p1 in (random, binned(k))
        for epsilon in (1.0, 4.0)
    ]


def check(rows: Sequence[Row]) -> tuple[list[str], bool]:
    """What the targets ask for, what was found, and whether all are met."""
    ours = {row.size: row.measured for row in rows if row.way == "path"}
    gap = max(m.error for m in ours.values())
    asked = [(f"path: relative gap {gap:.1e} (asked: {GAP:g})", gap <= GAP)]
    for k, limit in SECONDS.items():
        if k in ours:
            found = ours[k].longest
            asked.append((f"path at k = {k}: {found:.2f} s (asked: {limit:g})", found <= limit))
    for k, limit in MEGABYTES.items():
        if k in ours:
            found = ours[k].peak
            asked.append((f"path at k = {k}: {found:.0f} MB (asked: {limit:g})", found <= limit))
    growth = exponent(rows, "path")
    if len(ours) > 2:
        text = f"path: seconds grow as k^{growth:.2f} (asked: below {GROWTH})"
        asked.append((text, growth < GROWTH))
    return [f"{text}: {'met' if met else 'MISSED'}" for text, met in asked], all(
        met for _, met in asked
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print, and write; exit status 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add_outputs(parser)
    parser.add_argument("--largest", type=int, default=100_000, help="largest k of the path solver")
    parser.add_argument("--plain", type=int, default=3000, help="largest k of the plain program")
    parser.add_argument("--quick", action="store_true", help="two divergences instead of seven")
    options = parser.parse_args(arguments)
    ways: list[Way[Any, Any]] = [
        Way("plain", plain, min(options.plain, options.largest), above),
        Way("path", path, options.largest),
    ]
    sizes = [k for k in SIZES if k <= options.largest] or [options.largest]
    rows, lines = compare(
        ways,
        sizes,
        lambda k: instances(k, options.quick),
        size="k",
        error="gap",
        clock=time.process_time,
    )
    found, met = check(rows)
    print("\n".join(found))
    finish(rows, lines + found, options, "alphabet size k")
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
