r"""The slopes at which a letter is in the best set.

Written at e^w, the tangent of φ(p0, p1) = p1 f(p0/p1) has the value

.. math:: h(w) = p_0 f'(e^w) + p_1 \big( f(e^w) - e^w f'(e^w) \big)

at a letter's masses. A letter of price c is in the best set for w exactly while h(w) ≥ c. As f is
convex, h rises up to the letter's own log-ratio and falls beyond it, so that there is one root on
either side. The slopes there are minima of chord slopes, from the letter's point to the graph of
f: an error in w is squared. Where f is not known to be smooth, or h is lost in rounding, they are
minimised as such, from values of f alone, so that f may have kinks.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from formulations.formulation import Array
from formulations.staircase_path.letters import Letters

_GOLDEN = (np.sqrt(5.0) - 1.0) / 2.0
_STEPS, _SMOOTH_STEPS = 68, 44
_PIECE = 8.0

_GRIDS, _POINTS = 4, 30
_MANY, _HALVINGS = 1000, 20
"""Roots from which on cells are halved: fewer points in all, where calls cost nothing beside them.
"""
_RANGE = (1e-4, 200.0)
"""Ranges of w at which e^w neither loses the digits of w nor gets near overflow."""


def entry_and_exit(letters: Letters, prices: Array) -> tuple[Array, Array]:
    """The slopes between which each letter is in the best set; low > high where it never is.

    Args:
        letters: the sorted alphabet.
        prices: c by letter, shape (n,).

    Raises:
        OverflowError: a slope of f at the ratio of some pattern is beyond a double.
    """
    p0, p1, divergence = letters.p0, letters.p1, letters.divergence
    n = len(p0)
    first, last = _range_of_ratios(letters)
    with np.errstate(over="ignore"):
        if not np.isfinite(divergence.slope(np.exp(np.array([first, last])))).all():
            raise OverflowError("a slope of f overflows at this ε")
    with np.errstate(divide="ignore", invalid="ignore"):
        own = np.log(p0) - np.log(p1)
        own[(p0 <= 0) & (p1 <= 0)] = np.nan

    # Both sides of each letter at once: first those for `low`, with the sign changed.
    side = np.repeat([-1.0, 1.0], n)
    mass0, mass1, c, own_gap = (np.tile(v, 2) for v in (p0, p1, prices, letters.gap))

    def chords(w: Array) -> Array:
        """Slopes of the lines from the letter's point to the graph of f at e^w, times the side."""
        a, b = np.exp(np.minimum(w, 0.0)), np.exp(-np.maximum(w, 0.0))
        gap = np.copysign(-np.expm1(-np.abs(w)), w)  # a − b
        rise = mass1 * divergence.terms(a, b, gap) - c * b
        # Near ratio 1 the gaps are the more exact; far from it they round to the larger mass.
        run = np.where(np.abs(gap) < 0.5, mass1 * gap - own_gap * b, mass1 * a - mass0 * b)
        run *= side
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            return np.where(run > 0, rise / run, np.inf)

    price = divergence.price if divergence.smooth else None

    def heights(w: Array) -> Array:
        """The tangent at e^w at the letter's masses, above its price."""
        assert price is not None
        r = np.exp(w)
        return np.asarray(mass0 * divergence.slope(r) + mass1 * price(r) - c)

    far = np.repeat([first, last], n)
    split = np.tile(np.clip(np.nan_to_num(own), first, last), 2)
    if price is not None and _RANGE[0] < last - first < _RANGE[1]:
        slopes = chords(_roots(heights, far, split)).min(axis=0)
    else:  # at a smooth minimum the error is of second order
        steps = _STEPS if price is None else _SMOOTH_STEPS
        slopes = _smallest(chords, np.minimum(far, split), np.maximum(far, split), steps)
    low, high = -slopes[:n], slopes[n:]
    low[own <= first], high[own >= last] = -np.inf, np.inf
    empty = np.isnan(own)
    low[empty], high[empty] = -np.inf, np.inf
    # A point on or above the graph: no tangent passes below f through it.
    never = prices >= divergence.terms(p0, p1, letters.gap)
    low[never], high[never] = np.inf, -np.inf
    return low, high


