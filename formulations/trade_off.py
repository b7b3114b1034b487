r"""How private a sampler must be: pure, approximate, Gaussian, or by a trade-off function.

Every level is read as a privacy profile: for all pairs of outputs Q, Q' in both orders

.. math:: E_t(Q \| Q') = \sum_y \max(Q_y - t Q'_y, 0) \le \delta(t), \qquad t \ge 1.

For a trade-off function g, :math:`T(Q, Q') \ge g` says :math:`E_t(Q'\|Q) \le 1 + g^*(-t)` for every
t ≥ 0. Since :math:`E_t(Q\|Q') = 1 - t + t E_{1/t}(Q'\|Q)`, asking it of both orders asks for
t ≥ 1 that E_t be at most both :math:`1 + g^*(-t)` and :math:`1 - t + t(1 + g^*(-1/t))`. The two
agree when g is symmetric.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array
from formulations.parameters import (
    in_one_line,
    read_answer,
    read_delta,
    read_epsilon,
    read_number,
)

_LARGEST, _NEGLIGIBLE = 700.0, 1e-13
_GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0
_STEPS = (1e-4, 1e-6, 1e-3, 1e-8)
_GRID = np.linspace(0.0, 1.0, 2001)


@dataclass(frozen=True)
class Profile:
    """One convex bound δ(t), asked for at all t ≥ 1, or only at one t.

    `level` is that one β = log t in nats, or None where every β ≥ 0 binds.
    """

    delta: Callable[[Any], Any]
    """β ↦ δ(e^β), elementwise."""
    level: float | None
    worst: Callable[[Array, Array, Array, Array], Array]
    """(A, B, low, high) ↦ the β in [low, high] at which A − e^β B − δ(e^β) is largest."""
    horizon: float
    """The β from which on δ(e^β) is below 1e-13, which no double can tell from 0."""
    excess: Callable[[Array, Array], Array] | None = None
    """(A, B) ↦ the largest A − e^β B − δ(e^β) over all β ≥ 0, where `worst` is slow to find it."""


@dataclass(frozen=True)
class PrivacyLevel:
    """A privacy requirement: its parameters as given, and its profiles."""

    name: str
    parameters: dict[str, Any]
    profiles: tuple[Profile, ...]
    epsilon: float | None = None
    """For pure LDP, its ε in nats."""
    same_support: bool = False
    """Whether δ(t) tends to 0, so that all outputs must be 0 at the same letters."""

    @property
    def level(self) -> float | None:
        """The one β that binds, in nats; None beyond pure and approximate LDP."""
        return self.profiles[0].level


def read_privacy(epsilon: Any, delta: Any, nu: Any, trade_off_function: Any) -> PrivacyLevel:
    """The requirement from exactly one of `epsilon` (with `delta`), `nu`, `trade_off_function`.

    Args:
        epsilon: pure LDP with `delta` left out, in nats.
        delta: goes with `epsilon`.
        nu: the level of Gaussian privacy.
        trade_off_function: a :class:`TradeOff`, or what gives one.

    Raises:
        InputError: none or several are given, or one is out of range.
    """
    given = [x is not None for x in (epsilon, nu, trade_off_function)]
    if sum(given) != 1:
        raise InputError(
            "epsilon",
            "give exactly one of epsilon (with delta), nu and a trade-off function",
            f"{sum(given)} of them were given",
        )
    if delta is not None and epsilon is None:
        raise InputError("delta", "goes with epsilon only", "leave it out")
    if epsilon is not None:
        return _approximate(epsilon, 0 if delta is None else delta)
    if nu is not None:
        return _gaussian(nu)
    return _functional(trade_off_function)


def _approximate(epsilon: Any, delta: Any) -> PrivacyLevel:
    level, slack = read_epsilon(epsilon), read_delta(delta)
    at = float(level)
    profile = Profile(lambda beta: float(slack), at, lambda A, *_: np.full(A.shape, at), at)
    pure = float(level) if slack == 0 else None
    parameters = {"epsilon": level} if slack == 0 else {"epsilon": level, "delta": slack}
    name = "pure" if slack == 0 else "approximate"
    return PrivacyLevel(name, parameters, (profile,), pure, same_support=slack == 0)


def _gaussian(value: Any) -> PrivacyLevel:
    r"""ν-GLDP: δ(e^β) = Φ(ν/2 − β/ν) − e^β Φ(−ν/2 − β/ν)."""
    exact = read_number("nu", value)
    if exact <= 0:
        raise InputError("nu", f"{float(exact):g} is not positive", "give a Gaussian level ν > 0")
    nu = float(exact)

    def delta(beta: Any) -> Any:
        from scipy.special import erfcx, ndtr

        # e^β φ(−ν/2 − β/ν) = φ(ν/2 − β/ν): with Mills' ratio nothing overflows.
        with np.errstate(over="ignore"):
            at, tail = nu / 2 - beta / nu, nu / 2 + beta / nu
            rest = 0.5 * np.exp(-0.5 * at * at) * erfcx(tail / math.sqrt(2.0))
        return np.maximum(ndtr(at) - rest, 0.0)

    def worst(A: Array, B: Array, low: Array, high: Array) -> Array:
        from scipy.special import ndtri

        # δ'(t) = −Φ(−ν/2 − β/ν) must equal the slope −B of the line.
        stationary = -nu * (nu / 2 + ndtri(np.clip(B, 0.0, 1.0)))
        return np.asarray(np.clip(stationary, low, high))

    profile = Profile(delta, None, worst, _horizon(delta, math.inf))
    return PrivacyLevel("gaussian", {"nu": exact}, (profile,), same_support=True)


def _functional(given: Any) -> PrivacyLevel:
    if not callable(given):
        what = f"{type(given).__name__} is not callable"
        raise InputError("trade_off_function", what, "give g(x)")
    g = _asked(given)
    _refuse_unless_trade_off(g)

    def conjugate(t: float) -> float:
        # At the least t x + g(x), t x ≤ g(0) ≤ 1: the search is over z = t x.
        def total(z: float) -> float:
            return z + g(z / t)

        return max(1.0 - total(_least(total, 0.0, min(1.0, t))), 0.0)

    def forward(beta: float) -> float:
        return conjugate(math.exp(beta))

    def backward(beta: float) -> float:
        t = math.exp(beta)

        def total(x: float) -> float:  # 1 − t + t (1 + g*(−1/t)), with nothing that cancels
            return x + t * g(x)

        return max(1.0 - total(_least(total, 0.0, 1.0)), 0.0)

    values = np.vectorize(lambda x: g(min(max(float(x), 0.0), 1.0)), otypes=[float])
    lowest = _least(lambda x: x + g(x), 0.0, 1.0)

    def forward_excess(A: Array, B: Array) -> Array:
        # sup over t ≥ 1 of A − t B − 1 + min (t x + g(x)): the least x + g(x) over x ≤ B.
        x = np.minimum(B, lowest)
        return np.asarray(A - 1.0 - (B - x) + values(x))

    def backward_excess(A: Array, B: Array) -> Array:
        # sup over t ≥ 1 of A − t B − 1 + min (x + t g(x)): the least x + g(x) over g(x) ≤ B.
        low, high = np.full(B.shape, lowest), np.ones(B.shape)
        high = np.where(values(low) <= B, low, high)
        for _ in range(54):
            middle = 0.5 * (low + high)
            inside = values(middle) <= B
            low, high = np.where(inside, low, middle), np.where(inside, middle, high)
        return np.asarray(A - 1.0 + high - (B - np.minimum(values(high), B)))

    profiles = []
    for d, most in ((forward, forward_excess), (backward, backward_excess)):
        each, worst = np.vectorize(d, otypes=[float]), _search(d, most)
        profiles.append(Profile(each, None, worst, _horizon(d, _LARGEST), most))
    return PrivacyLevel(
        "functional", {"trade_off_function": given}, tuple(profiles), same_support=g(0.0) == 1.0
    )


def _asked(g: Callable[[float], Any]) -> Callable[[float], float]:
    """The function, with a refusal in one line where it raises or returns no number."""

    def value(x: float) -> float:
        try:
            return read_answer(g(x))
        except Exception as error:
            raise InputError(
                "trade_off_function",
                f"g({x:.6g}) raised {in_one_line(error)}",
                "define it on all of [0, 1]",
            ) from error

    return value


def _least(h: Callable[[float], float], low: float, high: float) -> float:
    """Where a convex h is least, to the last digit: Brent's method stops at half of them."""
    ends = (low, high)
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = h(left), h(right)
    while low < left < right < high:
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = h(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = h(right)
        if high - low <= 4e-16 * ends[1]:
            break
    return min((*ends, low, left, right, high), key=h)


def _horizon(delta: Callable[[float], float], farthest: float) -> float:
    low, high = 0.0, _LARGEST
    while delta(high) > _NEGLIGIBLE:
        if 2.0 * high > farthest:
            return high
        low, high = high, 2.0 * high
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if delta(middle) <= _NEGLIGIBLE else (middle, high)
    return high


def _search(
    delta: Callable[[float], float], excess: Callable[[Array, Array], Array]
) -> Callable[[Array, Array, Array, Array], Array]:
    def worst(A: float, B: float, low: float, high: float) -> float:
        def short(beta: float) -> float:
            return delta(beta) + math.exp(beta) * B - A

        if high <= low:
            return low
        most = float(excess(np.array(A), np.array(B)))
        for step in _STEPS:  # the worst t is minus a slope of B ↦ the excess
            near = np.clip(np.array([B - step, B, B + step]), 0.0, 1.0)
            heights = excess(np.zeros(3), near)
            for i, j in ((0, 2), (0, 1), (1, 2)):
                if near[j] > near[i]:
                    t = max(float((heights[i] - heights[j]) / (near[j] - near[i])), 1.0)
                    beta = min(max(math.log(t), low), high)
                    if -short(beta) >= 0.999 * most - 1e-14:
                        return beta
        # Concave in t on an interval between break points, hence unimodal in β.
        return _least(short, low, high)

    return np.vectorize(worst, otypes=[float])


def _refuse_unless_trade_off(g: Callable[[float], float]) -> None:
    values = np.array([g(x) for x in _GRID.tolist()])
    remedy = "a trade-off function is convex, continuous, non-increasing, with 0 ≤ g(x) ≤ 1 − x"
    with np.errstate(invalid="ignore"):  # ∞ − ∞, which the first check is for
        steps, bends = np.diff(values), np.diff(values, 2)
    checks = (
        (~np.isfinite(values), "is not finite"),
        (values < -1e-12, "is negative"),
        (values > 1.0 - _GRID + 1e-12, "is above 1 − x"),
        (np.append(steps > 1e-12, False), "increases"),
        (np.concatenate(([False], bends < -1e-12, [False])), "is not convex"),
    )
    for bad, what in checks:
        if bad.any():
            where = float(_GRID[bad][0])
            raise InputError("trade_off_function", f"g {what} at x = {where:g}", remedy)
