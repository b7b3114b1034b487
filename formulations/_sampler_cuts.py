r"""Privacy beyond pure LDP as planes that are cut in where a sampler breaks it.

A plane asks one level of one pair of orbits, at one arrangement of their letters: with
:math:`u = e^{-\beta}` and slacks s, one for each pair of cells and worth n letters,

.. math:: s \ge u q - q', \qquad s \ge 0, \qquad \sum n s \le u\, \delta(e^\beta).
"""

from __future__ import annotations

import math
from collections.abc import Container
from typing import Any, NamedTuple

import cvxpy as cp
import numpy as np

from formulations.cells import Cells, Indices
from formulations.formulation import Array
from formulations.profiles import all_pairs, profile_excess
from formulations.trade_off import PrivacyLevel

_CUTS_A_ROUND = 200


class Cut(NamedTuple):
    """One plane: pairs of cells, the letters each pair stands for, β and δ(e^β)."""

    first: Indices
    second: Indices
    letters: Array
    beta: float
    delta: float


def violated(cells: Cells, privacy: PrivacyLevel, q: Array, allowed: float) -> list[Cut]:
    """Pairs of orbits that break privacy by more than allowed, each at its worst level.

    For each profile at most 200, the worst first.

    Args:
        cells: the cells of the class.
        privacy: what is asked of every pair of rows.
        q: one value ≥ 0 a cell.
        allowed: excesses over δ up to this are let pass.
    """
    falling, rising = cells.arranged(q)
    first, second = all_pairs(len(cells.orbits), own=True)
    found = []
    for profile in privacy.profiles:
        excess, beta = profile_excess(q[falling[first]], q[rising[second]], profile)
        for i in np.argsort(-excess)[:_CUTS_A_ROUND]:
            if excess[i] > allowed:
                pair = np.stack([falling[first[i]], rising[second[i]]], axis=1)
                found.append(_cut(pair, float(beta[i]), privacy))
    return found


def _cut(pairs: Indices, beta: float, privacy: PrivacyLevel) -> Cut:
    """Equal pairs of cells become one, with the number of letters they stand for."""
    different, letters = np.unique(pairs, axis=0, return_counts=True)
    delta = min(float(profile.delta(beta)) for profile in privacy.profiles)
    return Cut(different[:, 0], different[:, 1], letters.astype(float), beta, delta)


class PrivacyCuts:
    """The planes made so far for a class and a privacy level, whichever program they were for."""

    def __init__(self, cells: Cells, privacy: PrivacyLevel) -> None:
        self.cells, self.privacy = cells, privacy
        self.made: list[Cut] = []

    def add(self, q: Array, allowed: float) -> None:
        """Planes where a program's cells break privacy by more than allowed."""
        self.made.extend(violated(self.cells, self.privacy, np.maximum(q, 0.0), allowed))

    def constraints(self, q: Any, known: Container[str]) -> dict[str, Any]:
        """The planes on the variable q, those left out that `known` names."""
        found: dict[str, Any] = {}
        for index, cut in enumerate(self.made):
            if f"cut_{index}_total" not in known:
                u, excess = math.exp(-cut.beta), cp.Variable(len(cut.letters))
                found |= {
                    f"cut_{index}_over": excess - u * q[cut.first] + q[cut.second] >= 0,
                    f"cut_{index}_sign": excess >= 0,
                    f"cut_{index}_total": cut.letters @ excess <= u * cut.delta,
                }
        return found
