"""Closed forms, recognised by comparing doubles: said as "agrees to 1e-12", which proves nothing.

A kernel is compared with the mechanisms of :mod:`lpcheck.mechanisms` up to the order of its outputs
and the merging of those that say the same; an entry with fractions of e^ε and small whole numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from formulations.formulation import Array, Formulation, Solution
from lpcheck import mechanisms as m
from lpcheck.report.text import entry

AGREES = 1e-12
"""How far doubles that agree may be apart, relative to the larger one."""

_LARGEST = 200_000
"""Entries of a kernel that is looked at."""

_MOST_ENTRIES = 6
_MOST_SETS = 1000
_LARGEST_SETS = 10
_NARROW, _WIDE = 0.02, 12.0
"""Levels between which e^ε is told from small whole numbers."""

_MOST_HIGH, _MOST_TERM = 60, 2000

Letters: TypeAlias = Sequence[str] | None
_Signature: TypeAlias = dict[bytes, float]
"""The letters that an output speaks for, as bits, and its largest entry."""


@dataclass(frozen=True)
class Form:
    """s/(a·e^ε + b), or s·e^ε/(a·e^ε + b), with whole numbers; with ε/2 for ε where `half`."""

    scale: int
    high: bool
    a: int
    b: int
    half: bool = False

    @property
    def text(self) -> str:
        """As people write it."""
        e = "e^(ε/2)" if self.half else "e^ε"
        top = _term(self.scale, e) if self.high else str(self.scale)
        below = " + ".join([_term(self.a, e)] * bool(self.a) + [str(self.b)] * bool(self.b))
        if below == "1":
            return top
        one = below.isdigit() or below == e
        return f"{top}/{below}" if one else f"{top}/({below})"

    @property
    def latex(self) -> str:
        """As TeX writes it."""
        e = r"e^{\varepsilon/2}" if self.half else r"e^{\varepsilon}"
        top = _term(self.scale, e) if self.high else str(self.scale)
        below = " + ".join([_term(self.a, e)] * bool(self.a) + [str(self.b)] * bool(self.b))
        return top if below == "1" else rf"\frac{{{top}}}{{{below}}}"


def _term(n: int, e: str) -> str:
    return e if n == 1 else f"{n}{e}"


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


def of_number(x: float, epsilon: float) -> Form | None:
    """The simplest form that a number agrees with, if any.

    Args:
        x: a probability, or a value.
        epsilon: nats; where e^ε is close to 1 or very large nothing is recognised.

    Example:
        >>> import math
        >>> of_number(math.e / (math.e + 2), 1.0).text, of_number(0.3, 1.0).text
        ('e^ε/(e^ε + 2)', '3/10')
        >>> of_number(0.3 + 1e-9, 1.0) is None
        True
    """
    if not 1e-9 < x <= 1e6:
        return None
    for below in range(1, 25):
        if _whole(x * below, 1e4):
            return Form(round(x * below), False, 0, below)
    if not _NARROW <= epsilon <= _WIDE:
        return None
    for half in (False, True):
        e = math.exp(epsilon / 2.0 if half else epsilon)
        for scale in (1, 2, 3):
            for high, y in ((True, scale * e / x), (False, scale / x)):
                for a in range(min(int(y / e + AGREES) + 1, _MOST_HIGH)):
                    rest = y - a * e
                    if abs(rest) <= AGREES * y:
                        return Form(scale, high, a, 0, half)
                    if _whole(rest, _MOST_TERM, AGREES * y):
                        return Form(scale, high, a, round(rest), half)
    return None


def _whole(x: float, most: float, allowed: float = 0.0) -> bool:
    """Whether a number is a whole one from 1 to `most`, as far as rounding tells."""
    return 0.5 < x <= most and abs(x - round(x)) <= max(allowed, AGREES * x)


def of_entries(kernel: Array, epsilon: float) -> list[tuple[float, Form]]:
    """The entries of a kernel other than 0 and 1, with their forms; none unless all have one.

    Args:
        kernel: a matrix or a vector.
        epsilon: nats.
    """
    if kernel.size > _LARGEST:
        return []
    values = np.sort(kernel[(kernel > AGREES) & (kernel < 1.0 - AGREES)].ravel())[::-1]
    found: list[tuple[float, Form]] = []
    while len(values):
        form = of_number(float(values[0]), epsilon)
        if form is None or len(found) == _MOST_ENTRIES:
            return []
        found.append((float(values[0]), form))
        values = values[values < values[0] * (1.0 - 4.0 * AGREES)]
    return found


def of_mechanism(problem: Formulation, kernel: Array, letters: Letters = None) -> str:
    """What a mechanism agrees with, up to the order and the merging of outputs; "" if unknown.

    Args:
        problem: whose mechanism it is.
        kernel: shape (k, m).
        letters: names of the inputs; counted from 0 by default.
    """
    epsilon = pure_epsilon(problem)
    if epsilon is None or kernel.ndim != 2 or kernel.size > _LARGEST or kernel.min() < 0:
        return ""
    if problem.outputs != "free":
        near = (name for name, other in _named(len(kernel), epsilon) if _close(kernel, other))
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
    """Mechanisms for any prior whose value agrees with the optimum, by name; inputs up to 10.

    Args:
        solution: of a problem whose outputs have no names.
    """
    problem, best = solution.problem, solution.value
    if problem is None or solution.mechanism is None or problem.outputs != "free":
        return []
    epsilon, k = pure_epsilon(problem), len(solution.mechanism)
    if not epsilon or solution.status != "optimal" or not 2 < k <= _LARGEST_SETS or best == 0:
        return []
    found = []
    for size in range(1, k):
        value = problem.value(m.subset_mechanism(k, epsilon, size))
        if abs(value - best) <= AGREES * abs(best):
            found.append("randomized response" if size == 1 else f"subset selection, d = {size}")
    return found


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


def _named(k: int, epsilon: float) -> Iterator[tuple[str, Array]]:
    """Mechanisms whose outputs are the letters."""
    if k <= 1000:
        yield "randomized response", m.randomized_response(k, epsilon)
        yield "truncated geometric noise", m.truncated_geometric(k, epsilon)


def _close(kernel: Array, other: Array) -> bool:
    return kernel.shape == other.shape and np.allclose(kernel, other, rtol=AGREES, atol=1e-15)
