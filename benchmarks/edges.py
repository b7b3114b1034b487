"""Answers at the edges of what doubles hold, against ball arithmetic that shares no code.

For each problem, random instances from families that rounding breaks: entries and ε down to 1e-400,
α from −900 to 900, ν to 10⁴, classes and boxes that are almost a point, f scaled and tilted. An
answer is wrong where it is called optimal and is not (beyond 1e-6 of the optimum, and beyond twice
the rounding that the problem states, which may be 2 % of it), where bounds do not hold the optimum,
and where a mechanism that loses more than 5 % is called optimal.

    python -m benchmarks.edges --instances 2500 --table edges.txt
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import flint
import numpy as np

from benchmarks import _oracle as oracle
from formulations import (
    ApproximateBinary,
    Information,
    InputError,
    LocalMinimax,
    MinimaxSampler,
    Mollifier,
    PublicPrior,
    RelativeMollifier,
    Staircase,
    divergence,
    solve,
)
from lpcheck.compare import check

Draw = np.random.Generator
Case = tuple[Any, Callable[[], Any]]

EPSILONS = ("0", "1e-400", "1e-320", "1e-290", "1e-100", "1e-17", "1e-15", "4e-15", "1e-13",
            "1e-12", "1e-9", "1e-6", "1e-3", "0.1", "1", "5", "18", "30", "36", "40", "100",
            "300", "700")  # fmt: skip
NAMES = ("kl", "tv", "hellinger", "chi2", "js", "hockey-stick:1", "hockey-stick:1.0000001",
         "hockey-stick:1.5", "hockey-stick:3", "alpha:0", "alpha:0.5", "alpha:1.000000001",
         "alpha:0.999", "alpha:-1", "alpha:3")  # fmt: skip
LOSS = 0.05

_WORDS = ("less than a double holds", "the double nearest to it", "overflows a double",
          "doubles see a point", "rounding moves values", "apart", "could not be made feasible",
          "failed")  # fmt: skip


def tiny(draw: Draw, least: float = 330.0) -> Fraction:
    """A positive number below 1, of any size."""
    size = draw.choice([0.0, 3.0, 17.0, 60.0, least]) * draw.uniform()
    return Fraction(int(draw.integers(1, 1000)), 1000) / 10 ** int(size)


def epsilon_of(draw: Draw) -> Fraction:
    """A level from the list, or of any size from 1e-16 to 630."""
    if draw.uniform() < 0.4:
        return Fraction(str(draw.choice(EPSILONS)))
    return Fraction(repr(float(10.0 ** draw.uniform(-16, 2.8))))


def name_of(draw: Draw) -> str:
    """A divergence: a quarter are of an order from −900 to 900."""
    if draw.uniform() < 0.25:
        return f"alpha:{draw.integers(-900, 901)}"
    return str(draw.choice(NAMES))


def distribution(draw: Draw, k: int) -> list[Fraction]:
    """Entries of all sizes, a zero among them in a fifth of the draws."""
    entries = [tiny(draw) for _ in range(k)]
    if k > 1 and draw.uniform() < 0.2:
        entries[int(draw.integers(k))] = Fraction(0)
    total = sum(entries)
    return [x / total for x in entries] if total else [Fraction(1), *[Fraction(0)] * (k - 1)]


def pair(draw: Draw, k: int) -> tuple[list[Fraction], list[Fraction]]:
    """Two distributions, in a third of the draws almost the same."""
    p = distribution(draw, k)
    if draw.uniform() < 0.65:
        return p, distribution(draw, k)
    share = Fraction(1, 10 ** int(draw.integers(1, 300)))
    q = distribution(draw, k)
    return p, [(1 - share) * a + share * b for a, b in zip(p, q, strict=True)]


def scaled_and_tilted(draw: Draw) -> tuple[Any, Fraction]:
    """F(x) = s x log x + t (x − 1) as a program, and s."""
    s = Fraction(repr(float(10.0 ** draw.uniform(-6, 6))))
    t = float(draw.choice([0.0, 1.0, -1e3, 1e6, 1e10])) * float(s)
    scale = float(s)

    def f(x: float) -> float:
        return scale * x * math.log(x) + t * (x - 1.0) if x > 0 else -t

    return divergence(f, slope_at_infinity=math.inf), s


def staircase(draw: Draw) -> Case:
    """Two or three inputs; a tenth of the draws have an f of their own."""
    p0, p1 = pair(draw, int(draw.integers(2, 4)))
    epsilon = epsilon_of(draw)
    if draw.uniform() < 0.1:
        f, s = scaled_and_tilted(draw)
        problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=f)
        return problem, lambda: oracle.ball(s) * oracle.staircase(p0, p1, epsilon, "kl")
    name = name_of(draw)
    problem = Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name)
    return problem, lambda: oracle.staircase(p0, p1, epsilon, name)


def information(draw: Draw) -> Case:
    """Two or three inputs."""
    prior, epsilon = distribution(draw, int(draw.integers(2, 4))), epsilon_of(draw)
    problem = Information(prior=prior, epsilon=epsilon)
    return problem, lambda: oracle.information(prior, epsilon)


def delta_of(draw: Draw) -> Fraction:
    """0, 1, next to 1, or of any size."""
    kind = draw.uniform()
    if kind < 0.2:
        return Fraction(int(draw.integers(0, 2)))
    return 1 - tiny(draw, 20.0) if kind < 0.4 else tiny(draw)


def approximate_binary(draw: Draw) -> Case:
    """Any δ beside any ε."""
    (p0, p1), epsilon, delta, name = pair(draw, 2), epsilon_of(draw), delta_of(draw), name_of(draw)
    problem = ApproximateBinary(p0=p0, p1=p1, epsilon=epsilon, delta=delta, divergence=name)
    return problem, lambda: oracle.approximate_binary(p0, p1, epsilon, delta, name)


def public_prior(draw: Draw) -> Case:
    """Up to four letters."""
    prior, epsilon, name = (
        distribution(draw, int(draw.integers(2, 5))),
        epsilon_of(draw),
        name_of(draw),
    )
    problem = PublicPrior(prior=prior, epsilon=epsilon, divergence=name)
    return problem, lambda: oracle.public_prior(prior, epsilon, name)


def level_of(draw: Draw) -> tuple[dict[str, Any], Any]:
    """Parameters of a privacy level, and the oracle's pairs at it."""
    kind = draw.uniform()
    if kind < 0.3:
        nu = Fraction(repr(float(10.0 ** draw.uniform(-3, 4))))
        return {"nu": nu}, oracle.gaussian(nu)
    epsilon, delta = epsilon_of(draw), Fraction(0) if kind < 0.7 else delta_of(draw)
    return {"epsilon": epsilon, "delta": delta}, oracle.approximate(epsilon, delta)


