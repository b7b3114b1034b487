"""The extreme rays of a privacy notion as columns of the program, all of them listed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from formulations.errors import InputError
from formulations.estimation.master import Columns, mended
from formulations.estimation.risk import above_least, contrasts
from formulations.formulation import Array
from formulations.rays import Rays


@dataclass(frozen=True)
class Listed:
    """The rays of a cone under a prior, in the place of :class:`.orbits.Orbits`."""

    cone: Rays
    prior: Array

    @cached_property
    def representatives(self) -> Array:
        """The rays, shape (k, N).

        Raises:
            InputError: an output may come from letters without mass only.
        """
        if float((self.prior @ self.cone.columns).min()) <= 0:
            what = "has letters of probability 0, and a private output can name them"
            raise InputError("prior", what, "leave them out")
        return self.cone.columns

    @property
    def resolution(self) -> float:
        """By what part of its largest entry a column varies at most."""
        return max(self.cone.spread, 1e-300)

    @cached_property
    def _basis(self) -> Array:
        return contrasts(np.ones(self.cone.k))

    @cached_property
    def columns(self) -> Columns:
        """The rays as columns of the program."""
        C = self.representatives
        telling = self._basis.T @ above_least(C) / self.resolution
        rows = np.vstack([C.mean(axis=0), telling])
        nothing = np.zeros((0, C.shape[1]))
        return Columns(telling / np.sqrt(self.prior @ C), nothing, np.zeros(0), rows)

    def spread(self, alpha: Array) -> Array:
        """Multipliers of the rows as one a letter, shape (k,)."""
        return np.asarray(alpha[0] / self.cone.k + self._basis @ alpha[1:] / self.resolution)

    def expand(self, block: Array, within: Array) -> Array:
        """The k × k matrix of a block over the contrasts.

        Args:
            block: over the contrasts, shape (q, q).
            within: unused: no two letters are alike.
        """
        return np.asarray(self._basis @ block @ self._basis.T)

    def average(self, matrix: Array, alpha: Array) -> tuple[Array, Array]:
        """The matrix, shape (k, k), and the vector, shape (k,), as they are."""
        return matrix, alpha

    def kernel(self, weights: Array) -> Array:
        """The mixture of the rays, shape (k, m)."""
        return self.cone.mixture(mended(self.columns, weights))
