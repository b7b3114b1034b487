r"""Rational bounds of :math:`e^\varepsilon`, and privacy of exact rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, inf

from lpcheck.rechecker.arithmetic import Arithmetic, Number, Real, magnitude
from lpcheck.rechecker.budget import spend
from lpcheck.rechecker.interval import Decimals
from lpcheck.rechecker.reader import exact_sum, number
from lpcheck.rechecker.refusal import Refusal

LARGEST_EPSILON = 700
_MOST_DIGITS = 3000


def read_epsilon(value: object) -> Fraction:
    """0 ≤ ε ≤ 700."""
    epsilon = number(value, "parameters.epsilon")
    if not 0 <= epsilon <= LARGEST_EPSILON:
        raise Refusal(f"parameters.epsilon: is outside [0, {LARGEST_EPSILON}]")
    return epsilon


def read_delta(value: object) -> Fraction:
    """0 ≤ δ ≤ 1."""
    delta = number(value, "parameters.delta")
    if not 0 <= delta <= 1:
        raise Refusal("parameters.delta: is outside [0, 1]")
    return delta


@lru_cache(maxsize=64)
def exponential(epsilon: Fraction) -> tuple[Fraction, Fraction]:
    """Rationals t₋ ≤ e^ε ≤ t₊ (for ε of any sign), equal where ε = 0.

    Finer than any mechanism's own digits: 90 beyond those of e^ε and of 1/ε.
    """
    digits = 90 + ceil(abs(epsilon)) + 2 * max(-magnitude(epsilon), 0)
    A = Decimals(min(digits, _MOST_DIGITS))
    t = A.exp(A.number(epsilon))
    lower, upper = A.lower(t), A.upper(t)
    # An ε too small for the digits still has its sign: a constant kernel is private at any.
    return (max(lower, Fraction(1)), upper) if epsilon >= 0 else (lower, min(upper, Fraction(1)))


def inverse(A: Arithmetic, epsilon: Fraction) -> Number:
    """The number u = e^−ε."""
    return A.exp(A.number(-epsilon))


def level_scale(epsilon: Fraction | None, delta: Fraction = Fraction(0)) -> Fraction:
    """What a slack in privacy is a part of: δ, or else ε, at most 1; not below 10^−6.

    Entries in doubles round by 10^−16, which is below a billionth of that.
    """
    level = delta if delta or epsilon is None else epsilon
    return min(max(level, Fraction(1, 10**6)), Fraction(1))


def breaks_pure(column: Iterable[Fraction], t: Fraction) -> bool:
    """Whether max > t·min: for t ≤ e^ε, `False` proves ε-LDP of the column."""
    entries = list(column)
    return max(entries) > t * min(entries)


def excess(a: Sequence[Fraction], b: Sequence[Fraction], t: Fraction) -> Fraction:
    """E_t = Σ max(a − t b, 0), which falls as t grows."""
    spend(10_000 * len(a))
    over = [(x, y) for x, y in zip(a, b, strict=True) if x > t * y]
    return exact_sum([x for x, _ in over]) - t * exact_sum([y for _, y in over])


def pure_breach(entry: Fraction, other: Fraction, epsilon: Fraction) -> Real:
    """A lower bound of entry/(e^ε·other) − 1, for entry > 0."""
    if entry <= 0:
        return -inf
    if other <= 0:
        return inf
    return entry / (exponential(epsilon)[1] * other) - 1
