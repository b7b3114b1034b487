"""Exactly feasible mechanisms next to given ones, and what an infeasible one breaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from formulations.formulation import Formulation
from formulations.parameters import read_number
from formulations.projections.box import BoxProjection
from formulations.public_prior import PublicPrior
from formulations.samplers.problem import SamplerProblem
from formulations.samplers.profiles import all_pairs, profile_excess
from lpcheck.certificates.exact.kernels import Kernel, breaks_approximate, breaks_pure, excess
from lpcheck.certificates.exact.numbers import exponential_below, places_for, up
from lpcheck.certificates.projections import bounds, drain, fill

Rows = list[list[Fraction]]


def read_entries(problem: Formulation, mechanism: Any) -> Rows:
    """The mechanism exactly as given: floats as their shortest decimal, rationals as they are.

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
        return [[read_number("mechanism", x) for x in column]]
    return [[read_number("mechanism", x) for x in row] for row in entries]


def repair(problem: Formulation, entries: Rows) -> Rows:
    """A mechanism that keeps every constraint exactly, as near to the entries as is simple."""
    if isinstance(problem, BoxProjection):
        return [_into_box(problem, entries[0])]
    rows = [_summing_to_one([max(x, Fraction(0)) for x in row]) for row in entries]
    base = [sum(column, Fraction(0)) / len(rows) for column in zip(*rows, strict=True)]
    if isinstance(problem, PublicPrior):
        base = list(problem.prior.exact)
        lost = [
            q - _dot(base, column) for q, column in zip(base, zip(*rows, strict=True), strict=True)
        ]
        rows = [[x + v for x, v in zip(row, lost, strict=True)] for row in rows]
    if isinstance(problem, SamplerProblem):
        base = list(problem.reference.exact)
    return _mixed(rows, base, *_requirement(problem))


def _summing_to_one(row: list[Fraction]) -> list[Fraction]:
    largest = max(range(len(row)), key=row.__getitem__)
    row[largest] += 1 - sum(row)
    return row


def _dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def _requirement(
    problem: Formulation,
) -> tuple[Callable[[Kernel], bool], Callable[[Kernel, list[Fraction]], Fraction]]:
    """Whether a kernel breaks privacy, and about how much of the constant row mends it."""
    parameters = problem.parameters
    if "nu" in parameters:
        assert isinstance(problem, SamplerProblem)
        profile = problem.privacy.profiles[0]

        def breaks_gaussian(kernel: Kernel) -> bool:
            array = np.array([[float(x) for x in row] for row in kernel])
            first, second = all_pairs(len(array), own=False)
            return bool((profile_excess(array[first], array[second], profile)[0] > -1e-15).any())

        return breaks_gaussian, lambda *_: Fraction(1, 10**14)
    epsilon, delta = parameters["epsilon"], parameters.get("delta", Fraction(0))
    t = exponential_below(epsilon, places_for(epsilon))
    if not delta:
        return lambda kernel: breaks_pure(kernel, t), lambda kernel, base: _pure_weight(
            kernel, base, t
        )

    def approximate_weight(kernel: Kernel, base: list[Fraction]) -> Fraction:
        worst = max(excess(a, b, t) for a in kernel for b in kernel)
        return 1 - delta / worst if worst > delta else Fraction(0)

    return lambda kernel: breaks_approximate(kernel, t, delta), approximate_weight


def _pure_weight(kernel: Kernel, base: list[Fraction], t: Fraction) -> Fraction:
    odds = Fraction(0)
    for column, b in zip(zip(*kernel, strict=True), base, strict=True):
        over = max(column) - t * min(column)
        if over > 0:
            if t == 1 or b == 0:
                return Fraction(1)
            odds = max(odds, over / ((t - 1) * b))
    return odds / (1 + odds)


def _mixed(
    rows: Rows,
    base: list[Fraction],
    breaks: Callable[[Kernel], bool],
    estimate: Callable[[Kernel, list[Fraction]], Fraction],
) -> Rows:
    negative = max(
        (
            -x / (b - x) if b > 0 else Fraction(1)
            for row in rows
            for x, b in zip(row, base, strict=True)
            if x < 0
        ),
        default=Fraction(0),
    )
    if negative == 0 and not breaks(rows):
        return rows
    weight = Fraction(up(max(negative, estimate(rows, base), Fraction(1, 10**45)), 3))
    while weight < 1:
        mixed = [
            [(1 - weight) * x + weight * b for x, b in zip(row, base, strict=True)] for row in rows
        ]
        if min(map(min, mixed)) >= 0 and not breaks(mixed):
            return mixed
        weight *= 2
    return [list(base)] * len(rows)


def _into_box(problem: BoxProjection, x: list[Fraction]) -> list[Fraction]:
    low, high = bounds(problem)
    x = [min(max(v, lo), hi) for v, lo, hi in zip(x, low, high, strict=True)]
    return fill(drain(x, low), high)


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
