r"""Smooth functions of ε on a short interval, enclosed: what the proofs over intervals count with.

On [m − r, m + r] a function g is kept as two series: the coefficients of its Taylor series at m,
and enclosures of those at *every* point of the interval. By Taylor's theorem with Lagrange's
remainder, for :math:`|h| \le r`,

.. math:: g(m + h) \in \sum_{j < n} \frac{g^{(j)}(m)}{j!} h^j
          + \left\{ \frac{g^{(n)}(\xi)}{n!} : |\xi - m| \le r \right\}\, h^n.

So functions that are identically 0, such as a row sum less 1, are enclosed to about :math:`r^n`,
where intervals alone would leave them as wide as the interval of ε. What has a corner (a maximum
of two functions that cross) is kept as its range alone.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from formulations.expressions import Operations, UndecidedError
from lpcheck.ranges.enclosed.series import Series, SeriesOver
from lpcheck.rechecker.arithmetic import Arithmetic, Number
from lpcheck.rechecker.interval import Decimals

DIGITS = 40
ORDER = 12


class Function:
    """An enclosed function of ε; made by :class:`Functions` only.

    With + − × / ** among themselves and with ints, rationals and doubles (as they are), and with
    the methods that NumPy's `exp`, `log`, `sqrt`, `expm1` and `log1p` call.
    """

    def __init__(self, over: Functions, at: Series | None, near: Series | None, box: Any) -> None:
        self.over, self.at, self.near, self._box = over, at, near, box

    @cached_property
    def box(self) -> Number:
        """An enclosure of all its values."""
        return self._box if self.at is None else self.over.range_of(self.at, self.near or [])

    @property
    def key(self) -> Any:
        """Equal for functions that have the same enclosures."""
        if self.at is None or self.near is None:
            return id(self)
        A = self.over.base
        return tuple((A.lower(x), A.upper(x)) for x in (*self.at, *self.near))

    @property
    def lower(self) -> Fraction:
        """A lower bound of all its values."""
        return self.over.base.lower(self.box)

    @property
    def upper(self) -> Fraction:
        """An upper bound of all its values."""
        return self.over.base.upper(self.box)

    def __neg__(self) -> Function:
        negative = self.over.series.negative
        if self.at is None or self.near is None:
            return Function(self.over, None, None, -self.box)
        return Function(self.over, negative(self.at), negative(self.near), None)

    def __pos__(self) -> Function:
        return self

    def __add__(self, other: Any) -> Function:
        return self.over.combine("add", self, other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Function:
        return self.over.combine("add", self, -self.over.read(other))

    def __rsub__(self, other: Any) -> Function:
        return self.over.combine("add", other, -self)

    def __mul__(self, other: Any) -> Function:
        return self.over.combine("multiply", self, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Function:
        return self.over.combine("divide", self, other)

    def __rtruediv__(self, other: Any) -> Function:
        return self.over.combine("divide", other, self)

    def __pow__(self, exponent: Any) -> Function:
        if isinstance(exponent, int) or (isinstance(exponent, float) and exponent.is_integer()):
            result, n = self.over.number(1), abs(int(exponent))
            for _ in range(n):
                result = result * self
            return result if exponent >= 0 else 1 / result
        return (self.over.read(exponent) * self.log()).exp()

    def __rpow__(self, base: Any) -> Function:
        return (self * self.over.read(base).log()).exp()

    def __abs__(self) -> Function:
        return self.over.maximum(self, -self)

    def __lt__(self, other: Any) -> bool:
        return self.over.less(self, self.over.read(other))

    def __gt__(self, other: Any) -> bool:
        return self.over.less(self.over.read(other), self)

    def __le__(self, other: Any) -> bool:
        return not self.__gt__(other)

    def __ge__(self, other: Any) -> bool:
        return not self.__lt__(other)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Function, int, float, Fraction)):
            return NotImplemented
        difference = (self - other).box
        lower, upper = self.over.base.lower(difference), self.over.base.upper(difference)
        if lower > 0 or upper < 0:
            return False
        if lower == upper:
            return True
        raise UndecidedError("whether two enclosures that overlap are equal")

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return self != 0

    def exp(self) -> Function:
        """e to its power."""
        return self.over.exp(self)

    def expm1(self) -> Function:
        """e to its power, less 1."""
        return self.over.exp(self) - 1

    def log(self) -> Function:
        """Its logarithm."""
        return self.over.ln(self)

    def log1p(self) -> Function:
        """The logarithm of 1 plus it."""
        return self.over.ln(self + 1)

    def sqrt(self) -> Function:
        """Its root."""
        return self.over.sqrt(self)


class Functions(Arithmetic):
    """The enclosed functions of ε on [least, most]."""

    def __init__(
        self, least: Fraction, most: Fraction, order: int = ORDER, base: Arithmetic | None = None
    ) -> None:
        self.least, self.most = least, most
        self.base = Decimals(DIGITS) if base is None else base
        self.series = SeriesOver(self.base, order)
        self.radius = (most - least) / 2
        A = self.base
        self._powers = [A.number(1)]
        for j in range(1, order + 1):
            size = self.radius**j
            self._powers.append(A.between(-size if j % 2 else Fraction(0), size))
        one = A.number(1)
        middle = (least + most) / 2
        self.epsilon = Function(self, [A.number(middle), one], [A.between(least, most), one], None)
        step = A.between(-self.radius, self.radius)
        self.step = Function(self, [A.number(0), one], [step, one], None)

    def range_of(self, at: Series, near: Series) -> Number:
        """All values: Taylor's formula, and the values' own enclosure where that is narrower."""
        A, n = self.base, self.series.order
        total = at[0]
        for j in range(1, min(n, len(at))):
            total = total + at[j] * self._powers[j]
        if len(near) > n:
            total = total + near[n] * self._powers[n]
        lower, upper = max(A.lower(total), A.lower(near[0])), min(A.upper(total), A.upper(near[0]))
        return A.between(lower, upper)

    def read(self, x: Any) -> Function:
        """A number that a formula holds."""
        if isinstance(x, Function):
            return x
        if isinstance(x, np.integer):
            return self.number(int(x))
        if isinstance(x, (int, Fraction, float, Decimal)):
            return self.number(Fraction(x))  # a double is meant as it is
        raise TypeError(f"{type(x).__name__} is no number here")

    def combine(self, name: str, x: Any, y: Any) -> Function:
        """An operation of two."""
        x, y = self.read(x), self.read(y)
        if x.at is None or y.at is None:
            a, b = x.box, y.box
            box = a + b if name == "add" else a * b if name == "multiply" else a / b
            return Function(self, None, None, box)
        apply = getattr(self.series, name)
        return Function(self, apply(x.at, y.at), apply(x.near, y.near), None)

    def _applied(self, name: str, x: Function) -> Function:
        if x.at is None:
            return Function(self, None, None, getattr(self.base, name)(x.box))
        apply = getattr(self.series, name)
        return Function(self, apply(x.at), apply(x.near), None)

    def number(self, x: Fraction | int) -> Function:
        """A constant."""
        value = self.base.number(x)
        return Function(self, [value], [value], None)

    def between(self, lower: Fraction, upper: Fraction) -> Function:
        """Any function with these bounds."""
        return Function(self, None, None, self.base.between(lower, upper))

    def exp(self, x: Function) -> Function:
        """e^x."""
        return self._applied("exp", x)

    def ln(self, x: Function) -> Function:
        """Log x, x > 0."""
        return self._applied("ln", x)

    def sqrt(self, x: Function) -> Function:
        """√x, x ≥ 0."""
        return self._applied("sqrt", x)

    def maximum(self, x: Function, y: Function) -> Function:
        """max(x, y)."""
        difference = (x - y).box
        if self.base.lower(difference) >= 0:
            return x
        if self.base.upper(difference) <= 0:
            return y
        return Function(self, None, None, self.base.maximum(x.box, y.box))

    def minimum(self, x: Function, y: Function) -> Function:
        """min(x, y)."""
        return -self.maximum(-x, -y)

    def less(self, x: Function, y: Function) -> bool:
        """Whether x < y throughout; UndecidedError where that changes, or cannot be told."""
        difference = (x - y).box
        if self.base.upper(difference) < 0:
            return True
        if self.base.lower(difference) >= 0:
            return False
        raise UndecidedError("the order of two enclosures that overlap")

    def sum(self, terms: list[Function]) -> Function:
        """Their sum."""
        result: Function = self.total(terms)
        return result

    def normal_near(self, x: Fraction) -> Function:
        """Φ(x) of a rational."""
        value = self.base.normal_near(x)
        return Function(self, [value], [value], None)

    def lower(self, x: Function) -> Fraction:
        """The lower end of its range."""
        return x.lower

    def upper(self, x: Function) -> Fraction:
        """The upper end of its range."""
        return x.upper


def operations(A: Arithmetic) -> Operations:
    """The expression language's view of an arithmetic of enclosures."""

    def less(x: Number, y: Number) -> bool:
        if isinstance(A, Functions):
            return A.less(x, y)
        if A.upper(x) < A.lower(y):
            return True
        if A.lower(x) >= A.upper(y):
            return False
        raise UndecidedError("the order of two enclosures that overlap")

    return Operations(
        number=A.number,
        exp=A.exp,
        ln=A.ln,
        sqrt=A.sqrt,
        power=lambda x, y: A.exp(y * A.ln(x)),
        absolute=lambda x: A.maximum(x, -x),
        maximum=A.maximum,
        minimum=A.minimum,
        less=less,
        pi=lambda: A.number(4) * _quarter(A),
    )


def _quarter(A: Arithmetic) -> Number:
    if isinstance(A, Functions):
        value = _quarter(A.base)
        return Function(A, [value], [value], None)
    return _machin(A)


def _machin(A: Arithmetic) -> Number:
    """The number π/4, by Machin's formula: the alternating series' terms bound what is left out."""

    def series(n: int) -> tuple[Fraction, Fraction]:
        total, j = Fraction(0), 0
        while (2 * j + 1) * n ** (2 * j + 1) < 10**60:
            total += Fraction((-1) ** j, (2 * j + 1) * n ** (2 * j + 1))
            j += 1
        rest = Fraction(1, n ** (2 * j + 1))
        return total - rest, total + rest

    (a, b), (c, d) = series(5), series(239)
    return A.between(4 * a - d, 4 * b - c)
