"""What the claims on hypothesis testing (Sections 3 and 8) share: exact quantities of a pair."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from formulations.divergences import read_divergence
from formulations.divergences.divergence import Divergence
from formulations.formulation import Array
from formulations.parameters import read_distribution
from formulations.patterns import subsets
from lpcheck.claims.claim import Instance, Instances, Outcome
from lpcheck.claims.instances import at, degenerate_pairs, joined, random_pairs

F = Fraction
Pair: TypeAlias = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]

TIE = ((F(1, 2), F(1, 4), F(1, 4)), (F(1, 4), F(1, 4), F(1, 2)))
"""P0(x2) = P1(x2): the smallest positive pair with a tie and P0 ≠ P1.

Smallest is: fewest letters, then the smallest common denominator of the two distributions.
"""

EQUAL_RATIOS = ((F(3, 5), F(1, 5), F(1, 5)), (F(1, 5), F(2, 5), F(2, 5)))
"""The ratio at the second and the third letter is the same; the smallest such pair, P0 ≠ P1."""

GENERIC = ((F(1, 2), F(3, 10), F(1, 5)), (F(1, 10), F(2, 5), F(1, 2)))
"""Positive, no tie, ratios 5, 3/4 and 2/5."""


ROUNDING = 1e-15
"""Of S_Tᵀα − μ_T, divided by e^ε: a difference of numbers below 1."""


def exact(p0: Any, p1: Any) -> Pair:
    """The two distributions in fractions."""
    return read_distribution("p0", p0).exact, read_distribution("p1", p1).exact


def arrays(p0: Any, p1: Any) -> tuple[Array, Array]:
    """The two distributions in doubles."""
    return read_distribution("p0", p0).array, read_distribution("p1", p1).array


def masks(k: int) -> Iterator[tuple[int, ...]]:
    """All subsets of k letters as tuples of 0 and 1."""
    return product((0, 1), repeat=k)


def mass(p: tuple[Fraction, ...], mask: tuple[int, ...]) -> Fraction:
    """P(A) of the subset A."""
    return sum((x for x, inside in zip(p, mask, strict=True) if inside), F(0))


def favoured(pair: Pair) -> tuple[int, ...]:
    """T = {x: P0(x) ≥ P1(x)}."""
    return tuple(int(a >= b) for a, b in zip(*pair, strict=True))


def total_variation(p0: Any, p1: Any) -> float:
    """‖P0 − P1‖_TV."""
    first, second = exact(p0, p1)
    return float(sum(abs(a - b) for a, b in zip(first, second, strict=True)) / 2)


def universal_threshold(pair: Pair) -> Fraction | None:
    r"""The largest u = e^{ε*} − 1 at which (33) and (36) hold for all 2^k patterns; None if all.

    Both are u·(slack + u·turn) ≥ 0, so a pattern limits u to slack/(−turn) where turn < 0.
    It is 0 exactly for pairs P0 ≠ P1 with a letter P0(x) = P1(x) > 0.
    """
    T = favoured(pair)
    a, b = mass(pair[0], T), mass(pair[1], T)
    limits = []
    for mask in masks(len(T)):
        p, q = mass(pair[0], mask), mass(pair[1], mask)
        cross = a * q - b * p
        for slack, turn in (((a - b) - (p - q), cross), ((a - b) + (p - q), cross + p - q)):
            if turn < 0:
                limits.append(slack / -turn)
    return min(limits, default=None)


def binary_ratios(p0: Any, p1: Any, epsilon: float) -> tuple[float, float]:
    """The smaller and the larger likelihood ratio M0(y)/M1(y) of the binary mechanism."""
    pair = exact(p0, p1)
    T, u = favoured(pair), math.expm1(epsilon)
    a, b = float(mass(pair[0], T)), float(mass(pair[1], T))
    return (1 + u * (1 - a)) / (1 + u * (1 - b)), (1 + u * a) / (1 + u * b)


ALWAYS = 5.0
"""The ε that is used where no pattern limits the threshold."""


def threshold(p0: Any, p1: Any) -> float:
    """ε* of the corrected Theorem 5."""
    u = universal_threshold(exact(p0, p1))
    return ALWAYS if u is None else math.log1p(float(u))


def ratios_within(p0: Any, p1: Any, u: Fraction) -> Outcome:
    """Lemma 24 in exact arithmetic: no pattern passes the ratios of the binary mechanism."""
    pair = exact(p0, p1)
    T = favoured(pair)
    a, b = mass(pair[0], T), mass(pair[1], T)
    high = (1 + u * a) / (1 + u * b)
    low = (1 + u * (1 - a)) / (1 + u * (1 - b))
    ratios = [(1 + u * mass(pair[0], m)) / (1 + u * mass(pair[1], m)) for m in masks(len(T))]
    excess = max(max(ratios) - high, low - min(ratios))
    return Outcome(
        excess <= 0, float(excess), f"a ratio passes the binary ones by {float(excess):.3g}"
    )


def untied(full: bool) -> Iterator[Instance]:
    """Random and degenerate pairs without a tie, at ε* and below."""
    source = joined(
        random_pairs(sizes=(2, 3, 5), epsilons=(1.0,), full_repeats=5),
        degenerate_pairs((1.0,)),
    )
    for instance in source(full):
        p0, p1 = instance.parameters["p0"], instance.parameters["p1"]
        first, second = exact(p0, p1)
        if first == second or any(a == b > 0 for a, b in zip(first, second, strict=True)):
            continue
        name = instance.label.partition(", ε")[0]
        for part in (1.0, 0.01):
            epsilon = part * threshold(p0, p1)
            yield at(f"{name}, ε = {part:g} ε*", instance.kind, p0=p0, p1=p1, epsilon=epsilon)


def pattern_masses(p0: Any, p1: Any) -> tuple[Array, Array]:
    """P0(T) and P1(T) of all 2^k subsets, in the order of the formulations."""
    first, second = arrays(p0, p1)
    S = subsets(len(first))
    return first @ S, second @ S


def utility(a: Array, b: Array, epsilon: float) -> Array:
    r"""Equation (46), divided by e^ε: m0 log(m0/m1), m_v = (e^ε − 1)P_v(T) + 1."""
    u, rest = math.exp(-epsilon), -math.expm1(-epsilon)
    m0, m1 = u + rest * a, u + rest * b
    difference = rest * (a - b)
    return read_divergence("kl").terms(m0, m1, difference) + difference


def printed_dual(p0: Any, p1: Any, epsilon: float) -> Array:
    r"""The dual vector α* printed in Section 8.4, for ε > 0."""
    return _dual(*arrays(p0, p1), epsilon)


def _dual(first: Array, second: Array, epsilon: float) -> Array:
    k, u = len(first), math.exp(-epsilon)
    mu = utility(first, second, epsilon)
    # Numerator and denominator are divided by e^{2ε}: nothing overflows.
    weighted = (1 + (k - 2) * u) * mu - u * (mu.sum() - mu)
    return np.asarray(weighted / (-math.expm1(-epsilon) * (1 + (k - 1) * u)))


def response_threshold(p0: Any, p1: Any) -> float:
    """The ε in [0.25, 30] from which α* is feasible, found on a grid and by bisection.

    α* is the only vector that is tight at all single letters, so it decides whether randomized
    response is optimal.
    """
    return _threshold(*exact(p0, p1))


@lru_cache(maxsize=512)
def _threshold(p0: tuple[Fraction, ...], p1: tuple[Fraction, ...]) -> float:
    first, second = arrays(p0, p1)
    S = subsets(len(first))[:, subsets(len(first)).sum(axis=0) != 1]
    a, b = first @ S, second @ S

    def infeasible(epsilon: float) -> bool:
        patterns = math.exp(-epsilon) - math.expm1(-epsilon) * S
        slack = _dual(first, second, epsilon) @ patterns - utility(a, b, epsilon)
        return float(slack.min()) < -ROUNDING

    step = 0.25
    grid = step * np.arange(119, 0, -1)
    failing = next((float(e) for e in grid if infeasible(float(e))), None)
    if failing is None:
        return step
    low, high = failing, failing + step
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if infeasible(middle) else (low, middle)
    return high


def jeffreys() -> Divergence:
    """f(x) = (x − 1) log x, so that D_f is the sum of both KL divergences."""

    def term(a: Array, b: Array, gap: Array) -> Array:
        near = np.abs(gap) < 0.5 * b
        ratio = np.where(near, gap / b, 0.0)
        return np.asarray(gap * np.where(near, np.log1p(ratio), np.log(a) - np.log(b)))

    return Divergence(
        "jeffreys", math.inf, math.inf, 0.0, term, lambda x: np.log(x) + 1.0 - 1.0 / x
    )


def pairs_at(
    pairs: Mapping[str, Pair], epsilons: tuple[float, ...], kind: Any = "fixed", **fixed: Any
) -> Callable[[bool], Iterator[Instance]]:
    """Named pairs, each at every ε."""

    def instances(full: bool) -> Iterator[Instance]:
        for name, (p0, p1) in pairs.items():
            for epsilon in epsilons:
                label = f"{name}, ε = {epsilon:g}"
                yield at(label, kind, p0=list(p0), p1=list(p1), epsilon=epsilon, **fixed)

    return instances


def pairs_only(source: Instances) -> Instances:
    """The pairs of a source that has one ε for each, for statements that fix no ε."""

    def instances(full: bool) -> Iterator[Instance]:
        for found in source(full):
            parameters = {key: found.parameters[key] for key in ("p0", "p1")}
            yield Instance(found.label.partition(", ε")[0], parameters, found.kind)

    return instances


def growth(source: Instances) -> Instances:
    """Instances whose ε is read as `excess`, the number e^ε − 1, so that all stays rational."""

    def instances(full: bool) -> Iterator[Instance]:
        for found in source(full):
            parameters = dict(found.parameters)
            parameters["excess"] = parameters.pop("epsilon")
            yield Instance(found.label.replace("ε =", "e^ε − 1 ="), parameters, found.kind)

    return instances