def _range_of_ratios(letters: Letters) -> tuple[float, float]:
    """The smallest and the largest log m0/m1 of a pattern: those of a prefix and of a suffix."""
    found = []
    for step in (1, -1):
        m0, m1 = (letters.u + np.cumsum(v[::step]) for v in (letters.p0, letters.p1))
        found.append(np.log(m0) - np.log(m1))
    return min(float(found[0].min()), 0.0), max(float(found[1].max()), 0.0)


def _roots(heights: Callable[[Array], Array], far: Array, near: Array) -> Array:
    """Where a function that rises from `far` to `near` is 0, elementwise: shape (3, n).

    The ends of a cell of 1e-6 of the range, and the root of its secant. Where there is no root,
    the end of the range that is nearest to one.
    """
    far, near, below, above = (_halved if len(far) > _MANY else _divided)(heights, far, near)
    with np.errstate(divide="ignore", invalid="ignore"):
        part = np.nan_to_num(below / (below - above), nan=0.5)
    return np.stack([far, near, far + np.clip(part, 0.0, 1.0) * (near - far)])


def _divided(
    heights: Callable[[Array], Array], far: Array, near: Array
) -> tuple[Array, Array, Array, Array]:
    """The cells' ends and the heights there, by grids within grids."""
    column, steps = np.arange(len(far)), np.linspace(0.0, 1.0, _POINTS)[:, None]
    for _ in range(_GRIDS):
        grid = far + (near - far) * steps
        values = heights(grid)
        # A height that overflowed is that of a point far out, where it is negative.
        cell = np.clip(np.count_nonzero(~(values >= 0), axis=0) - 1, 0, _POINTS - 2)
        far, near = grid[cell, column], grid[cell + 1, column]
    return far, near, values[cell, column], values[cell + 1, column]


def _halved(
    heights: Callable[[Array], Array], far: Array, near: Array
) -> tuple[Array, Array, Array, Array]:
    """The same by halving cells."""
    below, above = heights(far), heights(near)
    for _ in range(_HALVINGS):
        middle = 0.5 * (far + near)
        height = heights(middle)
        over = height >= 0
        far, below = np.where(over, far, middle), np.where(over, below, height)
        near, above = np.where(over, middle, near), np.where(over, height, above)
    return far, near, below, above


def _smallest(chords: Callable[[Array], Array], low: Array, high: Array, steps: int) -> Array:
    """The smallest value of a quasiconvex function on [low, high], elementwise.

    Far out in log r chords differ by less than rounding: a grid finds the part where they do not.
    """
    pieces = 2 + int(np.max(high - low, initial=0.0) / _PIECE)
    grid = low + (high - low) * np.linspace(0.0, 1.0, pieces + 1)[:, None]
    values = np.array([chords(w) for w in grid])
    least = values.argmin(axis=0)
    best, column = values.min(axis=0), np.arange(len(low))
    low = grid[np.maximum(least - 1, 0), column]
    high = grid[np.minimum(least + 1, pieces), column]
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = chords(left), chords(right)
    for _ in range(steps):
        best = np.minimum(best, np.minimum(at_left, at_right))
        down = at_left < at_right
        high, low = np.where(down, right, high), np.where(down, low, left)
        new = np.where(down, high - _GOLDEN * (high - low), low + _GOLDEN * (high - low))
        at_new = chords(new)
        left, right = np.where(down, new, right), np.where(down, left, new)
        at_left, at_right = np.where(down, at_new, at_right), np.where(down, at_left, at_new)
    return np.asarray(np.minimum(best, np.minimum(at_left, at_right)))
