r"""The staircase program over the patterns met so far, and its dual vector.

In the form below nothing is lost at small ε, where all patterns are nearly constant:

.. math:: \max_{w \ge 0} \sum_T w_T\, g(s_T) \quad\text{s.t.}\quad \sum_T w_T m_T = 1,\quad
          \sum_T w_T (|T \cap X| - |X| s_T) = 0 \ \text{for every letter } X,

s_T = P(T), m_T = u + (1 − u)s_T: the first is the average of the rows of Sw = 1 under the prior,
the others say that all inputs are in T equally often. With multipliers A and d,
:math:`(1 - u)\alpha_x = (1 - u) A p_x + d_x - p_x \sum d`, and 1ᵀα = A.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog

from formulations.formulation import Array
from formulations.information_search.letters import Letters
from formulations.information_search.relaxations import Counts, Prices

_REFINEMENTS, _PRECISION, _FAR = 2, 1e-14, 1e6
_OPTIONS = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


@dataclass(frozen=True, eq=False)
class Mixture:
    """The best mixture of the patterns met so far, and the multipliers that say so."""

    sets: Counts
    weights: Array
    value: float
    level: float
    """A = 1ᵀα."""
    prices: Prices


class Master:
    """A growing list of patterns, as counts by letter."""

    def __init__(self, letters: Letters) -> None:
        self.letters = letters
        self.sets: Counts = np.empty((0, len(letters)), dtype=np.int16)
        self._seen: set[bytes] = set()

    def add(self, sets: Counts) -> int:
        """Take sets in; how many were new."""
        new = []
        for row in np.ascontiguousarray(sets, dtype=np.int16):
            key = row.tobytes()
            if key not in self._seen and row.any():
                self._seen.add(key)
                new.append(row)
        if new:
            self.sets = np.concatenate([self.sets, np.array(new)])
        return len(new)

    def solve(self) -> Mixture | None:
        """The linear program, by dual simplex; None where the solver fails."""
        letters, curve = self.letters, self.letters.curve
        mass = np.minimum(self.sets @ letters.masses, 1.0)
        utilities, scale = curve.utility(mass), letters.largest_utility() or 1.0
        matrix = np.vstack([curve.mean(mass), (self.sets - mass[:, None] * letters.counts).T])
        right = np.append(1.0, np.zeros(len(letters)))
        solved = _solve(matrix, right, utilities / scale)
        if solved is None:
            return None
        weights, duals = solved
        for _ in range(_REFINEMENTS):
            # The same program with what the duals leave over for its objective, magnified.
            reduced = utilities / scale - duals @ matrix
            if reduced.max() <= _PRECISION:
                break
            factor = 1.0 / max(np.abs(reduced[weights > 0]).max(), reduced.max())
            again = _solve(matrix, right, np.maximum(reduced * factor, -_FAR))
            if again is None:
                break
            weights, duals = again[0], duals + again[1] / factor
        used = weights > 0
        active, weights, target = matrix[:, used], weights[used], utilities[used]
        duals = scale * duals
        exact = weights + _correction(active, right - active @ weights)
        weights = exact if exact.min() > 0 else weights
        duals = duals + _correction(active.T, target - active.T @ duals)
        level, d = float(duals[0]), duals[1:]
        costs = curve.rest * level * letters.masses + d - letters.masses * (d @ letters.counts)
        prices = Prices(curve, letters.masses, costs, letters.counts, curve.u * level)
        return Mixture(self.sets[used], weights, float(target @ weights), level, prices)


def _solve(matrix: Array, right: Array, objective: Array) -> tuple[Array, Array] | None:
    """Maximise over w ≥ 0 with the given rows: weights and multipliers."""
    found = linprog(-objective, A_eq=matrix, b_eq=right, method="highs-ds", options=_OPTIONS)
    return None if found.x is None else (found.x, -found.eqlin.marginals)


def _correction(matrix: Array, residual: Array) -> Array:
    """The smallest change that closes a residual: solvers stop at 1e-10."""
    return np.asarray(np.linalg.lstsq(matrix, residual, rcond=None)[0])
