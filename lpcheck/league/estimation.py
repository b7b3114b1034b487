"""Frequency oracles at a prior and a level: their risk, and the least that any kernel has."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from formulations.errors import InputError
from formulations.estimation import Estimation, risk, subset_risk
from formulations.formulation import Array
from formulations.gate import solve
from lpcheck import mechanisms as m
from lpcheck.league.league import League, Standing
from lpcheck.mechanisms import set_reports

LARGEST_LISTED = 16
"""Letters up to which all sets are written down; beyond, the prior has to be uniform."""

_LARGEST_HADAMARD = 1023
_LARGEST_DESIGN = 73


@dataclass(frozen=True)
class _Oracle:
    name: str
    note: str
    uniform: Callable[[], float]
    kernel: Callable[[], Array]
    support: tuple[float, float] | None = None
    """The probabilities of being counted for the own letter and for another."""


def estimation_league(problem: Estimation) -> League:
    """Measure them all.

    Args:
        problem: under pure ε-LDP with ε above 0, and at least two letters.

    Raises:
        InputError: nothing is to be measured.
    """
    if problem.cone is not None:
        what = f"is {problem.cone.notion.name}, which none of the mechanisms is made for"
        raise InputError("privacy", what, "give epsilon")
    if problem.epsilon == 0 or problem.k == 1:
        name = "k" if problem.k == 1 else "epsilon"
        raise InputError(name, "leaves nothing to estimate", "give two letters and ε > 0")
    solution = solve(problem)
    optimum = solution.value
    found = []
    for oracle in _oracles(problem.k, float(problem.epsilon)):
        value = oracle.uniform() if problem.uniform else _listed(oracle, problem)
        counting = None
        if oracle.support is not None:
            counting = _counting(oracle.support, problem)
        found.append(Standing(oracle.name, value, counting, value / optimum, oracle.note))
    measure = "n times the mean squared error of n reports:"
    return League.of(solution, found, measure, "best estimator")


def _listed(oracle: _Oracle, problem: Estimation) -> float:
    return risk(oracle.kernel(), problem.prior.array)


def _counting(support: tuple[float, float], problem: Estimation) -> float:
    if problem.uniform:
        one = set_reports.counting_risk(*support, np.array([1.0 / problem.k]))
        return problem.k * one
    return set_reports.counting_risk(*support, problem.prior.array)


def _oracles(k: int, epsilon: float) -> Iterator[_Oracle]:
    u = math.exp(-epsilon)
    yield _subset(k, epsilon, 1, "randomized response")
    yield _subset(k, epsilon, max(1, min(k - 1, round(k * u / (1.0 + u)))), "subset selection")
    half = math.exp(-epsilon / 2.0)
    for name, p, q, kernel in (
        ("SUE (RAPPOR)", 1 / (1 + half), half / (1 + half), m.symmetric_unary_encoding),
        ("OUE", 0.5, u / (1 + u), m.optimized_unary_encoding),
    ):
        weights, _ = set_reports.unary_weights(k, p, q)
        yield _sets(name, k, epsilon, weights, partial(kernel, k, epsilon), (p, q))
    for name, g in (("BLH", 2), ("OLH", m.hash_cells(epsilon))):
        weights, _ = set_reports.hashing_weights(k, epsilon, g)
        support = (1.0 / (1.0 + (g - 1) * u), 1.0 / g)
        cells = _hashing(k, epsilon, g)
        yield _sets(name, k, epsilon, weights, cells, support, f"{g} cells")
    if k <= _LARGEST_HADAMARD:
        response = m.hadamard_response(k, epsilon)
        uniform = np.full(k, 1.0 / k)
        yield _Oracle(
            "Hadamard response", f"{response.shape[1]} outputs",
            lambda: risk(response, uniform), lambda: response, (1.0 / (1.0 + u), 0.5),
        )  # fmt: skip
    if k in m.DIFFERENCE_SETS and k <= _LARGEST_DESIGN:
        base = m.DIFFERENCE_SETS[k]
        design = m.cyclic_design(k, epsilon, base)
        level = np.full(k, 1.0 / k)
        yield _Oracle(
            "block design", f"{k} blocks of {len(base)}",
            lambda: risk(design, level), lambda: design, _inclusion(k, epsilon, len(base)),
        )  # fmt: skip


def _hashing(k: int, epsilon: float, cells: int) -> Callable[[], Array]:
    return lambda: m.local_hashing(k, epsilon, cells)


def _subset(k: int, epsilon: float, size: int, name: str) -> _Oracle:
    return _Oracle(
        name,
        "" if name == "randomized response" else f"size {size}",
        lambda: float(subset_risk(k, epsilon, size)),
        lambda: m.subset_mechanism(k, epsilon, size),
        _inclusion(k, epsilon, size),
    )


def _inclusion(k: int, epsilon: float, size: int) -> tuple[float, float]:
    """How often a block of that size has the input, and how often another letter."""
    own = size / (size + (k - size) * math.exp(-epsilon))
    return own, (size - own) / (k - 1.0)


def _sets(
    name: str,
    k: int,
    epsilon: float,
    weights: Array,
    kernel: Callable[[], Array],
    support: tuple[float, float],
    note: str = "",
) -> _Oracle:
    return _Oracle(
        name, note, lambda: set_reports.uniform_risk(k, epsilon, weights), kernel, support
    )
