"""The dual infeasibility of a vector over the inputs: an upper bound, whatever the vector is."""

from __future__ import annotations

import math

import numpy as np

from formulations.formulation import Array
from formulations.information_search.letters import Curve
from formulations.information_search.relaxations import Prices
from formulations.information_search.separation import separate

_ALLOWED = 1e-12
_NODES = 4_000_000


def dual_infeasibility(prior: Array, epsilon: float, alpha: Array, budget: int = _NODES) -> float:
    r"""An upper bound on max_T (μ_T − S_Tᵀα)_+ over all patterns T, for any α over the k inputs.

    It is the maximum, up to rounding and 1e-12 of what the optimum 1ᵀα may move by, for up to 40
    inputs with mass; beyond, unless the budget of nodes runs out. Only inputs that agree both in
    mass and in price are counted together here.

    Args:
        prior: the distribution of the input, shape (k,).
        epsilon: privacy level in nats.
        alpha: a price for each input, shape (k,).
        budget: nodes of the search before it settles for a bound.
    """
    curve, k = Curve(epsilon), len(prior)
    costs = curve.rest * alpha
    level = math.fsum(alpha)
    free = prior <= 0
    if epsilon == 0 or np.count_nonzero(prior) == 1:  # no pattern has any utility
        return max(0.0, -curve.u * level - float(np.minimum(costs, 0.0).sum()))
    base = curve.u * level + float(np.minimum(costs[free], 0.0).sum())
    pairs, counts = np.unique(np.stack([-prior[~free], costs[~free]]), axis=1, return_counts=True)
    allowed = _ALLOWED * abs(level) * (1.0 + (k - 1) * curve.u) / k
    prices = Prices(curve, -pairs[0], pairs[1], counts, base)
    return separate(prices, allowed=allowed, budget=budget).upper
