"""Mechanisms exactly as given, and exactly feasible ones next to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from formulations.formulation import Array, Formulation
from formulations.parameters import read_number
from lpcheck.certificates.exact.kernels import Kernel, breaks_approximate, breaks_pure, excess
from lpcheck.certificates.exact.numbers import exponential_below, places_for, up
from lpcheck.certificates.maker import Rows

Vector = list[Fraction]


def read_entries(problem: Formulation, mechanism: Any) -> tuple[Rows, Array]:
    """The mechanism exactly as given, and in doubles.

    Args:
        problem: the problem, which knows the shape.
        mechanism: floats, taken as their shortest decimal; or rationals, taken as they are.

    Raises:
        InputError: it does not have the problem's shape.
    """
    rounded = problem.read_mechanism(mechanism)
    entries = rounded.tolist() if callable(mechanism) else mechanism
    if isinstance(entries, np.ndarray):
        entries = entries.tolist()
    if rounded.ndim == 1:
        flat = entries[0] if len(entries) == 1 and not np.isscalar(entries[0]) else entries
        column = [x[0] if isinstance(x, (list, tuple)) else x for x in flat]
        return [[read_number("mechanism", x) for x in column]], rounded
    return [[read_number("mechanism", x) for x in row] for row in entries], rounded


@dataclass(frozen=True)
class Requirement:
    """Privacy of exact kernels.

    Attributes:
        breaks: whether a kernel breaks it.
        weight: about how much of a constant row mends it.
    """

    breaks: Callable[[Kernel], bool]
    weight: Callable[[Kernel, Vector], Fraction]


def pure(epsilon: Fraction) -> Requirement:
    """The requirement of ε-LDP."""
    t = exponential_below(epsilon, places_for(epsilon))

    def weight(kernel: Kernel, base: Vector) -> Fraction:
        odds = Fraction(0)
        for column, b in zip(zip(*kernel, strict=True), base, strict=True):
            over = max(column) - t * min(column)
            if over > 0:
                if t == 1 or b == 0:
                    return Fraction(1)
                odds = max(odds, over / ((t - 1) * b))
        return odds / (1 + odds)

    return Requirement(lambda kernel: breaks_pure(kernel, t), weight)


def approximate(epsilon: Fraction, delta: Fraction) -> Requirement:
    """The requirement of (ε, δ)-LDP."""
    if not delta:
        return pure(epsilon)
    t = exponential_below(epsilon, places_for(epsilon))

    def weight(kernel: Kernel, _base: Vector) -> Fraction:
        worst = max(excess(a, b, t) for a in kernel for b in kernel)
        return 1 - delta / worst if worst > delta else Fraction(0)

    return Requirement(lambda kernel: breaks_approximate(kernel, t, delta), weight)


def mend(entries: Rows, requirement: Requirement) -> Rows:
    """A kernel that is exactly private: rows sum to 1, mixed with their mean as far as needed."""
    rows = summing_to_one(entries)
    base = [sum(column, Fraction(0)) / len(rows) for column in zip(*rows, strict=True)]
    return mixed(rows, base, requirement)


def summing_to_one(entries: Rows) -> Rows:
    """Rows of entries ≥ 0 whose largest entry makes up what is missing of 1."""
    rows = [[max(x, Fraction(0)) for x in row] for row in entries]
    for row in rows:
        largest = max(range(len(row)), key=row.__getitem__)
        row[largest] += 1 - sum(row)
    return rows


def mixed(rows: Rows, base: Vector, requirement: Requirement) -> Rows:
    """The rows with as little of a constant row as makes them private and ≥ 0."""
    negative = max(
        (
            -x / (b - x) if b > 0 else Fraction(1)
            for row in rows
            for x, b in zip(row, base, strict=True)
            if x < 0
        ),
        default=Fraction(0),
    )
    if negative == 0 and not requirement.breaks(rows):
        return rows
    needed = max(negative, requirement.weight(rows, base), Fraction(1, 10**45))
    weight = Fraction(up(needed, 3))
    while weight < 1:
        candidate = [
            [(1 - weight) * x + weight * b for x, b in zip(row, base, strict=True)] for row in rows
        ]
        if min(map(min, candidate)) >= 0 and not requirement.breaks(candidate):
            return candidate
        weight *= 2
    return [list(base)] * len(rows)


def distance(first: Rows, second: Rows) -> Decimal:
    """The largest difference of two entries, rounded up."""
    return up(
        max(
            abs(a - b)
            for x, y in zip(first, second, strict=True)
            for a, b in zip(x, y, strict=True)
        ),
        12,
    )
