"""The staircase program: the CVXPY model, a textbook program over partitions, and the path solver.

All three run on the same instances in one process. The model stops at k = 16, the textbook program
(O(k³), every number of blocks, plain Python over NumPy rows; no bound from above) where asked.

    python benchmarks/staircase.py --table staircase.txt --figure staircase.png
"""

from __future__ import annotations

import argparse
import math
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np

from formulations import Staircase, solve

SIZES = (8, 12, 16, 20, 50, 100, 200, 300, 500, 1000, 2000)
TARGETS = {20: 0.2, 100: 1.0, 300: 5.0, 1000: 30.0}
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
    priors = [
        generator.dirichlet(np.ones(k), 2),
        (law / law.sum(), generator.permutation(law / law.sum())),
    ]
    levels = (1, 4) if quick else (0.5, 1, 2, 4)
    return [
        Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name)
        for p0, p1 in priors
        for name in ("kl", "hellinger")
        for epsilon in levels
    ]


def measure(run: Callable[[Staircase], Run], problems: list[Staircase]) -> dict[str, float]:
    """Median and longest seconds, the largest relative gap, and peak megabytes of one more run."""
    run(problems[0])  # imports and caches
    seconds, gaps = [], []
    for problem in problems:
        start = time.perf_counter()
        lower, upper = run(problem)
        seconds.append(time.perf_counter() - start)
        gaps.append(max(upper - lower, 0.0) / lower)
    tracemalloc.start()
    run(problems[-1])
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    return {
        "median": float(np.median(seconds)),
        "longest": max(seconds),
        "gap": max(gaps),
        "peak": peak,
    }


def exponent(rows: list[tuple[int, dict[str, float]]], least: int) -> float:
    """The slope of log median seconds over log k, from the size `least` on."""
    points = [(math.log(k), math.log(r["median"])) for k, r in rows if k >= least]
    return float(np.polyfit(*zip(*points, strict=True), 1)[0]) if len(points) > 1 else math.nan


def draw(results: dict[str, list[tuple[int, dict[str, float]]]], where: Path) -> str:
    """A log-log figure of the median times, where Matplotlib is installed."""
    try:
        import matplotlib as mpl  # noqa: PLC0415
    except ImportError:
        return "no figure: Matplotlib is not installed"
    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    figure, axes = plt.subplots(figsize=(6, 4))
    for name, rows in results.items():
        axes.loglog([k for k, _ in rows], [r["median"] for _, r in rows], "o-", label=name)
    axes.set_xlabel("alphabet size k")
    axes.set_ylabel("median seconds")
    axes.legend()
    figure.savefig(where, bbox_inches="tight")
    return f"figure in {where}"


def main() -> int:
    """Run, print, and write; exit status 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, help="write the table to this file")
    parser.add_argument("--figure", type=Path, help="write the figure to this file")
    parser.add_argument("--largest", type=int, default=1000, help="largest k of the path solver")
    parser.add_argument(
        "--textbook", type=int, default=300, help="largest k of the textbook program"
    )
    parser.add_argument("--quick", action="store_true", help="two levels of ε instead of four")
    options = parser.parse_args()
    runs = (
        ("model", model, 16),
        ("textbook", textbook, options.textbook),
        ("path", path, options.largest),
    )
    results: dict[str, list[tuple[int, dict[str, float]]]] = {name: [] for name, _, _ in runs}
    lines = [f"{'':8} {'k':>5} {'median s':>10} {'longest s':>10} {'peak MB':>8} {'gap':>8}"]
    missed = []
    for k in SIZES:
        problems = instances(k, options.quick)
        for name, run, largest in runs:
            if k > largest:
                continue
            found = measure(run, problems)
            results[name].append((k, found))
            lines.append(
                f"{name:8} {k:5} {found['median']:10.4f} {found['longest']:10.4f} "
                f"{found['peak']:8.1f} {found['gap']:8.1e}"
            )
            print(lines[-1], flush=True)
            if name == "path" and (
                found["longest"] > TARGETS.get(k, math.inf) or found["gap"] > 1e-9
            ):
                missed.append(k)
    for name, _, _ in runs:
        least = 8 if name == "model" else 100
        lines.append(
            f"{name}: seconds grow as k^{exponent(results[name], least):.2f} from k = {least}"
        )
    slow, fast = (dict(results[name])[16]["median"] for name in ("model", "path"))
    lines.append(f"model / path at k = 16: {slow / fast:.0f} (medians)")
    lines.append(f"targets missed at k = {missed}" if missed else "all targets met")
    print("\n".join(lines[-5:]))
    if options.table:
        options.table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    if options.figure:
        print(draw(results, options.figure))
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
