r"""The staircase program over the patterns met so far, and its dual vector.

In the form below nothing is lost at small ε, where all patterns are nearly constant:

.. math:: \max_{w \ge 0} \sum_T w_T\, g(s_T) \quad\text{s.t.}\quad \sum_T w_T m_T = 1,\quad
          \sum_T w_T (|T \cap X| - |X| s_T) = 0 \ \text{for every letter } X,

s_T = P(T), m_T = u + (1 − u)s_T: the first is the average of the rows of Sw = 1 under the prior,
the others say that all inputs are in T equally often. Weighted by mass the others sum to 0: that of
the heaviest letter follows, and where one letter has nearly all the mass it is all but 0 itself, so
that it is left out. With multipliers A and d, d = 0 for that letter,
:math:`(1 - u)\alpha_x = (1 - u) A p_x + d_x - p_x \sum d`, and 1ᵀα = A.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from formulations.formulation import Array
from formulations.information_search.letters import Letters
from formulations.information_search.relaxations import Counts, Prices

_REFINEMENTS, _PRECISION, _FAR = 2, 1e-14, 1e6
_PRIMAL_SIMPLEX = 4
_WORK = 2e9
"""Simplex iterations, in all runs together, times the square of the rows."""


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
    """A growing list of patterns, as counts by letter, and the program over them."""

    def __init__(self, letters: Letters) -> None:
        self.letters = letters
        self.sets: Counts = np.empty((0, len(letters)), dtype=np.int16)
        self._seen: set[bytes] = set()
        self._right = np.append(1.0, np.zeros(len(letters) - 1))
        self._solver = _Simplex(self._right)

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
            self._solver.add(self._columns(self.sets[-len(new) :])[0])
        return len(new)

    @property
    def exhausted(self) -> bool:
        """Whether the budget of work is spent: the last mixture is feasible and not the best."""
        return self._solver.left <= 0

    def _columns(self, sets: Counts) -> tuple[Array, Array]:
        """The columns of the program, and their utilities."""
        letters, curve = self.letters, self.letters.curve
        mass = np.minimum(sets @ letters.masses, 1.0)
        covered = sets[:, 1:] - mass[:, None] * letters.counts[1:]
        return np.vstack([curve.mean(mass), covered.T]), letters.utilities(sets)

    def solve(self) -> Mixture | None:
        """The program by primal simplex from where it last ended; None where the solver fails.

        The solver stops where reduced costs are below 1e-10. It is asked again with the reduced
        costs themselves, magnified, for its objective: what it says then corrects the duals.
        """
        letters, curve = self.letters, self.letters.curve
        matrix, utilities = self._columns(self.sets)
        scale = letters.largest_utility() or 1.0
        solved = self._solver.maximise(utilities / scale)
        if solved is None:
            return None
        weights, duals = solved
        for _ in range(0 if self.exhausted else _REFINEMENTS):
            reduced = utilities / scale - duals @ matrix
            if reduced.max() <= _PRECISION:
                break
            factor = 1.0 / max(np.abs(reduced[weights > 0]).max(), reduced.max())
            again = self._solver.maximise(np.maximum(reduced * factor, -_FAR))
            if again is None:
                break
            weights, duals = again[0], duals + again[1] / factor
        used = weights > 0
        active, weights, target = matrix[:, used], weights[used], utilities[used]
        duals = scale * duals
        exact = weights + _correction(active, self._right - active @ weights)
        weights = exact if exact.min() > 0 else weights
        duals = duals + _correction(active.T, target - active.T @ duals)
        level, d = float(duals[0]), np.append(0.0, duals[1:])
        costs = curve.rest * level * letters.masses + d - letters.masses * (d @ letters.counts)
        prices = Prices(curve, letters.masses, costs, letters.counts, curve.u * level)
        return Mixture(self.sets[used], weights, float(target @ weights), level, prices)


class _Simplex:
    """HiGHS on max cᵀw, Mw = b, w ≥ 0, columns being added; every run starts at the last basis.

    The first starts at randomized response, the letters alone, so that what a run finds is feasible
    wherever the budget of work ends it.
    """

    def __init__(self, right: Array) -> None:
        import highspy

        self._highs, self._started = highspy.Highs(), False
        self.left = int(_WORK / len(right) ** 2) + 1
        for name, value in {
            "output_flag": False,
            "presolve": "off",
            "simplex_strategy": _PRIMAL_SIMPLEX,
            "primal_feasibility_tolerance": 1e-10,
            "dual_feasibility_tolerance": 1e-10,
            "small_matrix_value": 1e-12,
        }.items():
            self._highs.setOptionValue(name, value)
        for value in right:
            self._highs.addRow(value, value, 0, np.empty(0, dtype=np.int32), np.empty(0))

    def add(self, columns: Array) -> None:
        """Columns of M, with any objective until the next run."""
        for column in columns.T:
            rows = np.flatnonzero(column).astype(np.int32)
            self._highs.addCol(0.0, 0.0, np.inf, len(rows), rows, column[rows])

    def maximise(self, objective: Array) -> tuple[Array, Array] | None:
        """Weights and multipliers, or None where there is no feasible point."""
        indices = np.arange(len(objective), dtype=np.int32)
        self._highs.changeColsCost(len(indices), indices, -objective)
        if not self._started:
            self._start(len(objective))
        self._highs.setOptionValue("simplex_iteration_limit", max(self.left, 0))
        self._highs.run()
        self.left -= max(self._highs.getInfo().simplex_iteration_count, 1)
        solution = self._highs.getSolution()
        if not (solution.value_valid and solution.dual_valid):
            return None
        return np.maximum(solution.col_value, 0.0), -np.array(solution.row_dual)

    def _start(self, columns: int) -> None:
        """The basis of the letters alone, which are the columns after the first."""
        import highspy

        rows = self._highs.getNumRow()
        status = [highspy.HighsBasisStatus.kLower] * columns
        status[1 : rows + 1] = [highspy.HighsBasisStatus.kBasic] * rows
        basis = highspy.HighsBasis()
        basis.col_status = status
        basis.row_status = [highspy.HighsBasisStatus.kLower] * rows
        basis.valid = True
        self._highs.setBasis(basis)
        self._started = True


def _correction(matrix: Array, residual: Array) -> Array:
    """The smallest change that closes a residual: solvers stop at 1e-10."""
    from scipy.linalg import lstsq

    return np.asarray(lstsq(matrix, residual, lapack_driver="gelsy")[0])
