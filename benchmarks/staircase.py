"""The staircase program: the CVXPY model, a textbook program over partitions, and the path solver.

All three run on the same instances in one process. The model stops at k = 16, the textbook program
(O(k³), every number of blocks, plain Python over NumPy rows; no bound from above) where asked.

    python -m benchmarks.staircase --table staircase.txt --figure staircase.png
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks._measure import Row, Way, add_outputs, compare, exponent, write_table
from benchmarks._panels import draw_panels
from formulations import Staircase, solve

SIZES = (8, 12, 16, 20, 50, 100, 200, 300, 500, 1000, 2000, 5000, 10_000, 30_000, 100_000)
TARGETS = {20: 0.2, 100: 1.0, 300: 5.0, 1000: 30.0}
"""Seconds that the slowest instance may take, by k."""

GAP, GROWTH, LEAST = 1e-9, 2.5, 100
RATIO, RATIO_AT = 500, 16

Run = tuple[float, float]


def model(problem: Staircase) -> Run:
    """The value and the bound of the CVXPY model through the gate."""
    plain = Staircase(**problem.parameters)
    plain.proposal = lambda: None  # type: ignore[method-assign]
    solution = solve(plain)
    return solution.bounds.lower, solution.bounds.upper


def textbook(problem: Staircase) -> Run:
    """Best value over contiguous partitions by dynamic programming; nothing bounds it above."""
    p0, p1, u = problem.p0.array, problem.p1.array, math.exp(-float(problem.epsilon))
    order, k = np.argsort(p0 / p1), problem.k
    c0, c1 = (np.append(0.0, np.cumsum(p[order])) for p in (p0, p1))
    length, best = np.full(k + 1, -np.inf), 0.0
    length[0] = 0.0
    arcs = [
        problem.divergence.terms(
            u + (1 - u) * (c0[j] - c0[:j]),
            u + (1 - u) * (c1[j] - c1[:j]),
        )
        for j in range(1, k + 1)
    ]
    for blocks in range(1, k + 1):
        ends = [(length[:j] + arcs[j - 1]).max() for j in range(1, k + 1)]
        length = np.append(-np.inf, ends)
        best = max(best, length[k] / (1 + (blocks - 1) * u))
    return best, math.inf


def above(_problem: Staircase, _found: Run) -> float:
    """The textbook program has no bound, hence no gap."""
    return math.nan


def path(problem: Staircase) -> Run:
    """The two-sided bounds of this project, everything included."""
    fresh = Staircase(**problem.parameters)
    if fresh.k <= 10:  # where the gate would take the model
        proposal = fresh.path_proposal()
        return fresh.value(proposal.mechanism), fresh.dual_bound(proposal.duals, {})
    solution = solve(fresh)
    return solution.bounds.lower, solution.bounds.upper


def instances(k: int, quick: bool) -> list[Staircase]:
    """KL and Hellinger, four levels, Dirichlet(1) and power-law priors."""
    generator = np.random.default_rng(k)
    law = 1.0 / np.arange(1, k + 1)
    priors: list[tuple[Any, Any]] = [
        tuple(generator.dirichlet(np.ones(k), 2)),
        (law / law.sum(), generator.permutation(law / law.sum())),
    ]
    levels = (1, 4) if quick else (0.5, 1, 2, 4)
    return [
        Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name)
        for p0, p1 in priors
        for name in ("kl", "hellinger")
        for epsilon in levels
    ]


def check(rows: Sequence[Row]) -> tuple[list[str], bool]:
    """What the targets ask for, what was found, and whether all are met."""
    ours = {row.size: row.measured for row in rows if row.way == "path"}
    models = {row.size: row.measured for row in rows if row.way == "model"}
    asked = [
        (f"path at k = {k}: {ours[k].longest:.3f} s (asked: {limit:g})", ours[k].longest <= limit)
        for k, limit in TARGETS.items()
        if k in ours
    ]
    gap, growth = max(m.error for m in ours.values()), exponent(rows, "path", LEAST)
    asked.append((f"path: relative gap {gap:.1e} (asked: {GAP:g})", gap <= GAP))
    if sum(k >= LEAST for k in ours) > 2:  # two sizes are noise
        text = f"path: seconds grow as k^{growth:.2f} from k = {LEAST} (asked: below {GROWTH})"
        asked.append((text, growth < GROWTH))
    if RATIO_AT in ours and RATIO_AT in models:
        ratio = models[RATIO_AT].median / ours[RATIO_AT].median
        asked.append(
            (f"model / path at k = {RATIO_AT}: {ratio:.0f} (asked: {RATIO})", ratio > RATIO)
        )
    lines = [f"{text}: {'met' if met else 'MISSED'}" for text, met in asked]
    return lines, all(met for _, met in asked)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print, and write; exit status 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add_outputs(parser)
    parser.add_argument("--largest", type=int, default=1000, help="largest k of the path solver")
    parser.add_argument("--textbook", type=int, default=300, help="largest k of the textbook one")
    parser.add_argument("--model", type=int, default=16, help="largest k of the model")
    parser.add_argument("--quick", action="store_true", help="two levels of ε instead of four")
    options = parser.parse_args(arguments)
    ways: list[Way[Any, Any]] = [
        Way("model", model, min(options.model, options.largest)),
        Way("textbook", textbook, min(options.textbook, options.largest), above),
        Way("path", path, options.largest),
    ]
    sizes = [k for k in SIZES if k <= options.largest]
    rows, lines = compare(
        ways, sizes, lambda k: instances(k, options.quick), size="k", error="gap", least=LEAST
    )
    growth = exponent(rows, "model")
    if math.isfinite(growth):
        lines.append(f"model: seconds grow as k^{growth:.2f} from k = {SIZES[0]}")
    found, met = check(rows)
    lines += found
    print("\n".join(lines[-len(found) - math.isfinite(growth) :]))
    if options.table is not None:
        write_table(lines, options.table)
    if options.figure is not None:
        print(draw_panels(rows, options.figure, "alphabet size k", "relative gap"))
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
