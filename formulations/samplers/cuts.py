r"""Privacy beyond pure LDP as planes that are cut in where a sampler breaks it.

A plane asks one level of one pair of orbits, at one arrangement of their letters: with
:math:`u = e^{-\beta}` and slacks s, one for each pair of cells and worth n letters,

.. math:: s \ge u q - q', \qquad s \ge 0, \qquad \sum n s \le u\, \delta(e^\beta).
"""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from formulations.formulation import Array
from formulations.samplers.cells import Cells, Indices
from formulations.samplers.profiles import all_pairs, profile_excess
from formulations.samplers.weak import visible
from formulations.trade_off import PrivacyLevel, Profile

_CUTS_A_ROUND = 200
_STEEP, _GRID = 6.0, 65


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
        q: one value ≥ 0 a cell, shape (cells,).
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
                level = float(beta[i])
                if level > _STEEP and profile.level is None:
                    level = _deepest(q[pair[:, 0]], q[pair[:, 1]], profile, level)
                found.append(_cut(pair, level, privacy))
    return found


def _deepest(left: Array, right: Array, profile: Profile, worst: float) -> float:
    """The level whose plane cuts off the most in the scale of the plane, which has u = e^{−β}.

    Where a row lacks a letter the excess is largest at a β so large that its plane is within a
    solver's tolerance of nothing.
    """
    levels, delta = _levels(profile)
    levels, delta = np.append(levels, worst), np.append(delta, profile.delta(worst))
    u = np.exp(-levels)[:, None]
    depth = np.maximum(u * left - right, 0.0).sum(axis=1) - u[:, 0] * delta
    return float(levels[np.argmax(depth)])


@lru_cache(maxsize=32)
def _levels(profile: Profile) -> tuple[Array, Array]:
    """Levels from 0 to the horizon, dense near 0, and δ there."""
    levels = profile.horizon * np.linspace(0.0, 1.0, _GRID) ** 2
    return levels, profile.delta(levels)


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
        """Planes where a program's cells break privacy by more than allowed.

        Args:
            q: one value a cell, shape (cells,).
            allowed: excesses over δ up to this are let pass.
        """
        self.made.extend(violated(self.cells, self.privacy, np.maximum(q, 0.0), allowed))

    def constraints(self, q: Any, known: Container[str]) -> dict[str, Any]:
        """The planes on the variable q, those left out that `known` names.

        Args:
            q: the variable, one value a cell.
            known: names of planes that are there already.
        """
        import cvxpy as cp

        found: dict[str, Any] = {}
        for index, cut in enumerate(self.made):
            if f"cut_{index}_total" not in known:
                u, excess = visible(self.privacy, cut.beta), cp.Variable(len(cut.letters))
                found |= {
                    f"cut_{index}_over": excess - u * q[cut.first] + q[cut.second] >= 0,
                    f"cut_{index}_sign": excess >= 0,
                    f"cut_{index}_total": cut.letters @ excess <= u * cut.delta,
                }
        return found
