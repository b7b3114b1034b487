"""Comparisons of a draw: each is one branch."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from lpcheck.auditing.cell import GRID
from lpcheck.auditing.crowd import order
from lpcheck.auditing.draw import Draw


class Compared(Draw):
    """A draw with its comparisons, with numbers and with other draws."""

    __hash__ = None

    def _compare(self, other: Any, holds: Callable[[Any, Any], bool], upwards: bool) -> Any:
        if other is self:
            return bool(holds(0, 0))
        if isinstance(other, np.ndarray) and other.ndim:
            return NotImplemented
        if isinstance(other, Draw):
            if self._plain() and other._plain():
                return bool(holds(order(self._cell, other._cell), 0))
            other = other._against(self)
        try:
            if isinstance(other, float) and math.isnan(other):  # it compares with nothing
                return False
            if self._plain() and type(other) is float:
                return self._threshold(other, holds, upwards)
            if type(other) is int and (shift := self._shift()) is not None:
                at = other - shift + (holds(0, 0) != upwards)
                below = self._cell.split(min(max(at, self._cell.lo), self._cell.hi))
                return below != upwards
            return self._is(lambda x: bool(holds(x, other)), upwards)
        except TypeError:
            return NotImplemented

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
