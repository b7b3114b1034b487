"""What is known of one draw, and the functions that it passes through."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from lpcheck.auditing.tree import Path

if TYPE_CHECKING:
    from lpcheck.auditing.crowd import Crowd

GRID = 2**53
"""Values of `random()`."""


class Cell:
    """What is known of one draw: j is uniform on lo ≤ j < hi and stands for base(j)."""

    def __init__(self, path: Path, hi: int, base: Callable[[int], Any]) -> None:
        self.path = path
        self.lo = 0
        self.hi = hi
        self.base = base
        self.crowd: Crowd | None = None  # the draws that it was compared with

    def split(self, at: int) -> bool:
        """Whether j < at: one branch, unless it is known."""
        if at <= self.lo or at >= self.hi:
            return at >= self.hi
        if self.crowd is not None:
            return self.crowd.split(self, at)
        size = self.hi - self.lo
        below = self.path.choose((at - self.lo, self.hi - at), size) == 0
        if below:
            self.hi = at
        else:
            self.lo = at
        return below


class Shift:
    """x + c for whole numbers: sums of these stay one of these."""

    def __init__(self, c: int) -> None:
        self.c = c

    def __call__(self, x: int) -> int:
        """x + c."""
        return x + self.c


def of_grid(j: int) -> float:
    """The double that stands for j."""
    return j / GRID


def same(j: int) -> int:
    """A plain integer."""
    return j


def upwards_by(c: Any) -> bool:
    """Whether adding c keeps the order; it does, where c is a number."""
    c + 0
    return True


def positive(c: Any) -> bool:
    """Whether multiplying by c keeps the order."""
    return bool(c > 0) or c == 0


def silent(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A function of NumPy without its warnings."""

    def quiet(x: Any) -> float:
        with np.errstate(all="ignore"):
            return float(f(x))

    return quiet


def finite(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A function to integers, with infinities left as they are."""
    return lambda x: f(x) if math.isfinite(x) else x
