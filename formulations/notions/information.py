r"""Pointwise maximal leakage and local information privacy: notions with a prior.

With :math:`m = P^Tc` the probability of an output, PML(ε, P) asks :math:`c_x \le e^\varepsilon m`
(Saeidian, Cervia, Oechtering, Skoglund 2023), and LIP(ε, P) also :math:`c_x \ge e^{-\varepsilon} m`
(Jiang, Seif, Tandon, Li 2021). ε-LDP implies LIP(ε, P), which implies PML(ε, P).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array
from formulations.notions.notion import Level, Notion
from formulations.parameters import Distribution, read_distribution, read_epsilon

LARGEST_RAYS = 16
"""Letters up to which the extreme rays, about k·2^k, are listed."""


@dataclass(frozen=True)
class _Leakage(Notion):
    epsilon: Fraction
    prior: Distribution

    def __init__(self, epsilon: Any, prior: Any) -> None:
        object.__setattr__(self, "epsilon", read_epsilon(epsilon))
        object.__setattr__(self, "prior", read_distribution("prior", prior))
        if min(self.prior.exact) == 0:
            i = self.prior.exact.index(Fraction(0))
            raise InputError(f"prior[{i}]", "is 0", "leave out letters that never come")

    @property
    def parameters(self) -> dict[str, Any]:
        """The level and the prior."""
        return {"epsilon": self.epsilon, "prior": self.prior}

    @property
    def letters(self) -> int:
        """The number of inputs."""
        return len(self.prior)

    @property
    def asked(self) -> float:
        """ε."""
        return float(self.epsilon)

    def level(self, kernel: Array) -> Level:
        """The largest leakage of an output about an input, in nats."""
        mean = self.prior.array @ kernel
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.where(mean > 0, np.log(kernel) - np.log(mean), 0.0)
        size = self._size(logs)
        x, y = (int(i) for i in np.unravel_index(np.argmax(size), size.shape))
        words = (
            f"output {y} tells {size[x, y]:.10g} nats of input {x}, where ε = {self.asked:.10g} is "
            "allowed"
        )
        return Level(max(float(size[x, y]), 0.0), {"row": x, "column": y}, words)

    def _size(self, logs: Array) -> Array:
        raise NotImplementedError

    @property
    def _ends(self) -> tuple[float, float]:
        """The least and the largest entry of a column with Pᵀc = 1."""
        raise NotImplementedError

    def rays(self, k: int) -> Array:
        """Entries at either end but one that makes Pᵀc = 1; then scaled to a largest entry of 1.

        Raises:
            InputError: more than 16 letters.
        """
        if k > LARGEST_RAYS:
            what = f"is over {k} letters, and the extreme rays are listed for at most"
            raise InputError("privacy", f"{what} {LARGEST_RAYS}", "use fewer letters")
        low, high = self._ends
        P = self.prior.array
        bits = (np.arange(2**k)[None, :] >> np.arange(k)[:, None]) & 1
        corners = np.where(bits == 1, high, low)
        found = []
        for x in range(k):
            others = np.delete(np.arange(k), x)
            free = (1.0 - P[others] @ corners[others]) / P[x]
            fits = (free >= low - 1e-12) & (free <= high + 1e-12) & (bits[x] == 1)
            columns = corners[:, fits].copy()
            columns[x] = np.clip(free[fits], low, high)
            found.append(columns)
        rays = np.hstack(found)
        rays = rays / rays.max(axis=0)
        _, kept = np.unique(np.round(rays, 12), axis=1, return_index=True)
        return np.asarray(rays[:, np.sort(kept)])


class PML(_Leakage):
    """Pointwise maximal leakage.

    Args:
        epsilon: the level in nats.
        prior: distribution of the input, all positive.
    """

    name = "pml"

    def _size(self, logs: Array) -> Array:
        return logs

    @property
    def _ends(self) -> tuple[float, float]:
        return 0.0, math.exp(self.asked)

    @cached_property
    def _matrix(self) -> Array:
        return math.exp(-self.asked) * np.eye(self.letters) - self.prior.array

    def inequalities(self, k: int, column: int = 0) -> Array:
        """e^−ε c_x − Pᵀc ≤ 0 for every x, shape (k, k)."""
        return self._matrix


class LIP(_Leakage):
    """Local information privacy.

    Args:
        epsilon: the level in nats.
        prior: distribution of the input, all positive.
    """

    name = "lip"

    def _size(self, logs: Array) -> Array:
        return np.abs(logs)

    @property
    def _ends(self) -> tuple[float, float]:
        return math.exp(-self.asked), math.exp(self.asked)

    @cached_property
    def _matrix(self) -> Array:
        u, P, one = math.exp(-self.asked), self.prior.array, np.eye(self.letters)
        return np.vstack([u * one - P, u * np.tile(P, (self.letters, 1)) - one])

    def inequalities(self, k: int, column: int = 0) -> Array:
        """e^−ε c_x ≤ Pᵀc and e^−ε Pᵀc ≤ c_x for every x, shape (2k, k)."""
        return self._matrix
