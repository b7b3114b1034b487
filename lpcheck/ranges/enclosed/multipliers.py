"""Multipliers as polynomials in ε: equations solved at an interval's middle, series by series.

Nothing here has to be right: a bound holds for all multipliers, and is enclosed for these.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction

import numpy as np

from formulations.formulation import Array
from lpcheck.ranges.enclosed.formula import OpenError
from lpcheck.ranges.enclosed.function import Function, Functions
from lpcheck.ranges.enclosed.series import Series, SeriesOver
from lpcheck.rechecker.arithmetic import Number

_DIGITS, _SHORT = 45, Context(prec=28)


def polynomials(
    F: Functions,
    equations: Sequence[Sequence[Function]],
    right: Sequence[Function],
    guess: Sequence[Function],
) -> list[Function]:
    """The z(ε) nearest to a guess with equations·z = right, to the order of the series.

    Args:
        F: the functions on an interval.
        equations: coefficients, one row an equation; dependent ones are left out.
        right: the right-hand sides.
        guess: what z is to be near.

    Raises:
        OpenError: a coefficient has a corner, or the equations have no solution.
    """
    matrix = np.array([[middle_of(F, c) for c in row] for row in equations])
    powers = [F.number(1)]
    while len(powers) < F.series.order:
        powers.append(powers[-1] * F.step)
    with localcontext() as context:  # no intervals here, which are fifty times slower
        context.prec = _DIGITS
        over = SeriesOver(_Plain(), F.series.order - 1)
        chosen = _independent(matrix)
        used = [[_coefficients(F, c) for c in equations[i]] for i in chosen]
        start = [_coefficients(F, x) for x in guess]
        missing = [
            over.add(_coefficients(F, right[i]), over.negative(_dot(over, row, start)))
            for i, row in zip(chosen, used, strict=True)
        ]
        weights = _solved(over, [[_dot(over, a, b) for b in used] for a in used], missing)
        found = [
            over.add(first, _dot(over, [row[i] for row in used], weights))
            for i, first in enumerate(start)
        ]
        near = [[F.number(Fraction(_SHORT.plus(c))) for c in series] for series in found]
    return [dot(F, series, powers[: len(series)]) for series in near]


class _Plain:
    """Decimals as the coefficients of a series."""

    def number(self, x: int) -> Decimal:
        """A whole number."""
        return Decimal(x)


def _coefficients(F: Functions, x: Function) -> Series:
    """The Taylor coefficients at the middle, but for the last."""
    if x.at is None:
        raise OpenError("a corner in an equation")
    return [_decimal(F, c) for c in x.at[: F.series.order]]


def _decimal(F: Functions, x: Number) -> Decimal:
    middle = (F.base.lower(x) + F.base.upper(x)) / 2
    return Decimal(middle.numerator) / Decimal(middle.denominator)


def roomy(rows: Array, least: Array, equations: Array, right: Array) -> Array:
    """A solution of equations·z = right with rows·z ≥ least by as much room as all can have.

    Raises:
        OpenError: there is none.
    """
    little = 1e-4
    few = _with_room(rows, least, equations, right, np.eye(len(rows)), little)
    # What has no room there never has; all others are given as much as they can have alike.
    free = (rows @ few - least > little / 2).astype(float)
    return _with_room(rows, least, equations, right, free[:, None], 1.0)


def _with_room(
    rows: Array, least: Array, equations: Array, right: Array, slacks: Array, room: float
) -> Array:
    from scipy.optimize import linprog  # noqa: PLC0415  slow to import

    k, m = rows.shape[1], slacks.shape[1]
    for missing in (1e-11, 1e-9, 1e-7):
        found = linprog(
            np.concatenate([np.zeros(k), -np.ones(m)]),
            A_ub=np.hstack([-rows, slacks]),
            b_ub=missing - least,
            A_eq=np.hstack([equations, np.zeros((len(equations), m))]),
            b_eq=right,
            bounds=[(None, None)] * k + [(0.0, room)] * m,
            method="highs",
        )
        if found.status == 0:
            return np.asarray(found.x[:k])
    raise OpenError("no multipliers")


def middle_of(F: Functions, x: Function) -> float:
    """The value at the interval's middle, in doubles."""
    inside = x.at[0] if x.at is not None else x.box
    return float((F.base.lower(inside) + F.base.upper(inside)) / 2)


def dot(F: Functions, a: Sequence[Function], b: Sequence[Function]) -> Function:
    """The sum of products."""
    return F.sum([x * y for x, y in zip(a, b, strict=True)])


def _independent(matrix: Array) -> list[int]:
    """Rows that span the others, by Gram and Schmidt, the largest remainder first."""
    sizes = np.linalg.norm(matrix, axis=1, keepdims=True)
    rest = matrix / np.where(sizes > 0, sizes, 1.0)
    chosen: list[int] = []
    for _ in range(min(rest.shape)):
        lengths = np.linalg.norm(rest, axis=1)
        best = int(lengths.argmax())
        if lengths[best] < 1e-7:
            break
        chosen.append(best)
        direction = rest[best] / lengths[best]
        rest = rest - np.outer(rest @ direction, direction)
    return chosen


def _dot(over: SeriesOver, a: Sequence[Series], b: Sequence[Series]) -> Series:
    total: Series = [Decimal(0)]
    for x, y in zip(a, b, strict=True):
        total = over.add(total, over.multiply(x, y))
    return total


def _solved(over: SeriesOver, matrix: list[list[Series]], right: list[Series]) -> list[Series]:
    """The solution of a positive definite system, by elimination."""
    n = len(right)
    rows = [[*row, b] for row, b in zip(matrix, right, strict=True)]
    for i in range(n):
        for j in range(i + 1, n):
            factor = over.negative(over.divide(rows[j][i], rows[i][i]))
            pairs = zip(rows[j], rows[i], strict=True)
            rows[j] = [over.add(a, over.multiply(factor, b)) for a, b in pairs]
    result: list[Series] = [[Decimal(0)]] * n
    for i in reversed(range(n)):
        rest = _dot(over, rows[i][i + 1 : n], result[i + 1 :])
        result[i] = over.divide(over.add(rows[i][n], over.negative(rest)), rows[i][i])
    return result
