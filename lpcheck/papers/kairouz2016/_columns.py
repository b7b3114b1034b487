r"""Columns of mechanisms: sublinear utilities, fine grids, and the best mixture of given columns.

A grid of :math:`[e^{-\varepsilon}, 1]^k` holds many columns that are no staircase pattern, so a
program over it tests what the program (11) takes for granted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
from scipy.optimize import linprog

from formulations.divergences import read_divergence
from formulations.formulation import Array

Utility: TypeAlias = Callable[[Array], Array]

UTILITIES = ("kl", "tv", "chi2", "hellinger", "information", "bayes", "max-linear", "norm", "range")
"""Sublinear functions of a column; the first five are the paper's own."""

_TIGHT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


def utility(name: str, p0: Any, p1: Any) -> Utility:
    """A sublinear function of the columns of an array (k, m), as an array (m,).

    The paper's utilities lose a linear term that sums to the same for every mechanism.
    """
    a, b = np.array([float(x) for x in p0]), np.array([float(x) for x in p1])
    if name == "information":
        kl, seen = read_divergence("kl"), a > 0  # letters of probability zero tell nothing
        p = a[seen]

        def information(columns: Array) -> Array:
            c = columns[seen]
            return np.asarray(p @ kl.terms(c, np.broadcast_to(p @ c, c.shape), c - p @ c))

        return information
    if name == "bayes":
        return lambda c: np.asarray((a[:, None] * c).max(axis=0))
    if name == "max-linear":
        planes = np.array([a, b, -a - b, 2 * a - b, np.arange(len(a)) % 3 - 1.0])
        return lambda c: np.asarray((planes @ c).max(axis=0))
    if name == "norm":
        return lambda c: np.asarray(np.sqrt(((a[:, None] * c) ** 2).sum(axis=0)))
    if name == "range":
        return lambda c: np.asarray(c.max(axis=0) - c.min(axis=0))
    f = read_divergence(name)
    return lambda c: f.terms(a @ c, b @ c, (a - b) @ (c - c.min(axis=0)))


def patterns(k: int, epsilon: float) -> Array:
    r"""The directions of the staircase patterns, largest entry 1, shape (k, 2^k − 1)."""
    codes = np.arange(1, 2**k)
    inside = (codes[None, :] >> np.arange(k)[::-1, None]) & 1
    return np.asarray(np.where(inside == 1, 1.0, np.exp(-epsilon)))


def grid(k: int, epsilon: float, points: int) -> Array:
    r"""A geometric grid of [e^{−ε}, 1]^k, corners included, shape (k, points^k)."""
    levels = np.exp(-epsilon * np.linspace(0.0, 1.0, points))
    return np.array(np.meshgrid(*[levels] * k)).reshape(k, -1)


def best_mixture(columns: Array, values: Array) -> tuple[float, Array]:
    """The largest Σ values·weights over weights ≥ 0 whose mixture of columns has row sums 1."""
    scale = float(np.abs(values).max(initial=0.0)) or 1.0
    found = linprog(
        -values / scale,
        A_eq=columns,
        b_eq=np.ones(len(columns)),
        method="highs-ds",
        options=_TIGHT,
    )
    weights = np.maximum(found.x, 0.0)
    return float(values @ weights), weights


@lru_cache(maxsize=64)
def basic_mechanisms(k: int, epsilon: float, outputs: int) -> tuple[Array, ...]:
    """All mechanisms made of independent patterns with at most `outputs` outputs."""
    S, found = patterns(k, epsilon), []
    for size in range(1, outputs + 1):
        for chosen in combinations(range(S.shape[1]), size):
            part = S[:, chosen]
            weights, _, rank, _ = np.linalg.lstsq(part, np.ones(k), rcond=None)
            if rank == size and weights.min() > 1e-12 and np.abs(part @ weights - 1).max() < 1e-12:
                found.append(part * weights)
    return tuple(found)


def total(mu: Utility, kernel: Array) -> float:
    """U(Q) = Σ_y μ(Q_y)."""
    return float(mu(kernel).sum())


def rounding(mu: Utility, k: int, epsilon: float) -> float:
    """The scale for comparisons of optima: a hundred times a column's largest utility, plus 1."""
    return 1.0 + 100.0 * float(np.abs(mu(patterns(k, epsilon))).max())


def matrix(rows: Any) -> Array:
    """A kernel from rows of numbers or fractions."""
    return np.array([[float(x) for x in row] for row in rows])
