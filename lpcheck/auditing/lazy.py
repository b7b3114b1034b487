r"""Draws whose value is decided only as far as the code asks: a comparison is a branch.

``random()`` in Python and NumPy is j/2⁵³ with j uniform on 0, …, 2⁵³ − 1. A draw is such a j in an
interval, and a monotone function of it that is computed in doubles as the code computes it:
``a + (b − a)·u < c`` holds for the j below some threshold, which bisection finds exactly. So the
probabilities are those that the code has, not those that were meant.

Draws are no floats on purpose: C code that wants a double asks ``__float__``, which refuses, where
a subclass of float would silently hand over a number that stands for nothing.
"""

# ruff: noqa: D102  (methods that Python and NumPy document)
from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from lpcheck.auditing.arithmetic import Monotone
from lpcheck.auditing.cell import GRID, Cell, finite, of_grid, same, upwards_by
from lpcheck.auditing.draw import Draw
from lpcheck.auditing.tree import LARGEST_FAN, Path


class FloatDraw(Monotone):
    """A draw that is a double: never a number, only compared."""

    __class__ = float  # type: ignore[assignment]  # what isinstance sees

    def __floor__(self) -> Any:
        return self._map(finite(math.floor), True, IntDraw)

    def __ceil__(self) -> Any:
        return self._map(finite(math.ceil), True, IntDraw)

    def __trunc__(self) -> Any:
        return self._map(finite(math.trunc), True, IntDraw)

    def __int__(self) -> int:
        return int(self.__trunc__()._value())

    def __round__(self, digits: int | None = None) -> Any:
        if digits is None:
            return self._map(finite(round), True, IntDraw)
        return self._map(lambda x: round(x, digits), True)._value()

    def is_integer(self) -> bool:
        return bool(self == self.__floor__())

    def __float__(self) -> float:
        self._refuse("hands a uniform draw to code that wants a number")

    def __str__(self) -> str:
        return str(self._refuse("writes a uniform draw as text"))

    def __repr__(self) -> str:
        return "<a uniform draw>"

    def __format__(self, spec: str) -> str:
        return str(self)

    def __reduce_ex__(self, protocol: Any) -> Any:
        self._refuse("copies or pickles a draw")


class IntDraw(Monotone):
    """A draw that is an integer: compared, or its value where that is asked for."""

    __class__ = int  # type: ignore[assignment]  # what isinstance sees

    def __index__(self) -> int:
        return int(self._value())

    __int__ = __trunc__ = __floor__ = __ceil__ = __index__

    def __round__(self, digits: int | None = None) -> int:
        return round(self.__index__(), digits)

    def __float__(self) -> float:
        return float(self._value())

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self._value())

    def __str__(self) -> str:
        return str(self._value())

    def __repr__(self) -> str:
        return repr(self._value())

    def __format__(self, spec: str) -> str:
        return format(self._value(), spec)

    def __copy__(self) -> Any:
        return self._value()

    def __deepcopy__(self, memo: Any) -> Any:
        return self._value()

    def __reduce_ex__(self, protocol: Any) -> Any:
        return int, (int(self._value()),)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._value(), name)

    def __mod__(self, other: Any) -> Any:
        cell = self._cell
        plain = self._f is None and isinstance(other, int) and not isinstance(other, Draw)
        if not plain or other <= 0 or cell.base(0) != 0 or cell.base(1) != 1:
            return self._bits(other, operator.mod)
        return self._residue(int(other))

    def _residue(self, modulus: int) -> Any:
        """x % m of a plain integer: itself where x < m, a branch for each residue elsewhere."""
        cell = self._cell
        if cell.lo == 0 and cell.hi <= modulus:
            return self
        if modulus > LARGEST_FAN or cell.hi - cell.lo <= LARGEST_FAN:
            return self._value() % modulus
        size = cell.hi - cell.lo
        firsts = [cell.lo + (r - cell.lo) % modulus for r in range(modulus)]
        counts = [max(0, (cell.hi - 1 - first) // modulus + 1) for first in firsts]
        residue = cell.path.choose(counts, size)
        first = firsts[residue]
        cell.lo, cell.hi = 0, counts[residue]
        cell.base = lambda j: first + modulus * j
        return residue

    def _bits(self, other: Any, f: Callable[[Any, Any], Any]) -> Any:
        return f(self._value(), other._value() if isinstance(other, Draw) else other)

    def __and__(self, other: Any) -> Any:
        mask = isinstance(other, int) and not isinstance(other, Draw) and (other & (other + 1)) == 0
        return self % (other + 1) if mask and other > 0 else self._bits(other, operator.and_)

    __rand__ = __and__

    def __or__(self, other: Any) -> Any:
        return self._bits(other, operator.or_)

    __ror__ = __or__

    def __xor__(self, other: Any) -> Any:
        return self._bits(other, operator.xor)

    __rxor__ = __xor__

    def __invert__(self) -> Any:
        return self._map(operator.invert, False)

    def __rshift__(self, other: Any) -> Any:
        return self._affine(other, operator.rshift, upwards_by)

    def __lshift__(self, other: Any) -> Any:
        return self._affine(other, operator.lshift, upwards_by)

    def __rlshift__(self, other: Any) -> Any:
        return other << self._value()

    def __rrshift__(self, other: Any) -> Any:
        return other >> self._value()

    def __rtruediv__(self, other: Any) -> Any:
        return other / self._value()

    def __rfloordiv__(self, other: Any) -> Any:
        return other // self._value()

    def __rmod__(self, other: Any) -> Any:
        return other % self._value()

    def __divmod__(self, other: Any) -> Any:
        return divmod(self._value(), other)


Draw.floats, Draw.integers = FloatDraw, IntDraw


def uniform(path: Path) -> FloatDraw:
    """`random()`: j/2⁵³."""
    path.look()
    return FloatDraw(Cell(path, GRID, of_grid), None, True)


def integer(path: Path, n: int) -> Any:
    """One of 0, …, n − 1, all equally likely."""
    path.look()
    return 0 if n == 1 else IntDraw(Cell(path, n, same), None, True)


def settled(x: Any) -> Any:
    """A value where there may be a draw; a uniform is none."""
    if type(x) is FloatDraw:
        x._refuse("returns a continuous draw")
    return x._value() if type(x) is IntDraw else x


def applied(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
    """A function of `math` that takes a draw too; what it raises for a number it still raises."""

    def function(x: Any, *more: Any) -> Any:
        if type(x) not in (FloatDraw, IntDraw) or more:
            return original(x, *more)
        if name in ("log", "log2", "log10", "sqrt") and not (x >= 0 if name == "sqrt" else x > 0):
            raise ValueError("math domain error")
        return getattr(x, name)()

    return function
