"""Arithmetic of a draw with constants: still monotone, computed as the code computes it."""
# ruff: noqa: D102  (methods that Python and NumPy document)

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from lpcheck.auditing.cell import Shift, positive, silent, upwards_by
from lpcheck.auditing.comparisons import Compared
from lpcheck.auditing.draw import Draw


class Monotone(Compared):
    """A draw with its arithmetic: what stays monotone in it stays a draw."""

    def _plus(self, c: int) -> Any:
        shift = self._shift()
        assert shift is not None
        return Draw.integers(self._cell, Shift(shift + c), True)

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
