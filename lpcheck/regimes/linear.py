r"""Total variation and the hockey-sticks: the optimal partition at every ε, in closed form.

With :math:`E = E_\gamma(P_0\|P_1)` and η = 1 − u let
:math:`\lambda = (\eta E - u(\gamma - 1))/(1 + u)`. If λ ≤ 0 the optimum is 0, and one block has it.
Otherwise two blocks are optimal, :math:`T = \{P_0 \ge \gamma P_1\}` and the rest, with the value λ.
Many other partitions tie; this one has the fewest blocks. Proof, with
:math:`e = (P_0 - \gamma P_1)^+` and :math:`d = (P_0 - \gamma P_1)^-`, of sums E and E + γ − 1:

.. math:: c_x = \frac{\lambda}{E} e_x - \frac{u\lambda}{E + \gamma - 1} d_x

has the sum ηλ. Its negative entries sum to −uλ, so that c(S) + uλ ≥ 0 for every set S. What S lacks
of T costs :math:`\eta e_x - c_x`, in sum at most ηE − λ = uλ + u(γ − 1); what it has outside T
costs nothing, as :math:`\eta d_x \ge -c_x`. So
:math:`c(S) + u\lambda \ge \eta (P_0 - \gamma P_1)(S) - u(\gamma - 1)` too, and c is dual
feasible for all patterns.
"""

from __future__ import annotations

import math
from decimal import Context, Decimal
from fractions import Fraction

from formulations.formulation import Bounds
from formulations.parameters import Distribution, read_number
from lpcheck.regimes.regime import Blocks, Change, Interval, Regimes

HOW = "closed form: two blocks {P0 < γ P1}, {P0 ≥ γ P1} as soon as the optimum is not 0"
_CONTEXT = Context(prec=60)


def order(name: str) -> Fraction | None:
    """γ of total variation (1) or of a hockey-stick, exactly; None for another divergence."""
    head, _, gamma = name.strip().lower().partition(":")
    if head == "tv":
        return Fraction(1)
    return read_number("divergence", gamma or "1") if head == "hockey-stick" else None


def by_closed_form(
    p0: Distribution, p1: Distribution, gamma: Fraction, least: float, most: float
) -> Regimes:
    """The regimes, proved for every ε."""
    k = len(p0)
    pairs = list(zip(p0.exact, p1.exact, strict=True))
    inside = [a >= gamma * b and a > 0 for a, b in pairs]
    distance = sum((max(a - gamma * b, Fraction(0)) for a, b in pairs), Fraction(0))
    one: Blocks = (tuple(range(k)),)
    two: Blocks = tuple(tuple(x for x in range(k) if inside[x] == side) for side in (False, True))
    if distance == 0:
        interval = Interval(Bounds(least, most), one, (), 0.0)
        return Regimes((interval,), (), least, most, k, trivial=True, how=HOW)
    start = _start(gamma, distance)
    if start.upper <= least:
        return Regimes((Interval(Bounds(least, most), two, (), 0.0),), (), least, most, k, how=HOW)
    if start.lower >= most:
        interval = Interval(Bounds(least, most), one, (), 0.0)
        return Regimes((interval,), (), least, most, k, trivial=True, how=HOW)
    low, high = max(start.lower, least), min(start.upper, most)
    intervals = (
        Interval(Bounds(least, low), one, (), 0.0),
        Interval(Bounds(high, most), two, (), 0.0),
    )
    # One block has the value 0, so it is worse by everything.
    change = Change(Bounds(low, high), one, two, certified=True, margin=1.0)
    return Regimes(intervals, (change,), least, most, k, how=HOW)


def _start(gamma: Fraction, distance: Fraction) -> Bounds:
    """The level log(1 + (γ − 1)/E) at which λ = 0, rounded outwards."""
    if gamma == 1:
        return Bounds(0.0, 0.0)
    ratio = 1 + (gamma - 1) / distance
    exact = _CONTEXT.divide(Decimal(ratio.numerator), Decimal(ratio.denominator))
    near = float(_CONTEXT.ln(exact))
    return Bounds(math.nextafter(near, 0.0), math.nextafter(near, math.inf))
