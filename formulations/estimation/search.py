r"""Priors over more letters than have a list of patterns: a good mechanism, and a bound.

Patterns are taken in as a local search finds them: for multipliers (B, α) the pattern S that is
mispriced most maximises a quadratic form, :math:`\|BS\|^2 - (\alpha^TS)(P^TS)`, over
:math:`\{u, 1\}^k`. That no pattern is mispriced by more than δ is shown by Shor's relaxation: with
:math:`s_i^2 = (1 + u)s_i - u` the form is a quadratic one of (s, 1) for every diagonal, and a
diagonal that makes it semidefinite proves its sign. A search finds no more than it finds, and a
relaxation may be loose, so that the two need not meet.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from formulations.estimation.master import Columns, Optimum, mended, newton
from formulations.estimation.orbits import mixture
from formulations.estimation.risk import contrasts, subset_size
from formulations.formulation import Array

Sets = NDArray[np.bool_]

_ROUNDS, _STARTS, _KEPT = 40, 200, 1e-9
_MISPRICED = 1e-9


@dataclass(frozen=True)
class Searched:
    """A prior in the place of :class:`.orbits.Orbits`; no list of all columns."""

    prior: Array
    epsilon: float

    @property
    def resolution(self) -> float:
        """By what part of its largest entry a column varies."""
        return -math.expm1(-self.epsilon)

    @cached_property
    def _basis(self) -> Array:
        return contrasts(np.ones(len(self.prior)))

    def _columns(self, inside: Array) -> Columns:
        u = math.exp(-self.epsilon)
        mass = u + self.resolution * (self.prior @ inside)
        telling = self._basis.T @ inside
        rows = np.vstack([u + self.resolution * inside.mean(axis=0), telling])
        nothing = np.zeros((0, inside.shape[1]))
        return Columns(telling / np.sqrt(mass), nothing, np.zeros(0), rows)

    @cached_property
    def found(self) -> tuple[Array, Optimum]:
        """Sets of letters as columns of 0 and 1, and the optimum over them."""
        k, rng = len(self.prior), np.random.default_rng(0)
        size = subset_size(k, self.epsilon)
        inside = np.eye(k, dtype=bool)
        inside = np.hstack([inside, self._climb(rng.random((k, k * k)) < size / k, None)])
        best: tuple[Array, Optimum] | None = None
        for _ in range(_ROUNDS):
            inside = np.unique(inside, axis=1)
            columns = self._columns(inside.astype(float))
            optimum = newton(columns)
            best = inside.astype(float), optimum
            starts = rng.random((k, _STARTS)) < size / k
            reached = self._climb(np.hstack([starts, inside[:, optimum.weights > _KEPT]]), optimum)
            gain = self._gain(reached.astype(float), optimum)
            new = reached[:, gain > _MISPRICED * optimum.alpha[0]]
            if not new.shape[1]:
                break
            kept = inside[:, optimum.weights > _KEPT * optimum.weights.max()]
            inside = np.hstack([kept, np.unique(new, axis=1)])
        assert best is not None
        return best

    def _gain(self, inside: Array, optimum: Optimum) -> Array:
        columns = self._columns(inside)
        worth = columns.prices(optimum.block, optimum.within) - optimum.alpha @ columns.rows
        return np.asarray(worth / columns.rows[0])

    def _climb(self, inside: Sets, optimum: Optimum | None) -> Sets:
        """Flip the letter that raises the mispricing most, in all sets at once, until none does."""
        if optimum is None:
            return inside[:, inside.any(axis=0) & ~inside.all(axis=0)]
        inside, k = inside.copy(), len(self.prior)
        value = self._gain(inside.astype(float), optimum)
        for _ in range(4 * k):
            flipped = []
            for x in range(k):
                other = inside.copy()
                other[x] = ~other[x]
                gain = self._gain(other.astype(float), optimum)
                flipped.append(np.where(other.any(axis=0) & ~other.all(axis=0), gain, -np.inf))
            gains = np.array(flipped)
            letter = gains.argmax(axis=0)
            best = gains.max(axis=0)
            better = np.nonzero(best > value + 1e-12 * abs(optimum.alpha[0]))[0]
            if not len(better):
                break
            inside[letter[better], better] ^= True
            value[better] = best[better]
        return inside

    def proposal(self) -> tuple[Array, Array, Array]:
        """The kernel, B and α."""
        inside, optimum = self.found
        weights = mended(self._columns(inside), optimum.weights)
        u = math.exp(-self.epsilon)
        kernel = mixture(np.where(inside == 1, 1.0, u), weights, self.epsilon)
        matrix = self._basis @ optimum.block @ self._basis.T / self.resolution
        alpha = optimum.alpha[0] / len(self.prior)
        return kernel, matrix, alpha + self._basis @ optimum.alpha[1:] / self.resolution

    def shift(self, B: Array, alpha: Array) -> float:
        """How far α has to be raised evenly until no pattern is mispriced: a δ that suffices."""
        import cvxpy as cp

        k, u, P = len(self.prior), math.exp(-self.epsilon), self.prior
        scale = float(np.abs(alpha).sum()) or 1.0
        own = np.outer(alpha, P) / scale
        base = (own + own.T) / 2.0 - B @ B / scale
        even = (np.outer(np.ones(k), P) + np.outer(P, np.ones(k))) / 2.0
        d, delta = cp.Variable(k), cp.Variable()
        side = cp.reshape(-(1 + u) / 2 * d, (k, 1), order="C")
        corner = cp.reshape(u * cp.sum(d), (1, 1), order="C")
        form = cp.bmat([[base + delta * even + cp.diag(d), side], [side.T, corner]])
        problem = cp.Problem(cp.Minimize(delta), [form >> 0])
        try:
            problem.solve(solver=cp.CLARABEL)
        except cp.error.SolverError:
            return math.inf
        if d.value is None:
            return math.inf
        D, raised = np.asarray(d.value), float(delta.value)
        proved = np.block(
            [
                [base + raised * even + np.diag(D), -(1 + u) / 2 * D[:, None]],
                [-(1 + u) / 2 * D[None, :], np.array([[u * D.sum()]])],
            ]
        )
        short = max(-float(np.linalg.eigvalsh(proved)[0]), 0.0) * (k + 1)
        # A pattern has a sum of at least 1 + (k − 1)u, and its mass is at least u.
        return scale * max(raised + short / ((1.0 + (k - 1) * u) * u), 0.0)
