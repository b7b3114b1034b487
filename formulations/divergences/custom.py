"""A divergence made from a user's own convex f."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from formulations.divergences.divergence import Array, Divergence
from formulations.errors import InputError

_STEP = 1e-6
_FARTHEST = (1e300, 1e135, 1e60, 1e30, 1e15, 600.0, 20.0)
_PROBES = np.concatenate([np.geomspace(1e-4, 1e4, 161), 1.0 + np.linspace(-0.5, 0.5, 41)])


def divergence(
    f: Callable[[float], float],
    *,
    name: str = "custom",
    at_zero: float | None = None,
    slope_at_infinity: float | None = None,
    derivative: Callable[[float], float] | None = None,
) -> Divergence:
    r"""The divergence D_f of a convex f: (0, ∞) → ℝ with f(1) = 0.

    Args:
        f: a function of one positive float.
        name: how reports call it.
        at_zero: f(0); by default f's own value at 0, or its limit.
        slope_at_infinity: f'(∞) = lim f(x)/x; by default found from f far out, before it
            overflows.
        derivative: f' (any subgradient); by default chords, which are exact to about 1e-12.

    Raises:
        InputError: f(1) ≠ 0, f is not convex on [1e-4, 1e4], or a limit cannot be told.

    Programs with such an f are solved by HiGHS with tangent planes, since CVXPY has no atom for it.
    """
    _refuse_unless_convex(f)
    zero = _limit_at_zero(f) if at_zero is None else float(at_zero)
    slope = _limit_slope(f) if slope_at_infinity is None else float(slope_at_infinity)
    derive = derivative if derivative is not None else _chord(f)
    centre = float(derive(1.0))

    def term(a: Array, b: Array, gap: Array) -> Array:
        pairs = zip(a.tolist(), b.tolist(), strict=True)
        values = np.array([y * _quiet(f, x / y) for x, y in pairs])
        return np.asarray(values - centre * gap)

    def slope_at(x: Array) -> Array:
        return np.array([derive(v) for v in np.ravel(x).tolist()]).reshape(np.shape(x)) - centre

    return Divergence(name, zero, slope, centre, term, slope_at)


def _chord(f: Callable[[float], float]) -> Callable[[float], float]:
    def slope(x: float) -> float:
        return (f(x * (1 + _STEP)) - f(x * (1 - _STEP))) / (2 * _STEP * x)

    return slope


def _refuse_unless_convex(f: Callable[[float], float]) -> None:
    try:
        at_one = float(f(1.0))
        x, values = _graph(f)
    except Exception as error:
        raise InputError(
            "divergence", f"f raised {type(error).__name__}: {error}", "define f on all of (0, ∞)"
        ) from error
    if not abs(at_one) <= 1e-12:
        raise InputError("divergence", f"f(1) = {at_one:.6g}, not 0", "subtract f(1) from f")
    if not np.isfinite(values).all():
        bad = float(x[~np.isfinite(values)][0])
        raise InputError("divergence", f"f({bad:.6g}) is not finite", "define f on all of (0, ∞)")
    slopes = np.diff(values) / np.diff(x)
    noise = 1e-13 * (np.abs(values[1:]) + np.abs(values[:-1]) + 1) / np.diff(x)
    falls = slopes[1:] - slopes[:-1] < -(noise[1:] + noise[:-1])
    if falls.any():
        where = float(x[1:-1][falls][0])
        raise InputError("divergence", f"f is not convex near {where:.6g}", "give a convex f")


def _graph(f: Callable[[float], float]) -> tuple[Array, Array]:
    """The probes at which f does not overflow (exp(x) does at 1e4), and its values there."""
    points = []
    for x in np.unique(_PROBES).tolist():
        try:
            points.append((x, float(f(x))))
        except OverflowError:
            if x < 1.0:
                raise
    x, values = np.array(points).T
    return x, values


def _limit_at_zero(f: Callable[[float], float]) -> float:
    try:
        with np.errstate(all="ignore"):
            value = float(f(0.0))
        if not math.isnan(value):
            return value
    except (ZeroDivisionError, ValueError, OverflowError, FloatingPointError):
        pass
    return _limit("at_zero", "f(0)", [_quiet(f, x) for x in (1e-100, 1e-200, 1e-300)])


def _limit_slope(f: Callable[[float], float]) -> float:
    # As far out as f does not overflow: (x − 1)²/(x + 1) does at 1e200, and its limit is 1.
    for top in _FARTHEST:
        values = [_quiet(f, x) / x for x in np.geomspace(1.0, top, 4)[1:].tolist()]
        if np.isfinite(values).all():
            return _limit("slope_at_infinity", "f'(∞)", values)
    return math.inf


def _limit(parameter: str, what: str, values: list[float]) -> float:
    """The limit of three values far out: settled, growing without end, or unknown."""
    first, second, third = values
    if math.isinf(third):
        return third
    if abs(third - second) <= 1e-9 * max(1.0, abs(third)):
        return third
    # Logarithms and powers grow by as much or more each time; a slower growth may have a limit.
    if third - second >= (1.0 - 1e-9) * (second - first) > 0:
        return math.inf
    raise InputError(parameter, f"{what} cannot be told from f", f"state it: {parameter}=...")


def _quiet(f: Callable[[float], float], x: float) -> float:
    try:
        with np.errstate(all="ignore"):
            return float(f(x))
    except OverflowError:
        return math.inf
