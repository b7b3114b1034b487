r"""How a pattern's utility falls short of a parabola in ε, enclosed, for the f of this project.

With x = a/b − 1 and the centred f, three means of f'' over [1, 1 + x] describe utilities without
cancellation, from ε = 0 to ε = ∞:

.. math:: f(1 + x) = x^2 F(x), \quad f'(1 + x) = x D(x), \quad x f'(1 + x) - f(1 + x) = x^2 E(x),

.. math:: F = \int_0^1 (1 - s) f''(1 + sx)\,ds,\ D = \int_0^1 f''(1 + sx)\,ds,\ E = D - F.

All three fall in x if f'' falls, and rise if it rises; of the f here −F' falls too, or is constant.
Their enclosures are those at the ends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from formulations.formulation import Array
from lpcheck.regimes.enclosures import Enclosures, artanh_rest, exactly, log

Means = tuple[Enclosures, Enclosures, Enclosures, Enclosures]
Point = Callable[[Enclosures, Enclosures], Means]


@dataclass(frozen=True)
class Curvature:
    """F, D, E and −F' of one f.

    Attributes:
        at: (x, 1 + x) ↦ F, D, E, −F', both enclosing one number each.
        falls: whether f'' falls (else it rises).
        swapped: whether this is the f of the two priors exchanged.
        symmetric: whether D_f(P‖Q) = D_f(Q‖P).
        even: whether F is constant, so that utilities do not tell G from −G.
    """

    at: Point
    falls: bool = True
    swapped: bool = False
    symmetric: bool = False
    even: bool = False

    def over(self, x: Enclosures, r: Enclosures) -> Means:
        """F, D, E and −F' over all x in an enclosure, r that of 1 + x."""
        low, high = self._end(x.lo, np.maximum(r.lo, 0.0)), self._end(x.hi, r.hi)
        least, most = (high, low) if self.falls else (low, high)
        pairs = list(zip(least[:3], most[:3], strict=True))
        first, second, third = (Enclosures(np.maximum(a.lo, 0.0), b.hi) for a, b in pairs)
        return first, second, third, low[3].hull(high[3])

    def _end(self, x: Array, r: Array) -> Means:
        """At one end: by x where it is small, else by r, of which x has lost digits."""
        near = np.abs(x) < _NEAR
        ends = exactly(x).where(near, exactly(r) - 1.0), (exactly(x) + 1.0).where(near, exactly(r))
        return self.at(*ends)


_NEAR = 0.3


def _kl(x: Enclosures, r: Enclosures) -> Means:
    near = np.abs(x.lo) < _NEAR
    y = x.where(near, 0.0)
    base = 2.0 + y
    z = y / base
    rest = artanh_rest(z * z)
    cube = 2.0 * y / (base * base * base) * rest
    by_series = (
        1.0 / base + cube * (1.0 + y),
        2.0 / base * (1.0 + z * z * rest),
        1.0 / base - cube,
        2.0 * rest / (base * base),
    )
    far = r.where(~near, 2.0)
    L, d = log(far.lo).hull(log(far.hi)), x.where(~near, 1.0)
    square = d * d
    by_log = (
        (far * L - d) / square, L / d, (d - L) / square,
        ((2.0 + d) * L - 2.0 * d) / (square * d),
    )  # fmt: skip
    # At ratio 0 are their limits; at ratio ∞ all vanish.
    limits = (1.0, np.inf, np.inf, np.inf)
    found = []
    for one, other, limit in zip(by_series, by_log, limits, strict=True):
        value = one.where(near, other).where(far.hi > 0, float(limit))
        found.append(value.where(np.isfinite(far.lo), 0.0))
    return found[0], found[1], found[2], found[3]


def _hellinger(x: Enclosures, r: Enclosures) -> Means:
    root = r.sqrt()
    more = 1.0 + root
    square = more * more
    return 1.0 / square, 1.0 / (root * more), 1.0 / (root * square), 1.0 / (root * square * more)


def _chi2(x: Enclosures, r: Enclosures) -> Means:
    one = exactly(np.ones_like(x.lo))
    return one, 2.0 * one, one, 0.0 * one


def _cube(x: Enclosures, r: Enclosures) -> Means:
    """Order 3: f'' = x."""
    sixth = exactly(np.full_like(x.lo, -1.0)) / 6.0
    return 1.0 / 2.0 + x / 6.0, 1.0 + x / 2.0, 1.0 / 2.0 + x / 3.0, sixth


_KNOWN = {
    "kl": Curvature(_kl),
    "alpha:0": Curvature(_kl, swapped=True),
    "hellinger": Curvature(_hellinger, symmetric=True),
    "alpha:0.5": Curvature(_hellinger, symmetric=True),
    "chi2": Curvature(_chi2, even=True),
    "alpha:2": Curvature(_chi2, even=True),
    "alpha:-1": Curvature(_chi2, swapped=True, even=True),
    "alpha:3": Curvature(_cube, falls=False),
    "alpha:-2": Curvature(_cube, falls=False, swapped=True),
}


def curvature(name: str) -> Curvature | None:
    """That of a divergence by its name, up to a factor; None where it is not known here."""
    return _KNOWN.get(name)
