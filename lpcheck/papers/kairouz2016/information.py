r"""What the claims on mutual information share: μ(z, ε), balanced sets, and limits in ε."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from formulations import Information
from formulations.divergences import read_divergence
from formulations.formulation import Array
from lpcheck.claims.claim import Instance, InstanceKind, Outcome
from lpcheck.claims.evidence import both, vanishes

_KL = read_divergence("kl")
F = Fraction


def mu(z: ArrayLike, epsilon: float) -> Array:
    r"""e^{−ε} μ(z, ε), the utility (eq. 65) of a pattern with P(T) = z, without cancellation."""
    z = np.asarray(z, dtype=float)
    u, rest = math.exp(-epsilon), -math.expm1(-epsilon)
    mean = u + rest * z
    high = z * _KL.terms(np.ones_like(mean), mean, rest * (1.0 - z))
    return np.asarray(high + (1.0 - z) * _KL.terms(np.full_like(mean, u), mean, -rest * z))


def members(k: int) -> NDArray[np.bool_]:
    """All subsets of k letters as rows, shape (2^k, k); letter x is bit x of the row's number."""
    return np.asarray((np.arange(2**k)[:, None] >> np.arange(k)) & 1, dtype=bool)


def masses(prior: Sequence[Fraction]) -> list[Fraction]:
    """P(A), exact, for the rows of :func:`members`."""
    sums = [F(0)]
    for p in prior:
        sums += [s + p for s in sums]
    return sums


def balanced(prior: Sequence[Fraction]) -> list[int]:
    """The rows of :func:`members` that attain min |P(A) − 1/2|, by exact comparison."""
    distance = [abs(2 * mass - 1) for mass in masses(prior)]
    smallest = min(distance)
    return [code for code, d in enumerate(distance) if d == smallest]


def balance(prior: Sequence[Fraction]) -> float:
    """The smaller of P(T) and P(T^c), T balanced."""
    mass = masses(prior)[balanced(prior)[0]]
    return float(min(mass, 1 - mass))


def entropy(prior: Array) -> float:
    """H(X) in nats."""
    p = prior[prior > 0]
    return float(-(p * np.log(p)).sum())


def for_small(test: Callable[[float], Outcome]) -> Outcome:
    """There is an ε* > 0 such that the test holds at ε* and below, down to ε*/100."""
    first, found = test(1.0), Outcome(None, math.inf)
    for halvings in range(14):
        epsilon = 2.0**-halvings
        found = test(epsilon) if halvings else first
        if found.holds:
            found = both(found, *(test(epsilon * step) for step in (1 / 3, 0.1, 0.01)))
        if found.holds:
            return Outcome(True, found.gap, f"from ε = {epsilon:g} down: {found.detail}")
    detail = f"ε = 1: {first.detail}; and still at ε = 2^-13: {found.detail}"
    return Outcome(found.holds, first.gap, detail, first.loss)


def vanishes_at_zero(error: Callable[[float], float], order: float) -> Outcome:
    """The error is O(ε^order) as ε → 0."""
    return vanishes(error, (8e-3, 4e-3), order)


def randomized_response_dual(prior: ArrayLike, epsilon: float) -> Array:
    """The dual vector printed in Section 9.5."""
    m = mu(prior, epsilon)
    k, u = m.size, math.exp(-epsilon)
    top = (1.0 + (k - 2) * u) * m - u * (m.sum() - m)
    return np.asarray(top / (-math.expm1(-epsilon) * (1.0 + (k - 1) * u)))


def dual_slack(problem: Information, alpha: Array) -> float:
    """min_T (S_Tᵀα − μ_T), relative to max μ; what rounding leaves of 0 counts as 0."""
    slack = -problem.dual_infeasibility(alpha) / (problem.natural_scale or 1.0)
    return 0.0 if abs(slack) <= 1e-13 * (1.0 + 1.0 / float(problem.epsilon)) else slack


def response_threshold(prior: Sequence[Fraction]) -> float:
    """The smallest multiple of 1/4 from which on, up to 30, the dual of Section 9.5 is feasible.

    Randomized response has k independent columns, so that its dual vector is unique and its
    optimality is equivalent to feasibility. Infinite where it is not feasible at 30.
    """
    p, T = np.array([float(x) for x in prior]), members(len(prior)).astype(float)
    mass, threshold = np.array([float(m) for m in masses(prior)]), math.inf
    for step in range(120, 0, -1):
        epsilon = step / 4
        alpha, u = randomized_response_dual(p, epsilon), math.exp(-epsilon)
        utilities = mu(mass, epsilon)
        slack = u * alpha.sum() + (1.0 - u) * (T @ alpha) - utilities
        if slack.min() < -1e-13 * max(float(utilities.max()), 1e-300) * (1.0 + 1.0 / epsilon):
            break
        threshold = epsilon
    return threshold


def parts(text: str) -> list[Fraction]:
    """The distribution whose probabilities are as these integers: "2 2 1" is (2/5, 2/5, 1/5)."""
    numbers = [int(n) for n in text.split()]
    return [F(n, sum(numbers)) for n in numbers]


def _label(text: str) -> str:
    numbers = [int(n) for n in text.split()]
    if len(numbers) == 1:
        return "one letter"
    if len(set(numbers)) == 1:
        return "fair coin" if len(numbers) == 2 else f"uniform, k = {len(numbers)}"
    if len(numbers) - numbers.count(0) == 1:
        return f"point mass, k = {len(numbers)}"
    return f"({', '.join(map(str, numbers))})/{sum(numbers)}"


def priors(
    *named: str,
    fails: Sequence[str] = (),
    sizes: Sequence[int] = (2, 3, 5),
    repeats: int = 1,
    full_repeats: int = 20,
    seed: int = 2016,
    **parameters: Any,
) -> Callable[[bool], Iterator[Instance]]:
    """Priors by their :func:`parts`, counterexamples first, then some uniform on the simplex."""

    def instances(full: bool) -> Iterator[Instance]:
        for text in (*fails, *named):
            prior = parts(text)
            special = len(prior) == 1 or len(set(prior)) < len(prior) or 0 in prior
            kind: InstanceKind = "degenerate" if special else "fixed"
            if text in fails:
                kind = "counterexample"
            yield Instance(_label(text), {"prior": prior, **parameters}, kind)
        for k in sizes:
            draws = np.random.default_rng([seed, k]).dirichlet(np.ones(k), full_repeats)
            for i, prior in enumerate(draws[: full_repeats if full else repeats].tolist()):
                label = f"random prior {i}, k = {k}"
                yield Instance(label, {"prior": prior, **parameters}, "random")

    return instances
