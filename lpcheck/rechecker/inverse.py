r"""The trace of W K⁻¹ for an enclosed matrix K: an approximate inverse, and a bound of its error.

Let X be any rational matrix, E = 1 − XK, and e ≥ ‖E‖ in the norm of row sums. For e < 1 K has an
inverse, :math:`K^{-1} = (1 - E)^{-1} X = X + EX + E^2 K^{-1}`, so that

.. math:: \operatorname{tr} WK^{-1} = \operatorname{tr} WX + \operatorname{tr} WEX + \rho, \qquad
          |\rho| \le n \lVert W \rVert \frac{e^2 \lVert X \rVert}{1 - e},

for the trace of an n × n matrix is at most n times its norm, which is submultiplicative.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal, DivisionByZero, InvalidOperation, Overflow
from fractions import Fraction
from math import lcm

from lpcheck.rechecker.arithmetic import Arithmetic, Number
from lpcheck.rechecker.budget import spend

Matrix = list[list[Number]]

_GUESS = Context(60, traps=[InvalidOperation, DivisionByZero, Overflow])
_MULTIPLY = 6000
"""Units of work for one product of enclosures, added up."""


def trace_of_inverse(A: Arithmetic, weight: Sequence[Sequence[int]], K: Matrix) -> Number | None:
    """An enclosure of tr W K⁻¹ for integers W; None where K may be singular."""
    n = len(K)
    spend(_MULTIPLY * 2 * n**3)
    X = _guess([[(A.lower(x) + A.upper(x)) / 2 for x in row] for row in K])
    if X is None:
        return None
    enclosed = [[A.number(x) for x in row] for row in X]
    E = _product(A, enclosed, K)
    for i, row in enumerate(E):
        for j, x in enumerate(row):
            E[i][j] = A.number(int(i == j)) - x
    error = max(sum((_size(A, x) for x in row), Fraction(0)) for row in E)
    if error > Fraction(1, 2):
        return None
    first = sum((w * x for w, x in zip(_flat(weight), _flat(_turned(X)), strict=True)), Fraction(0))
    moved = _product(A, E, enclosed)
    second = A.total(
        [A.number(w) * x for w, x in zip(_flat(weight), _flat(_turned(moved)), strict=True) if w]
    )
    largest = max(sum(map(abs, row), Fraction(0)) for row in X)
    heaviest = max(sum(map(abs, row)) for row in weight)
    rest = n * heaviest * error * error * largest / (1 - error)
    return A.number(first) + second + A.between(-rest, rest)


def _guess(K: list[list[Fraction]]) -> list[list[Fraction]] | None:
    """An inverse in decimals, by Gauss-Jordan with pivoting; None where a pivot is 0."""
    n, c = len(K), _GUESS
    rows = [
        [c.divide(Decimal(x.numerator), Decimal(x.denominator)) for x in row]
        + [Decimal(int(i == j)) for j in range(n)]
        for i, row in enumerate(K)
    ]
    for i in range(n):
        best = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[best] = rows[best], rows[i]
        if rows[i][i] == 0:
            return None
        rows[i] = [c.divide(x, rows[i][i]) for x in rows[i]]
        for r in range(n):
            factor = rows[r][i]
            if r != i and factor:
                rows[r] = [
                    c.subtract(x, c.multiply(factor, y))
                    for x, y in zip(rows[r], rows[i], strict=True)
                ]
    return [[Fraction(x) for x in row[n:]] for row in rows]


def _product(A: Arithmetic, left: Matrix, right: Matrix) -> Matrix:
    columns = _turned(right)
    return [
        [A.total([x * y for x, y in zip(row, column, strict=True)]) for column in columns]
        for row in left
    ]


def _turned(matrix: Sequence[Sequence[Number]]) -> Matrix:
    return [list(column) for column in zip(*matrix, strict=True)]


def _flat(matrix: Sequence[Sequence[Number]]) -> list[Number]:
    return [x for row in matrix for x in row]


def _size(A: Arithmetic, x: Number) -> Fraction:
    return max(abs(A.lower(x)), abs(A.upper(x)))


def has_full_rank(rows: Sequence[Sequence[Fraction]]) -> bool:
    """Whether rational rows are independent, by elimination in whole numbers (Bareiss)."""
    columns = []
    for column in zip(*rows, strict=True):
        common = lcm(*(x.denominator for x in column))
        columns.append([x.numerator * (common // x.denominator) for x in column])
    left, last = [list(row) for row in zip(*columns, strict=True)], 1
    for i in range(len(left)):
        place = next(
            ((r, j) for r in range(i, len(left)) for j, x in enumerate(left[r]) if x), None
        )
        if place is None:
            return False
        r, j = place
        left[i], left[r] = left[r], left[i]
        pivot = left[i][j]
        bits = max(x.bit_length() for row in left[i:] for x in row)
        spend((300 + bits * bits // 500) * (len(left) - i) * len(left[i]))
        for r in range(i + 1, len(left)):
            factor = left[r][j]
            left[r] = [
                (pivot * x - factor * y) // last for x, y in zip(left[r], left[i], strict=True)
            ]
        last = pivot
    return True
