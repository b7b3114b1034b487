"""A divergence made from a user's own convex f."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from formulations.divergences.divergence import UNIT, Divergence
from formulations.errors import InputError
from formulations.formulation import Array
from formulations.parameters import in_one_line, read_answer

_STEP = 1e-6
_FARTHEST = (1e300, 1e135, 1e60, 1e30, 1e15, 600.0, 20.0)
_PROBES = np.concatenate([np.geomspace(1e-4, 1e4, 161), 1.0 + np.linspace(-0.5, 0.5, 41)])
_SPACINGS = (2.0**-47, 2.0**-26, 2.0**-17)
_NEXT = np.outer(_SPACINGS, np.arange(9)).ravel().tolist()
_SAMPLE = 64


def divergence(
    f: Callable[[float], float],
    *,
    name: str = "custom",
    at_zero: float | None = None,
    slope_at_infinity: float | None = None,
    derivative: Callable[[float], float] | None = None,
) -> Divergence:
    r"""The divergence D_f of a convex f: (0, ∞) → ℝ with f(1) = 0.

    Doubles close to each other are asked of f as well: what its values scatter there by is taken
    as its accuracy, and counts as rounding in every answer. The scatter is all that can be seen:
    an f that is smooth and wrong is another f. Where f cancels, as (xᵃ − 1)/(a(a − 1)) does next
    to a = 1 and x = 1, or a large multiple of x − 1 is part of it, digits are lost that nothing
    brings back: write f so that it does not (with ``expm1``, without the linear part).

    Args:
        f: a function of one positive float.
        name: how reports call it.
        at_zero: f(0); by default f's own value at 0, or its limit.
        slope_at_infinity: f'(∞) = lim f(x)/x; by default found from f far out, before it
            overflows.
        derivative: f' (any subgradient); by default chords, which are exact to about 1e-12.

    Raises:
        InputError: f(1) ≠ 0, f is not convex on [1e-4, 1e4], or a limit cannot be told; later,
            where f raises at a number that it is asked for.

    Programs with such an f are solved by HiGHS with tangent planes, since CVXPY has no atom for it.
    """
    f = _asked(f)
    _refuse_unless_convex(f)
    zero = _limit_at_zero(f) if at_zero is None else float(at_zero)
    slope = _limit_slope(f) if slope_at_infinity is None else float(slope_at_infinity)
    derive = derivative if derivative is not None else _chord(f, _STEP)
    centre, off = _centre(f, derive, derivative is not None)

    def term(a: Array, b: Array, gap: Array) -> Array:
        pairs = zip(a.tolist(), b.tolist(), strict=True)
        values = np.array([y * _quiet(f, x / y) for x, y in pairs])
        return np.asarray(values - centre * gap)

    def slope_at(x: Array) -> Array:
        return np.array([derive(v) for v in np.ravel(x).tolist()]).reshape(np.shape(x)) - centre

    def noise(a: Array, b: Array, gap: Array) -> Array:
        r = a / b
        at = r if r.size <= _SAMPLE else np.geomspace(r.min(), r.max(), _SAMPLE)
        scatter = np.array([sum(_scatter(f, x)) for x in at.tolist()])
        if r.size > _SAMPLE:
            scatter = float((scatter / (1.0 + at)).max()) * (1.0 + r)
        return np.asarray(b * scatter + off * np.abs(gap))

    return Divergence(name, zero, slope, centre, term, slope_at, noise=noise)


def _asked(f: Callable[[float], float]) -> Callable[[float], float]:
    """The function, with a refusal in one line where it raises; overflows are let through."""

    def value(x: float) -> float:
        try:
            return read_answer(f(x))
        except OverflowError:
            raise
        except Exception as error:
            raise InputError(
                "divergence",
                f"f({x:.6g}) raised {in_one_line(error)}",
                "define f on all of (0, ∞)",
            ) from error

    return value


def _scatter(f: Callable[[float], float], x: float) -> tuple[float, float]:
    """How far f's values next to x are from a smooth curve, and what the last digits of x move.

    Fifth differences of a smooth function are nothing at these spacings; those of rounding are
    many times its size. On one side of x, lest there be a kink; far apart too, since a power
    near 0 stays one double for long.
    """
    sides = [[_quiet(f, x * (1.0 + side * gap)) for gap in _NEXT] for side in (-1.0, 1.0)]
    values = np.array(sides).reshape(2, len(_SPACINGS), -1)
    if not np.isfinite(values).all():
        return math.inf, math.inf
    found = np.abs(np.diff(values, 5)).max(axis=(1, 2)).min()
    steep = np.abs(values[:, 0, -1] - values[:, 0, 0]).max() / 2.0**9
    return float(found) + 4.0 * UNIT * abs(float(values[0, 0, 0])), float(steep)


def _centre(
    f: Callable[[float], float], derive: Callable[[float], float], known: bool
) -> tuple[float, float]:
    """A subgradient at 1, and how far it may be off: by the step that f's scatter asks for."""
    centre = float(derive(1.0))
    if known:
        return centre, 4.0 * UNIT * abs(centre)
    found = []
    for step in (_STEP, 1e-4, 1e-3, 1e-2):
        one, two = _chord(f, step)(1.0), _chord(f, 2.0 * step)(1.0)
        lost = max(_scatter(f, 1.0 + side * step)[0] for side in (-2.0, -1.0, 1.0, 2.0))
        # The error of a chord is of order step², so that a third of the difference is most of it.
        found.append((abs(two - one) / 3.0 + lost / step, one))
    off, centre = min(found)
    return centre, off


def _chord(f: Callable[[float], float], step: float) -> Callable[[float], float]:
    def slope(x: float) -> float:
        high, low = x * (1.0 + step), x * (1.0 - step)
        return (f(high) - f(low)) / (high - low)

    return slope


def _refuse_unless_convex(f: Callable[[float], float]) -> None:
    try:
        at_one = f(1.0)
        x, values = _graph(f)
    except OverflowError as error:
        raise InputError(
            "divergence", f"f raised {in_one_line(error)}", "define f on all of (0, ∞)"
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
            points.append((x, f(x)))
        except OverflowError:
            if x < 1.0:
                raise
    x, values = np.array(points).T
    return x, values


def _limit_at_zero(f: Callable[[float], float]) -> float:
    try:
        with np.errstate(all="ignore"):
            value = f(0.0)
        if not math.isnan(value):
            return value
    except (InputError, OverflowError):
        pass
    return _limit("at_zero", "f(0)", [_quiet(f, x) for x in (1e-100, 1e-200, 1e-300)])


def _limit_slope(f: Callable[[float], float]) -> float:
    # As far out as f does not overflow: (x − 1)²/(x + 1) does at 1e200, and its limit is 1.
    for top in _FARTHEST:
        try:
            values = [_quiet(f, x) / x for x in np.geomspace(1.0, top, 4)[1:].tolist()]
        except InputError:  # it raises so far out: nearer, and it is told where it matters
            continue
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
            return f(x)
    except OverflowError:
        return math.inf
