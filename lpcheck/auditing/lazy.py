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
from typing import Any, NoReturn

import numpy as np

from lpcheck.auditing.tree import LARGEST_FAN, Path

GRID = 2**53
"""Values of `random()`."""


class Cell:
    """What is known of one draw: j is uniform on lo ≤ j < hi and stands for base(j)."""

    def __init__(self, path: Path, hi: int, base: Callable[[int], Any]) -> None:
        self.path = path
        self.lo = 0
        self.hi = hi
        self.base = base

    def split(self, at: int) -> bool:
        """Whether j < at: one branch, unless it is known."""
        if at <= self.lo or at >= self.hi:
            return at >= self.hi
        size = self.hi - self.lo
        below = self.path.choose((at - self.lo, self.hi - at), size) == 0
        if below:
            self.hi = at
        else:
            self.lo = at
        return below


class _Shift:
    """x + c for whole numbers: sums of these stay one of these."""

    def __init__(self, c: int) -> None:
        self.c = c

    def __call__(self, x: int) -> int:
        return x + self.c


class Draw:
    """A monotone function of a draw; integers also give their value where it is asked for."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, cell: Cell, f: Callable[[Any], Any] | None, rising: bool) -> None:
        self._cell = cell
        self._f = f
        self._rising = rising

    def _at(self, j: int) -> Any:
        x = self._cell.base(j)
        return x if self._f is None else self._f(x)

    def _first(self, holds: Callable[[Any], bool]) -> int:
        """The first j of the cell where a statement holds that holds from there on."""
        lo, hi = self._cell.lo, self._cell.hi
        while lo < hi:
            middle = (lo + hi) // 2
            if holds(self._at(middle)):
                hi = middle
            else:
                lo = middle + 1
        return lo

    def _is(self, holds: Callable[[Any], bool], upwards: bool) -> bool:
        """Whether a statement holds that is monotone in the value: one branch."""
        if upwards == self._rising:
            return not self._cell.split(self._first(holds))
        return self._cell.split(self._first(lambda x: not holds(x)))

    def _map(self, f: Callable[[Any], Any], rising: bool, kind: type[Draw] | None = None) -> Draw:
        inner = self._f
        outer = f if inner is None else lambda x: f(inner(x))
        return (kind or type(self))(self._cell, outer, self._rising == rising)

    def _value(self) -> Any:
        """The value itself: a branch for each that it can have, and the cell shrinks to its run."""
        cell = self._cell
        if cell.hi - cell.lo == 1:
            return self._at(cell.lo)
        path = cell.path
        if cell.hi - cell.lo > LARGEST_FAN and self._injective():
            return self._seed()
        here = tuple(path.taken)
        starts = path.memory.get(here) or self._starts()
        if len(starts) > 2:  # found by searches
            path.memory[here] = starts
        ends = [*starts[1:], cell.hi]
        size = cell.hi - cell.lo
        i = path.choose([b - a for a, b in zip(starts, ends, strict=True)], size)
        cell.lo, cell.hi = starts[i], ends[i]
        return self._at(cell.lo)

    def _starts(self) -> list[int]:
        """Where the runs of equal values begin."""
        cell = self._cell
        if self._injective():
            return list(range(cell.lo, cell.hi))
        starts = [cell.lo]
        while starts[-1] < cell.hi:
            starts.append(self._after(self._at(starts[-1]), starts[-1]))
            if len(starts) > LARGEST_FAN:
                raise cell.path.refuse(f"uses one of more than {LARGEST_FAN} values of a draw")
        return starts[:-1]

    def _injective(self) -> bool:
        """Whether neighbours differ, as far as the first few show: runs of length 1."""
        last = min(self._cell.lo + 3, self._cell.hi)
        values = [self._at(j) for j in range(self._cell.lo, last)]
        return (
            self._f is None
            or self._shift() is not None
            or (self._cell.base is not _of_grid and len(set(values)) == len(values))
        )

    def _seed(self) -> Any:
        """A value from the seeds, where there are too many for a branch each."""
        cell, path = self._cell, self._cell.path
        if path.seeds is None or cell.base is _of_grid:
            return path.uniform(cell.hi - cell.lo)  # refuses, and says how many there are
        path.seeded = True
        seeds = [s for s in path.seeds if cell.lo <= s < cell.hi]
        if not seeds:
            raise path.refuse(f"draws from {cell.lo} … {cell.hi - 1}, where no seed is given")
        cell.lo = seeds[path.uniform(len(seeds))]
        cell.hi = cell.lo + 1
        return self._at(cell.lo)

    def _after(self, value: Any, start: int) -> int:
        """The first j from `start` on whose value differs."""
        lo, hi = start + 1, self._cell.hi
        while lo < hi:
            middle = (lo + hi) // 2
            if self._at(middle) == value:
                lo = middle + 1
            else:
                hi = middle
        return lo

    def _refuse(self, what: str) -> NoReturn:
        raise self._cell.path.refuse(what)

    # Comparisons: one branch each.

    def _compare(self, other: Any, holds: Callable[[Any, Any], bool], upwards: bool) -> Any:
        if other is self:
            return bool(holds(0, 0))
        if isinstance(other, np.ndarray) and other.ndim:
            return NotImplemented
        if isinstance(other, Draw):
            other = other._against(self)
        try:
            if isinstance(other, float) and math.isnan(other):  # it compares with nothing
                return False
            if self._f is None and type(other) is float and self._cell.base is _of_grid:
                return self._threshold(other, holds, upwards)
            if type(other) is int and (shift := self._shift()) is not None:
                at = other - shift + (holds(0, 0) != upwards)
                below = self._cell.split(min(max(at, self._cell.lo), self._cell.hi))
                return below != upwards
            return self._is(lambda x: bool(holds(x, other)), upwards)
        except TypeError:
            return NotImplemented

    def _shift(self) -> int | None:
        """c, where this is a plain integer draw plus c."""
        if self._cell.base is not _same:
            return None
        return 0 if self._f is None else self._f.c if type(self._f) is _Shift else None

    def _plus(self, c: int) -> Any:
        shift = self._shift()
        assert shift is not None
        return IntDraw(self._cell, _Shift(shift + c), True)

    def _threshold(self, c: float, holds: Callable[[Any, Any], bool], upwards: bool) -> bool:
        """As `_is`, without a search: j/2⁵³ < c where j < c·2⁵³, a product without rounding."""
        if not abs(c) < 2.0:
            at = 0 if c < 0 else GRID
        elif holds(0, 0) != upwards:  # <= and >: the first j above c
            at = math.floor(c * GRID) + 1
        else:
            at = math.ceil(c * GRID)
        below = self._cell.split(min(max(at, self._cell.lo), self._cell.hi))
        return below != upwards

    def _against(self, other: Draw) -> Any:
        """A value to compare another draw with."""
        if other._cell is self._cell:
            self._refuse("combines a draw with itself")
        if isinstance(self, FloatDraw):
            self._refuse("combines two uniform draws")
        return self._value()

    def __lt__(self, other: Any) -> Any:
        return self._compare(other, operator.lt, False)

    def __le__(self, other: Any) -> Any:
        return self._compare(other, operator.le, False)

    def __gt__(self, other: Any) -> Any:
        return self._compare(other, operator.gt, True)

    def __ge__(self, other: Any) -> Any:
        return self._compare(other, operator.ge, True)

    def __eq__(self, other: Any) -> Any:
        below = self._compare(other, operator.lt, False)
        if below is NotImplemented:
            return NotImplemented
        return not below and not self._compare(other, operator.gt, True)

    def __ne__(self, other: Any) -> Any:
        same = self.__eq__(other)
        return same if same is NotImplemented else not same

    def __bool__(self) -> bool:
        return bool(self != 0)

    # Arithmetic with constants: still monotone, computed as the code computes it.

    def _affine(
        self, other: Any, f: Callable[[Any, Any], Any], rising: Callable[[Any], bool]
    ) -> Any:
        if isinstance(other, np.ndarray) and other.ndim:
            return NotImplemented
        if isinstance(other, Draw):
            other = other._against(self)
        if isinstance(other, np.ndarray):
            other = other.item()
        try:
            up = bool(rising(other))
        except TypeError:
            return NotImplemented
        result = self._map(lambda x: f(x, other), up)
        if isinstance(self, IntDraw) and not isinstance(other, (int, np.integer)):
            return FloatDraw(result._cell, result._f, result._rising)
        return result

    def __add__(self, other: Any) -> Any:
        if type(other) is int and self._shift() is not None:
            return self._plus(other)
        return self._affine(other, operator.add, _upwards)

    def __radd__(self, other: Any) -> Any:
        return self._affine(other, lambda x, c: c + x, _upwards)

    def __sub__(self, other: Any) -> Any:
        if type(other) is int and self._shift() is not None:
            return self._plus(-other)
        return self._affine(other, operator.sub, _upwards)

    def __rsub__(self, other: Any) -> Any:
        return self._affine(other, lambda x, c: c - x, lambda c: not _upwards(c))

    def __mul__(self, other: Any) -> Any:
        return self._affine(other, operator.mul, _positive)

    def __rmul__(self, other: Any) -> Any:
        return self._affine(other, lambda x, c: c * x, _positive)

    def __truediv__(self, other: Any) -> Any:
        result = self._affine(other, operator.truediv, _positive)
        return FloatDraw(result._cell, result._f, result._rising) if _is_draw(result) else result

    def __floordiv__(self, other: Any) -> Any:
        return self._affine(other, operator.floordiv, _positive)

    def __mod__(self, other: Any) -> Any:
        if isinstance(other, Draw) or not isinstance(other, (int, float, np.number)):
            return NotImplemented
        (self // other)._value()  # within one quotient x % c is monotone
        return self._map(lambda x: x % other, True)

    def __neg__(self) -> Any:
        return self._map(operator.neg, False)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def __pow__(self, other: Any) -> Any:
        if isinstance(other, Draw) or self < 0:
            self._refuse("raises a draw to a power that cannot be followed")
        return self._affine(other, operator.pow, lambda c: c >= 0)

    def __rpow__(self, other: Any) -> Any:
        return self._affine(other, lambda x, c: c**x, lambda c: c >= 1)

    # NumPy calls these on the entries of object arrays; `math` is patched to call them too.

    def log(self) -> Any:
        return self._map(_silent(np.log), True, FloatDraw)

    def log2(self) -> Any:
        return self._map(_silent(np.log2), True, FloatDraw)

    def log10(self) -> Any:
        return self._map(_silent(np.log10), True, FloatDraw)

    def log1p(self) -> Any:
        return self._map(_silent(np.log1p), True, FloatDraw)

    def exp(self) -> Any:
        return self._map(_silent(np.exp), True, FloatDraw)

    def expm1(self) -> Any:
        return self._map(_silent(np.expm1), True, FloatDraw)

    def sqrt(self) -> Any:
        return self._map(_silent(np.sqrt), True, FloatDraw)

    def rint(self) -> Any:
        return self._map(np.rint, True)

    def item(self) -> Any:
        return self

    def conjugate(self) -> Any:
        return self


class FloatDraw(Draw):
    """A draw that is a double: never a number, only compared."""

    __class__ = float  # type: ignore[assignment]  # what isinstance sees

    def __floor__(self) -> Any:
        return self._map(_finite(math.floor), True, IntDraw)

    def __ceil__(self) -> Any:
        return self._map(_finite(math.ceil), True, IntDraw)

    def __trunc__(self) -> Any:
        return self._map(_finite(math.trunc), True, IntDraw)

    def __int__(self) -> int:
        return int(self.__trunc__()._value())

    def __round__(self, digits: int | None = None) -> Any:
        if digits is None:
            return self._map(_finite(round), True, IntDraw)
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


class IntDraw(Draw):
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
        return self._affine(other, operator.rshift, _upwards)

    def __lshift__(self, other: Any) -> Any:
        return self._affine(other, operator.lshift, _upwards)

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


def uniform(path: Path) -> FloatDraw:
    """`random()`: j/2⁵³."""
    return FloatDraw(Cell(path, GRID, _of_grid), None, True)


def integer(path: Path, n: int) -> Any:
    """One of 0, …, n − 1, all equally likely."""
    return 0 if n == 1 else IntDraw(Cell(path, n, _same), None, True)


def settled(x: Any) -> Any:
    """A value where there may be a draw; a uniform is none."""
    if type(x) is FloatDraw:
        x._refuse("returns a continuous draw")
    return x._value() if type(x) is IntDraw else x


def _of_grid(j: int) -> float:
    return j / GRID


def _same(j: int) -> int:
    return j


def _is_draw(x: Any) -> bool:
    return isinstance(x, Draw)


def _upwards(c: Any) -> bool:
    c + 0
    return True


def _positive(c: Any) -> bool:
    return bool(c > 0) or c == 0


def _silent(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def quiet(x: Any) -> float:
        with np.errstate(all="ignore"):
            return float(f(x))

    return quiet


def _finite(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda x: f(x) if math.isfinite(x) else x


def applied(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
    """A function of `math` that takes a draw too; what it raises for a number it still raises."""

    def function(x: Any, *more: Any) -> Any:
        if type(x) not in (FloatDraw, IntDraw) or more:
            return original(x, *more)
        if name in ("log", "log2", "log10", "sqrt") and not (x >= 0 if name == "sqrt" else x > 0):
            raise ValueError("math domain error")
        return getattr(x, name)()

    return function
