r"""A dual vector in closed form, feasible for every pattern of every prior.

With the level A = 1ᵀα write :math:`h(s) = g(s) - uA`. Let the line through 0 touch h at
:math:`s^*`, with slope t, and price an input of mass p at

.. math:: (1 - u)\,\alpha(p) = t p \ (p \le s^*), \qquad h(p) \ (p \ge s^*).

No pattern breaks it: let T have inputs of mass above s* with masses :math:`p_1 \ge p_2 \ge \dots`
and others of total mass r. Without the former, h(r) ≤ tr. With them, h is concave and its slope
beyond s* is at most that of the chords from 0 beyond, which fall: so
:math:`h(p_1 + p_2 + \dots + r) \le h(p_1) + h'(p_1)(p_2 + \dots + r)`, where
:math:`h'(p_1) \le h'(p_i) \le h(p_i)/p_i` and :math:`h'(p_1) \le t`. It remains to choose A such
that Σα ≤ A, and the smallest such A bounds the optimum. With many letters of no common measure it
*is* the optimum but for very little: sets of mass nearly s* cover small inputs equally.
"""

from __future__ import annotations

import numpy as np

from formulations.divergences import read_divergence
from formulations.formulation import Array
from formulations.information_search.letters import Letters

_KL = read_divergence("kl")
_HALVINGS = 200


def fluid_prices(letters: Letters) -> tuple[float, Array]:
    """The level A and prices α by input of each letter, shape (n,), Σα = A; for ε > 0."""
    low, high = 0.0, letters.curve.epsilon
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        level, prices = _at(letters, middle)
        if prices @ letters.counts > level:
            low = middle
        else:
            high = middle
    level, prices = _at(letters, high)
    # What rounding leaves to A is shared by mass.
    prices = prices + (level - prices @ letters.counts) * letters.masses
    return level, prices


def _at(letters: Letters, log_ratio: float) -> tuple[float, Array]:
    """The level at which the line touches h where m = u·e^{log_ratio}, and the prices then."""
    curve = letters.curve
    # h(s) = s h'(s) says: m/u − 1 − log(m/u) = A, which at small ε is written as a divergence.
    level = _KL.terms(1.0, np.exp(log_ratio), -np.expm1(log_ratio))
    touch = curve.u * np.expm1(log_ratio) / curve.rest
    slope = float(curve.slope(np.array([touch]))[0])
    alone = np.eye(len(letters), dtype=np.intp)
    large = letters.utilities(alone) - curve.u * level
    costs = np.where(letters.masses >= touch, large, slope * letters.masses)
    return float(level), costs / curve.rest
