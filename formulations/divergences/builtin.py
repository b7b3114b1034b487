"""The divergences that have a name: KL, TV, Hellinger, χ², hockey-stick, α and Jensen-Shannon.

CVXPY is imported only where an expression is made: closed forms use divergences without it.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from formulations.divergences.divergence import Divergence
from formulations.formulation import Array

_SMALL = 0.02
"""Below it a power series to the tenth term is exact to the last digit."""


def _shown(value: float) -> str:
    return repr(value).removesuffix(".0")


def _entropy_gap(x: Array) -> Array:
    r"""(1 + x) log(1 + x) − x for x > −1, with no cancellation at small x."""
    small = np.abs(x) < _SMALL
    result = np.empty_like(x)
    large = x[~small]
    result[~small] = (1.0 + large) * np.log1p(large) - large
    y = x[small]
    series = np.zeros_like(y)
    for n in range(10, 1, -1):
        series = series * y + (-1.0) ** n / (n * (n - 1))
    result[small] = series * y * y
    return result


def _kl_term(a: Array, b: Array, gap: Array) -> Array:
    with np.errstate(over="ignore"):
        x = gap / b
    near = np.abs(x) < 0.5
    result = np.empty_like(a)
    result[near] = b[near] * _entropy_gap(x[near])
    far = ~near
    result[far] = a[far] * (np.log(a[far]) - np.log(b[far])) - gap[far]
    return result


def _kl_expression(a: Array, b: Any) -> Any:
    import cvxpy as cp

    return cp.rel_entr(a, b) - a + b


@cache
def kl() -> Divergence:
    r"""Kullback-Leibler: f(x) = x log x."""
    return Divergence("kl", 0.0, math.inf, 1.0, _kl_term, np.log, _kl_expression, lambda r: 1.0 - r)


def _tv_expression(a: Array, b: Any) -> Any:
    import cvxpy as cp

    return 0.5 * cp.abs(a - b)


@cache
def tv() -> Divergence:
    r"""Total variation: f(x) = |x − 1|/2."""
    return Divergence(
        "tv",
        0.5,
        0.5,
        0.0,
        lambda a, b, gap: 0.5 * np.abs(gap),
        lambda x: 0.5 * np.sign(x - 1.0),
        _tv_expression,
        lambda r: -0.5 * np.sign(r - 1.0),
        smooth=False,
        linear=True,
    )


def _hellinger_expression(a: Array, b: Any) -> Any:
    import cvxpy as cp

    return a + b - 2.0 * cp.multiply(np.sqrt(a), cp.sqrt(b))


@cache
def hellinger() -> Divergence:
    r"""Squared Hellinger: f(x) = (1 − √x)², at most 2."""
    return Divergence(
        "hellinger",
        1.0,
        1.0,
        0.0,
        lambda a, b, gap: (gap / (np.sqrt(a) + np.sqrt(b))) ** 2,
        lambda x: 1.0 - 1.0 / np.sqrt(x),
        _hellinger_expression,
        lambda r: 1.0 - np.sqrt(r),
    )


def _chi2_term(a: Array, b: Array, gap: Array) -> Array:
    with np.errstate(over="ignore"):
        return np.asarray(gap * (gap / b))


def _chi2_expression(a: Array, b: Any) -> Any:
    import cvxpy as cp

    return cp.multiply(a * a, cp.inv_pos(b)) - 2.0 * a + b


@cache
def chi2() -> Divergence:
    r"""χ²: f(x) = x² − 1."""
    return Divergence(
        "chi2",
        -1.0,
        math.inf,
        2.0,
        _chi2_term,
        lambda x: 2.0 * (x - 1.0),
        _chi2_expression,
        lambda r: (1.0 - r) * (1.0 + r),
    )


@cache
def hockey_stick(gamma: float) -> Divergence:
    r"""Hockey-stick E_γ: f(x) = max(x − γ, 0), γ ≥ 1."""

    def expression(a: Array, b: Any) -> Any:
        import cvxpy as cp

        return cp.pos(a - gamma * b)

    return Divergence(
        f"hockey-stick:{_shown(gamma)}",
        0.0,
        1.0,
        0.0,
        lambda a, b, gap: np.maximum(gap - (gamma - 1.0) * b, 0.0),
        lambda x: (x > gamma).astype(float),
        expression,
        lambda r: np.where(r > gamma, -gamma, 0.0),
        smooth=False,
        linear=True,
        free=gamma,
    )


def _js_term(a: Array, b: Array, gap: Array) -> Array:
    mean = 0.5 * a + 0.5 * b
    y = gap / (2.0 * mean)
    safe = np.clip(y, -1.0 + 2**-53, 1.0 - 2**-53)
    return 0.5 * mean * (_entropy_gap(safe) + _entropy_gap(-safe))


def _js_expression(a: Array, b: Any) -> Any:
    import cvxpy as cp

    mean = 0.5 * (a + b)
    return 0.5 * (cp.rel_entr(a, mean) + cp.rel_entr(b, mean))


@cache
def js() -> Divergence:
    r"""Jensen-Shannon: f(x) = ½ x log(2x/(1 + x)) + ½ log(2/(1 + x)), at most log 2."""
    half = 0.5 * math.log(2.0)
    return Divergence(
        "js",
        half,
        half,
        0.0,
        _js_term,
        lambda x: 0.5 * (math.log(2.0) - np.log1p(1.0 / x)),
        _js_expression,
        lambda r: 0.5 * (math.log(2.0) - np.log1p(r)),
    )


@cache
def alpha(order: float) -> Divergence:
    r"""Order-a (Cressie-Read): f(x) = (x^a − a x + a − 1)/(a(a − 1)); 1 is KL, 0 its reverse."""
    if order == 1.0:
        return kl()
    if order == 0.0:
        return Divergence(
            "alpha:0",
            math.inf,
            1.0,
            0.0,
            _reverse_kl_term,
            lambda x: 1.0 - 1.0 / x,
            _reverse_kl,
            lambda r: -np.log(r),
        )
    less = float(Fraction(repr(order)) - 1)  # order − 1, to full precision next to 1
    # D_a(P‖Q) is D_{1−a}(Q‖P), and from 1/2 on nothing cancels, near a = 1 either.
    mirror = alpha(-less) if order < 0.5 else None

    def term(a: Array, b: Array, gap: Array) -> Array:
        if mirror is not None:
            return np.asarray(mirror.term(b, a, -gap))
        with np.errstate(over="ignore"):
            x = gap / b
            near = np.log1p(np.clip(x, -0.5, 0.5))
            exponent = less * np.where(np.abs(x) < 0.5, near, np.log(a) - np.log(b))
            far = np.exp(np.log(a) + exponent) - a
            above = np.where(np.abs(exponent) < 1.0, a * np.expm1(exponent), far)
            result = (above / less - gap) / order
        small = np.abs(x) * max(1.0, abs(order)) < _SMALL
        y, series = x[small], np.zeros(int(small.sum()))
        coefficients = [0.5]  # binom(order, n) / (order (order − 1)) for n = 2, 3, ...
        for n in range(3, 12):
            coefficients.append(coefficients[-1] * (order - n + 1) / n)
        for c in reversed(coefficients):
            series = series * y + c
        result[small] = b[small] * series * y * y
        return result

    def expression(a: Array, b: Any) -> Any:
        import cvxpy as cp

        power = cp.power(b, -less, approx=False)
        return (cp.multiply(a**order, power) - order * a + less * b) / (order * less)

    return Divergence(
        f"alpha:{_shown(order)}",
        1.0 / order if order > 0 else math.inf,
        math.inf if order > 1 else -1.0 / less,
        0.0,
        term,
        lambda x: np.expm1(less * np.log(x)) / less,
        expression,
        lambda r: -np.expm1(order * np.log(r)) / order,
    )


def _reverse_kl_term(a: Array, b: Array, gap: Array) -> Array:
    return _kl_term(b, a, -gap)


def _reverse_kl(a: Array, b: Any) -> Any:
    import cvxpy as cp

    return cp.rel_entr(b, a) + a - b
