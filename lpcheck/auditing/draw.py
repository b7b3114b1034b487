"""A monotone function of a draw, and how much of it is decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NoReturn

from lpcheck.auditing.cell import Cell, Shift, of_grid, same
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
        if cell.crowd is not None:
            return self._among(starts)
        ends = [*starts[1:], cell.hi]
        size = cell.hi - cell.lo
        i = path.choose([b - a for a, b in zip(starts, ends, strict=True)], size)
        cell.lo, cell.hi = starts[i], ends[i]
        return self._at(cell.lo)

    def _among(self, starts: list[int]) -> Any:
        """The value of a draw that was compared with others: their cells shrink with its own."""
        low, high = 0, len(starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._cell.split(starts[middle]) else (middle, high)
        return self._at(starts[low])

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

    def _shift(self) -> int | None:
        """c, where this is a plain integer draw plus c."""
        if self._cell.base is not same:
            return None
        return 0 if self._f is None else self._f.c if type(self._f) is Shift else None

    def _plain(self) -> bool:
        """Whether this is `random()` itself."""
        return self._f is None and self._cell.base is of_grid

    def _against(self, other: Draw) -> Any:
        """A value to compare another draw with."""
        if other._cell is self._cell:
            self._refuse("combines a draw with itself")
        if isinstance(self, Draw.floats):
            self._refuse("combines two uniform draws other than by comparing them as they are")
        return self._value()
