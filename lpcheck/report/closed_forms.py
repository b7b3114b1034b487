"""Mechanisms, recognised by comparing doubles: said as "agrees to 1e-12", which proves nothing.

A kernel is compared with those of :mod:`lpcheck.mechanisms` up to the order of its outputs and the
merging of those that say the same; its entries with fractions of e^ε (:mod:`lpcheck.report.forms`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np

from formulations.formulation import Array, Formulation, Solution
from formulations.parameters import Distribution
from lpcheck import mechanisms as m
from lpcheck.report.forms import AGREES, LARGEST, of_entries
from lpcheck.report.text import entry

_MOST_SETS = 1000
_LARGEST_NAMED = 200
_LARGEST_SETS = 10
Letters: TypeAlias = Sequence[str] | None
_Signature: TypeAlias = dict[bytes, float]
"""The letters that an output speaks for, as bits, and its largest entry."""


def agreements(
    problem: Formulation, mechanism: Array, solution: Solution, letters: Letters = None
) -> list[tuple[str, str]]:
    """What a mechanism, its entries, and the optimum agree with, by name; empty where unknown.

    Args:
        problem: whose mechanism it is.
        mechanism: shape (k, m), or a vector.
        solution: of the problem.
        letters: names of the inputs; counted from 0 by default.
    """
    found, epsilon = [], pure_epsilon(problem)
    known = of_mechanism(problem, mechanism, letters)
    if known:
        found.append(("mechanism", known))
    entries = [] if epsilon is None else of_entries(mechanism, epsilon)
    if entries:
        found.append(("entries", ", ".join(f"{entry(x)} = {form.text}" for x, form in entries)))
    others = attaining(solution)
    if others and others != [known]:
        others = [f"{name}{',' * (',' in name)} attains it" for name in others]
        found.append(("optimum", "; ".join(others)))
    return found


def of_mechanism(problem: Formulation, kernel: Array, letters: Letters = None) -> str:
    """What a mechanism agrees with, up to the order and the merging of outputs; "" if unknown.

    Args:
        problem: whose mechanism it is.
        kernel: shape (k, m).
        letters: names of the inputs; counted from 0 by default.
    """
    if kernel.ndim != 2 or kernel.size > LARGEST or kernel.min() < 0:
        return ""
    epsilon = pure_epsilon(problem)
    if epsilon is None:
        return _approximate(problem, kernel)
    if problem.outputs != "free":
        near = (name for name, other in _named(problem, len(kernel)) if _close(kernel, other))
        return next(near, "")
    mine = _signature(kernel, epsilon)
    if mine is None:
        return ""
    for name, other in _candidates(mine, len(kernel), epsilon, letters):
        its = _signature(other, epsilon)
        if its is not None and mine.keys() == its.keys():
            apart = max(abs(mine[key] - its[key]) / max(mine[key], its[key]) for key in mine)
            if apart <= AGREES:
                return name
    return ""


def attaining(solution: Solution) -> list[str]:
    """Mechanisms whose value agrees with the optimum, by name; subset selection to 10 inputs.

    Args:
        solution: of any problem; of most there are none.
    """
    problem, best = solution.problem, solution.value
    if problem is None or solution.mechanism is None or solution.status != "optimal" or best == 0:
        return []
    epsilon, k = pure_epsilon(problem), len(solution.mechanism)
    if not epsilon or solution.mechanism.ndim != 2 or k <= 2:
        return []
    known = _selections(k, epsilon) if problem.outputs == "free" else _named(problem, k)
    return [name for name, kernel in known if _attains(problem, kernel, best)]


def _attains(problem: Formulation, kernel: Array, best: float) -> bool:
    feasible = not problem.violations(kernel, AGREES)
    return feasible and abs(problem.value(kernel) - best) <= AGREES * abs(best)


def _selections(k: int, epsilon: float) -> Iterator[tuple[str, Array]]:
    """Subset selection of every size."""
    for size in range(1, k) if k <= _LARGEST_SETS else ():
        name = "randomized response" if size == 1 else f"subset selection, d = {size}"
        yield name, m.subset_mechanism(k, epsilon, size)


def pure_epsilon(problem: Formulation) -> float | None:
    """The level of a problem under pure ε-LDP; None under another notion."""
    given = problem.parameters
    other = getattr(problem, "cone", None) is not None or not given.keys().isdisjoint(
        {"delta", "privacy"}
    )
    return None if other or given.get("epsilon") is None else float(given["epsilon"])


def _signature(kernel: Array, epsilon: float) -> _Signature | None:
    """The outputs of a kernel whose columns have the entries 1 and e^−ε, but for a factor."""
    kernel = kernel[:, kernel.max(axis=0) > AGREES]
    top = kernel.max(axis=0)
    direction, u = kernel / top, math.exp(-epsilon)
    high = direction > 1.0 - 4.0 * AGREES
    low = np.abs(direction - u) <= 4.0 * AGREES
    if not (high | low).all():
        return None
    found: _Signature = {}
    for column, weight in zip(np.packbits(high, axis=0).T, top.tolist(), strict=True):
        key = column.tobytes()
        found[key] = found.get(key, 0.0) + weight
    return found


def _candidates(
    mine: _Signature, k: int, epsilon: float, letters: Letters
) -> Iterator[tuple[str, Array]]:
    """Mechanisms that a kernel with these outputs may be."""
    sets = [np.unpackbits(np.frombuffer(key, dtype=np.uint8), count=k).astype(bool) for key in mine]
    T = np.array(sets)
    sizes = sorted(set(T.sum(axis=1).tolist()))
    if sizes == [k]:
        yield "the mechanism that says nothing", np.ones((k, 1))
    elif (T.sum(axis=0) == 1).all():
        block = T.argmax(axis=0)
        response = m.randomized_response(len(T), epsilon)
        yield _response(T, letters), response[block]
    elif len(sizes) == 1 and len(T) == math.comb(k, sizes[0]) <= _MOST_SETS:
        yield f"subset selection, d = {sizes[0]}", m.subset_mechanism(k, epsilon, sizes[0])
    elif len(sizes) == 1 and len(T) == k in m.DIFFERENCE_SETS:
        yield f"a block design of {k} blocks", m.cyclic_design(k, epsilon, m.DIFFERENCE_SETS[k])
    elif 2 < k <= _LARGEST_SETS and len(T) == 2**k - 1:
        yield "SUE (RAPPOR)", m.symmetric_unary_encoding(k, epsilon)
        yield "OUE", m.optimized_unary_encoding(k, epsilon)
        yield "local hashing into 2 cells (BLH)", m.local_hashing(k, epsilon, 2)
        yield "optimal local hashing (OLH)", m.local_hashing(k, epsilon)
    elif k <= 127:
        yield "Hadamard response", m.hadamard_response(k, epsilon)


def _response(T: Array, letters: Letters) -> str:
    """Randomized response on the blocks of a partition, which are named where there is room."""
    blocks, k = T[np.argsort(T.argmax(axis=1))], T.shape[1]
    if len(blocks) == k:
        return "randomized response"
    names = [str(x) for x in range(k)] if letters is None else list(letters)
    text = " ".join(
        "{" + ", ".join(names[x] for x in np.flatnonzero(block)) + "}" for block in blocks
    )
    where = f" {text}" if len(text) <= 60 else ""
    return f"randomized response on {len(blocks)} blocks{where}"


def _named(problem: Formulation, k: int) -> Iterator[tuple[str, Array]]:
    """Mechanisms whose outputs are the letters."""
    epsilon, prior = pure_epsilon(problem), problem.parameters.get("prior")
    if epsilon is None or k > _LARGEST_NAMED:
        return
    yield "randomized response", m.randomized_response(k, epsilon)
    yield "truncated geometric noise", m.truncated_geometric(k, epsilon)
    if problem.outputs == "letters" and isinstance(prior, Distribution):
        yield "the closed form for a public prior", m.public_prior_kernel(prior.array, epsilon)


def _approximate(problem: Formulation, kernel: Array) -> str:
    """The quaternary mechanism, in any order of its outputs."""
    level, delta = (problem.parameters.get(name) for name in ("epsilon", "delta"))
    if level is None or delta is None or len(kernel) != 2 or problem.outputs != "free":
        return ""
    both = [q[:, np.lexsort(q.round(9))] for q in (kernel, m.quaternary(level, delta))]
    return "the quaternary mechanism" if _close(*both) else ""


def _close(kernel: Array, other: Array) -> bool:
    return kernel.shape == other.shape and np.allclose(kernel, other, rtol=AGREES, atol=1e-15)
