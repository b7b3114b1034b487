"""Whether the rows of a sampler are private: every pair, and every exchange of letters."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from formulations.divergences.divergence import UNIT
from formulations.errors import InputError
from formulations.formulation import Array, Violation
from formulations.kernels import privacy_violations
from formulations.samplers.cells import Cells, Indices
from formulations.samplers.profiles import profile_excess
from formulations.trade_off import PrivacyLevel, Profile

_SUM = 1e-9

_SMALLEST_DELTA = 1e-3
"""δ is kept to a tolerance relative to itself, and to this where it is smaller."""


def row_violations(
    cells: Cells, privacy: PrivacyLevel, mechanism: Array, tolerance: float
) -> list[Violation]:
    """The pair of rows that breaks privacy the most, for each profile.

    Args:
        cells: the cells of the class.
        privacy: what is asked of every pair of rows.
        mechanism: a row an extreme point, shape (rows, k).
        tolerance: absolute, in δ.
    """
    found: list[Violation] = []
    if privacy.epsilon is not None:
        rows = len(mechanism)
        for broken in privacy_violations(
            arrangements(cells, mechanism), privacy.epsilon, tolerance
        ):
            where = dict(broken.where)
            where |= {"row": where["row"] % rows, "other_row": where["other_row"] % rows}
            found.append(replace(broken, where=where))
        return found
    for profile in privacy.profiles:
        row, other, excess, beta = _worst_pair(cells, mechanism, profile)
        delta = float(profile.delta(beta))
        if excess > tolerance * max(delta, _SMALLEST_DELTA):
            found.append(
                Violation(
                    "privacy",
                    {"row": row, "other_row": other},
                    excess,
                    f"row {row} against row {other} has δ = {delta + excess:.10g} at "
                    f"ε = {beta:.6g}, where {delta:.10g} is allowed",
                )
            )
    return found


def row_gap(P: Array, Q: Array) -> tuple[Array, Array]:
    """P − Q, and how far rounding may have moved it.

    At each row's largest entry of Q it is found by way of the others' sum, as rows sum to 1: where
    an answer is P but for 1e-17, an entry near 1 does not tell, and the others do. Rows that do not
    sum to 1 within 1e-9 are left as they are.

    Args:
        P: distributions as rows, shape (rows, k).
        Q: the answers, shape (rows, k).
    """
    gap, blur, rows = P - Q, UNIT * np.where(P > 0, P + Q, 0.0), np.arange(len(Q))
    top = np.argmax(Q, axis=1)
    others, lost = gap.copy(), blur + UNIT * len(Q[0]) * np.abs(gap)
    others[rows, top] = lost[rows, top] = 0.0
    sound = np.abs(Q.sum(axis=1) - 1.0) <= _SUM
    gap[rows, top] = np.where(sound, -others.sum(axis=1), gap[rows, top])
    blur[rows, top] = np.where(sound, lost.sum(axis=1), blur[rows, top])
    return gap, blur


def _worst_pair(cells: Cells, mechanism: Array, profile: Profile) -> tuple[int, int, float, float]:
    """Rows that break a profile the most, by how much, and at which β."""
    values = cells.values(mechanism)
    if not cells.listed:
        left, right = np.split(arrangements(cells, mechanism), 2)
        rows = np.arange(len(mechanism))
    elif np.array_equal(cells.rows(values), mechanism):  # symmetric: orbits are enough
        falling, rising = cells.arranged(values)
        left, right, rows = values[falling], values[rising], _first_rows(cells)
    else:
        left = right = mechanism
        rows = np.arange(len(mechanism))
    worst = (0, 0, -math.inf, 0.0)
    for i, row in enumerate(left):
        excess, beta = profile_excess(np.broadcast_to(row, right.shape), right, profile)
        j = int(np.argmax(excess))
        if excess[j] > worst[2]:
            worst = (int(rows[i]), int(rows[j]), float(excess[j]), float(beta[j]))
    if len(rows) < len(mechanism) and worst[2] > 0:  # which row of the other orbit it is
        row = mechanism[worst[0]]
        excess, _ = profile_excess(np.broadcast_to(row, mechanism.shape), mechanism, profile)
        worst = (worst[0], int(np.argmax(excess)), *worst[2:])
    return worst


def arrangements(cells: Cells, mechanism: Array) -> Array:
    """The rows; with one row an orbit, each by falling and then each by rising letters.

    The answers to an orbit's other members are exchanges of letters of its row. Among them
    every block's largest entry meets every row's smallest one.

    Args:
        cells: the cells of the class.
        mechanism: a row an extreme point, or one an orbit, shape (rows, k).
    """
    if cells.listed:
        return mechanism
    falling, rising = mechanism.copy(), mechanism.copy()
    for letters in cells.blocks:
        ordered = np.sort(mechanism[:, letters], axis=1)
        rising[:, letters], falling[:, letters] = ordered, ordered[:, ::-1]
    return np.concatenate([falling, rising])


def _first_rows(cells: Cells) -> Indices:
    """The first row of each orbit in a mechanism."""
    sizes = [o.size if cells.listed else 1 for o in cells.orbits]
    return np.cumsum([0, *sizes[:-1]])


def ask(sampler: Callable[[Array], Any], p: Array) -> Any:
    """What a callable answers to P, as a list; a refusal where it raises.

    Args:
        sampler: a function from a distribution to a distribution.
        p: P, shape (k,).

    Raises:
        InputError: the function raises.
    """
    try:
        return np.asarray(sampler(p.copy()), dtype=float).tolist()
    except Exception as error:
        raise InputError(
            "mechanism", f"raised {type(error).__name__}: {error}", "return a vector for every P"
        ) from error
