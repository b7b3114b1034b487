"""A monotone function of a draw: every comparison is one branch."""
# ruff: noqa: D102  (methods that Python and NumPy document)

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any, ClassVar, NoReturn

import numpy as np

from lpcheck.auditing.cell import GRID, Cell, Shift, of_grid, positive, same, silent, upwards_by
from lpcheck.auditing.tree import LARGEST_FAN


class Draw:
    """A monotone function of a draw; integers also give their value where it is asked for."""

    __hash__ = None  # type: ignore[assignment]
    floats: ClassVar[type[Draw]]  # the two kinds, which are made of this
    integers: ClassVar[type[Draw]]

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
            or (self._cell.base is not of_grid and len(set(values)) == len(values))
        )

    def _seed(self) -> Any:
        """A value from the seeds, where there are too many for a branch each."""
        cell, path = self._cell, self._cell.path
        if path.seeds is None or cell.base is of_grid:
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
            if self._f is None and type(other) is float and self._cell.base is of_grid:
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
        if self._cell.base is not same:
            return None
        return 0 if self._f is None else self._f.c if type(self._f) is Shift else None

    def _plus(self, c: int) -> Any:
        shift = self._shift()
        assert shift is not None
        return Draw.integers(self._cell, Shift(shift + c), True)

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
        if isinstance(self, Draw.floats):
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
        if isinstance(self, Draw.integers) and not isinstance(other, (int, np.integer)):
            return Draw.floats(result._cell, result._f, result._rising)
        return result

    def __add__(self, other: Any) -> Any:
        if type(other) is int and self._shift() is not None:
            return self._plus(other)
        return self._affine(other, operator.add, upwards_by)

    def __radd__(self, other: Any) -> Any:
        return self._affine(other, lambda x, c: c + x, upwards_by)

    def __sub__(self, other: Any) -> Any:
        if type(other) is int and self._shift() is not None:
            return self._plus(-other)
        return self._affine(other, operator.sub, upwards_by)

    def __rsub__(self, other: Any) -> Any:
        return self._affine(other, lambda x, c: c - x, lambda c: not upwards_by(c))

    def __mul__(self, other: Any) -> Any:
        return self._affine(other, operator.mul, positive)

    def __rmul__(self, other: Any) -> Any:
        return self._affine(other, lambda x, c: c * x, positive)

    def __truediv__(self, other: Any) -> Any:
        result = self._affine(other, operator.truediv, positive)
        return (
            Draw.floats(result._cell, result._f, result._rising)
            if isinstance(result, Draw)
            else result
        )

    def __floordiv__(self, other: Any) -> Any:
        return self._affine(other, operator.floordiv, positive)

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
        if isinstance(other, Draw) or other < 0 or self < 0:
            self._refuse("raises a draw to a power that cannot be followed")
        return self._affine(other, operator.pow, lambda c: c >= 0)

    def __rpow__(self, other: Any) -> Any:
        return self._affine(other, lambda x, c: c**x, lambda c: c >= 1)

    # NumPy calls these on the entries of object arrays; `math` is patched to call them too.

    def log(self) -> Any:
        return self._map(silent(np.log), True, Draw.floats)

    def log2(self) -> Any:
        return self._map(silent(np.log2), True, Draw.floats)

    def log10(self) -> Any:
        return self._map(silent(np.log10), True, Draw.floats)

    def log1p(self) -> Any:
        return self._map(silent(np.log1p), True, Draw.floats)

    def exp(self) -> Any:
        return self._map(silent(np.exp), True, Draw.floats)

    def expm1(self) -> Any:
        return self._map(silent(np.expm1), True, Draw.floats)

    def sqrt(self) -> Any:
        return self._map(silent(np.sqrt), True, Draw.floats)

    def rint(self) -> Any:
        return self._map(np.rint, True)

    def item(self) -> Any:
        return self

    def conjugate(self) -> Any:
        return self