def binary(low: Fraction, m: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """The first letter's probability at the two extreme points of a class of two letters."""
    return max(low * m, 1 - high * (1 - m)), min(high * m, 1 - low * (1 - m))


def minimax_sampler(draw: Draw) -> Case:
    """A simplex of up to five letters, or any class of two, half of them almost a point."""
    name = name_of(draw)
    if draw.uniform() < 0.3:
        k, epsilon = int(draw.integers(1, 6)), epsilon_of(draw)
        problem = MinimaxSampler(k=k, epsilon=epsilon, divergence=name)
        return problem, lambda: oracle.simplex_sampler(k, epsilon, name)
    level, close = level_of(draw)
    m = Fraction(int(draw.integers(1, 100)), 100)
    near = draw.uniform() < 0.5
    low = 1 - tiny(draw, 20.0) if near else Fraction(int(draw.integers(0, 10)), 10)
    high = 1 + (tiny(draw, 20.0) if near else Fraction(int(draw.integers(0, 30)), 10))
    a, b = binary(low, m, high)
    problem = MinimaxSampler(reference=[m, 1 - m], c1=low, c2=high, divergence=name, **level)
    return problem, lambda: flint.arb(0) if a == b else oracle.binary_sampler(a, b, close, name)


def local_minimax(draw: Draw) -> Case:
    """A class of two letters, γ down to 1 + 1e-22."""
    name, (level, close) = name_of(draw), level_of(draw)
    m = Fraction(int(draw.integers(1, 100)), 100)
    gamma = 1 + (
        tiny(draw, 20.0) if draw.uniform() < 0.6 else Fraction(int(draw.integers(1, 50)), 10)
    )
    a, b = binary(1 / gamma, m, gamma)
    problem = LocalMinimax(reference=[m, 1 - m], gamma=gamma, divergence=name, **level)
    return problem, lambda: oracle.binary_sampler(a, b, close, name)


def mollifier(draw: Draw) -> Case:
    """Boxes around a distribution, down to a width of 1e-40."""
    k = int(draw.integers(2, 6))
    (p, q), name = pair(draw, k), name_of(draw)
    width = tiny(draw, 40.0)
    low = [x * (1 - width) if draw.uniform() < 0.7 else Fraction(0) for x in q]
    high = [x * (1 + width) if draw.uniform() < 0.7 else Fraction(1) for x in q]
    problem = Mollifier(target=p, lower=low, upper=high, divergence=name)
    return problem, lambda: oracle.projection(p, low, high, name)


def relative_mollifier(draw: Draw) -> Case:
    """Up to five letters, any ε."""
    (p, q), epsilon, name = pair(draw, int(draw.integers(2, 6))), epsilon_of(draw), name_of(draw)
    problem = RelativeMollifier(target=p, reference=q, epsilon=epsilon, divergence=name)

    def optimum() -> Any:
        root = (oracle.ball(epsilon) / 2).exp()
        low = [oracle.ball(x) / root if x else x for x in q]
        high = [oracle.ball(x) * root if x else x for x in q]
        return oracle.projection(p, low, high, name)

    return problem, optimum


FAMILIES: dict[str, Callable[[Draw], Case]] = {
    "staircase": staircase,
    "information": information,
    "approximate-binary": approximate_binary,
    "public-prior": public_prior,
    "minimax-sampler": minimax_sampler,
    "local-minimax": local_minimax,
    "mollifier": mollifier,
    "relative-mollifier": relative_mollifier,
}


def judge(problem: Any, optimum: Callable[[], Any]) -> tuple[str, str]:
    """One of right, inconclusive, refused and wrong, and why."""
    try:
        solution = solve(problem)
    except InputError as error:
        one_line = "\n" not in str(error)
        return ("refused", _kind(str(error))) if one_line else ("wrong", "a refusal of two lines")
    truth = optimum()
    if truth is oracle.INFINITE:
        return _judge_infinite(solution)
    if not truth.is_finite():
        raise ArithmeticError(f"the oracle lost {problem.parameters}")
    rounding = 0.0
    settled = solution.value == 0.0 and solution.status == "optimal"  # exact, whatever has it
    if solution.mechanism is not None and math.isfinite(solution.value) and not settled:
        rounding = problem.rounding(solution.mechanism)
    if rounding == math.inf:
        told = solution.status != "optimal"
        return ("inconclusive", "overflows a double") if told else ("wrong", "rounding is infinite")
    # What underflows is as good as 0.
    slack = 1e-9 * abs(truth) + 2.0 * oracle.ball(rounding) + oracle.ball(Fraction(1, 10**307))
    lower, upper = solution.bounds.lower, solution.bounds.upper
    if (math.isfinite(lower) and oracle.ball(lower) > truth + slack) or lower == math.inf:
        return "wrong", "lower bound above the optimum"
    if (math.isfinite(upper) and oracle.ball(upper) < truth - slack) or upper == -math.inf:
        return "wrong", "upper bound below the optimum"
    if solution.status != "optimal":
        return "inconclusive", _kind(solution.message)
    if not math.isfinite(solution.value):
        return "wrong", "called optimal, and is infinite"
    if abs(oracle.ball(solution.value) - truth) > slack + 1e-6 * abs(truth):
        return "wrong", "called optimal, and is not"
    if _lets_pass(problem, solution, truth, slack):
        return "wrong", "a mechanism that loses is called optimal"
    return "right", ""


def _lets_pass(problem: Any, solution: Any, truth: Any, slack: Any) -> bool:
    """Whether a mechanism that loses more than LOSS of the optimum is called optimal."""
    worse = _worse(problem, solution)
    try:
        value = problem.value(worse)
    except OverflowError:
        value = math.inf
    if math.isfinite(value):
        loss = abs(oracle.ball(value) - truth)
        # Nothing is a large multiple of 0: there the mechanism's last digits are let pass.
        rounding = problem.rounding(worse)
        if truth < oracle.ball(Fraction(1, 10**300)) and math.isfinite(rounding):
            loss -= 2.0 * oracle.ball(rounding)
        verdict = check(problem, worse, solution=solution).verdict
        return bool(loss > LOSS * truth + slack and verdict == "optimal")
    return False


def _judge_infinite(solution: Any) -> tuple[str, str]:
    if solution.status != "optimal":
        ok = solution.bounds.upper == math.inf
        return ("inconclusive", "infinite, and not told") if ok else ("wrong", "bounded, is ∞")
    return ("right", "") if solution.value == math.inf else ("wrong", "finite, and is ∞")


def _worse(problem: Any, solution: Any) -> Any:
    """A feasible mechanism that is worse: rows mixed with their mean, or half way to a corner."""
    best = np.asarray(solution.mechanism)
    if best.ndim == 2:
        if problem.slug == "public-prior":
            return 0.5 * best + 0.5 * np.tile(problem.prior.array, (len(best), 1))
        return 0.5 * best + 0.5 * np.tile(best.mean(axis=0), (len(best), 1))
    low, high = problem.lower, problem.upper
    corner, left = low.copy(), 1.0 - low.sum()
    for i in np.argsort(best):
        step = min(high[i] - low[i], left)
        corner[i] += step
        left -= step
    return 0.5 * best + 0.5 * corner


def _kind(message: str) -> str:
    """A message without its numbers."""
    for word in _WORDS:
        if word in message:
            return word
    return message[:60]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the families, print a table; exit status 1 if anything is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.edges", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("names", nargs="*", metavar="PROBLEM", help="only these problems")
    parser.add_argument("--instances", type=int, default=2500, help="for each problem")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--quick", action="store_true", help="20 instances for each problem")
    parser.add_argument("--table", type=Path, metavar="FILE", help="write the table there too")
    options = parser.parse_args(arguments)
    flint.ctx.prec = oracle.BITS
    lines, wrong = [], 0
    for name in options.names or FAMILIES:
        counts, reasons, begin = Counter[str](), Counter[str](), time.perf_counter()
        for index in range(20 if options.quick else options.instances):
            draw = np.random.default_rng([options.seed, list(FAMILIES).index(name), index])
            try:
                problem, optimum = FAMILIES[name](draw)
            except InputError as error:
                outcome, why = "refused", _kind(str(error))
            else:
                outcome, why = judge(problem, optimum)
            counts[outcome] += 1
            reasons[f"{outcome}: {why}"] += bool(why)
            if outcome == "wrong":
                print(f"{name} {options.seed} {index}: {why}", flush=True)
        total, wrong = counts.total(), wrong + counts["wrong"]
        lines.append(
            f"{name}: {total} instances, {counts['wrong']} wrong, "
            f"{counts['inconclusive'] / total:.1%} inconclusive, "
            f"{counts['refused'] / total:.1%} refused ({time.perf_counter() - begin:.0f} s)"
        )
        lines += [f"    {n} {why}" for why, n in reasons.most_common() if n]
        print("\n".join(lines[-1 - sum(1 for n in reasons.values() if n) :]), flush=True)
    if options.table:
        options.table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
