"""Truncated Taylor series with enclosed coefficients, as lists; what is missing at the end is 0."""

from __future__ import annotations

from typing import Any

from lpcheck.rechecker.arithmetic import Number

Series = list[Number]
"""The coefficients of h^0, h^1, …: at most `order` + 1 of them."""


class SeriesOver:
    """Operations on series whose coefficients are numbers of one arithmetic.

    Only `exp`, `ln` and `sqrt` ask more of it than `number`.
    """

    def __init__(self, arithmetic: Any, order: int) -> None:
        self.A, self.order = arithmetic, order
        self.whole = [arithmetic.number(j) for j in range(order + 2)]
        self._inverse = [None, *(self.whole[1] / j for j in self.whole[1:])]

    def add(self, a: Series, b: Series) -> Series:
        """The sum a + b."""
        shorter, longer = sorted((a, b), key=len)
        return [x + y for x, y in zip(shorter, longer, strict=False)] + longer[len(shorter) :]

    def negative(self, a: Series) -> Series:
        """The series −a."""
        return [-x for x in a]

    def multiply(self, a: Series, b: Series) -> Series:
        """The product a b."""
        if len(a) == 1 or len(b) == 1:
            (factor, *_), other = (a, b) if len(a) == 1 else (b, a)
            return [factor * x for x in other]
        return [
            self._dot(a, b, j, max(0, j - len(b) + 1), min(j, len(a) - 1))
            for j in range(min(len(a) + len(b) - 1, self.order + 1))
        ]

    def divide(self, a: Series, b: Series) -> Series:
        """The quotient a/b; :class:`ZeroDivisionError` where b may be 0."""
        if len(b) == 1:
            return [x / b[0] for x in a]
        result: Series = []
        for j in range(self.order + 1):
            rest = self._dot(b, result, j, 1, min(j, len(b) - 1)) if j else None
            top = a[j] if j < len(a) else None
            result.append(self._less(top, rest) / b[0])
        return result

    def exp(self, a: Series) -> Series:
        """The series e^a."""
        result = [self.A.exp(a[0])]
        if len(a) == 1:
            return result
        slopes = [self.whole[i] * x for i, x in enumerate(a)]
        for j in range(1, self.order + 1):
            found = self._dot(slopes, result, j, 1, min(j, len(a) - 1))
            result.append(found * self._inverse[j])
        return result

    def ln(self, a: Series) -> Series:
        """The series log a, a > 0."""
        result = [self.A.ln(a[0])]
        if len(a) == 1:
            return result
        slopes: Series = [self.whole[0]]
        for j in range(1, self.order + 1):
            rest = self._dot(slopes, a, j, max(1, j - len(a) + 1), j - 1) if j > 1 else None
            rest = None if rest is None else rest * self._inverse[j]
            result.append(self._less(a[j] if j < len(a) else None, rest) / a[0])
            slopes.append(self.whole[j] * result[j])
        return result

    def sqrt(self, a: Series) -> Series:
        """The series √a, a > 0 where it is not constant."""
        result = [self.A.sqrt(a[0])]
        if len(a) == 1:
            return result
        twice = result[0] + result[0]
        for j in range(1, self.order + 1):
            rest = self._dot(result, result, j, 1, j - 1) if j > 1 else None
            result.append(self._less(a[j] if j < len(a) else None, rest) / twice)
        return result

    def _dot(self, a: Series, b: Series, j: int, first: int, last: int) -> Number:
        """Σ a_i b_{j−i} over i from first to last."""
        total = None
        for i in range(first, last + 1):
            term = a[i] * b[j - i]
            total = term if total is None else total + term
        return self.whole[0] if total is None else total

    def _less(self, a: Number | None, b: Number | None) -> Number:
        if a is None:
            return self.whole[0] if b is None else -b
        return a if b is None else a - b
