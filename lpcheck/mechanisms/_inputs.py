"""Light checks shared by the mechanisms; the full validation of user input lives elsewhere."""

import math
import operator
from typing import SupportsFloat, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from formulations.errors import InputError

Scalar = SupportsFloat | SupportsIndex

SUM_TOLERANCE = 1e-9


def scalar(name: str, value: Scalar, low: float = 0.0, high: float = math.inf) -> float:
    """Return `value` as a finite float in [low, high], or raise `InputError`."""
    number = float(value)
    if not (math.isfinite(number) and low <= number <= high):
        raise InputError(name, f"{number} is not allowed", f"give a number in [{low}, {high}]")
    return number


def size(name: str, value: SupportsIndex, low: int = 1) -> int:
    """Return `value` as an integer of at least `low`, or raise `InputError`."""
    number = operator.index(value)
    if number < low:
        raise InputError(name, f"{number} is too small", f"give an integer of at least {low}")
    return number


def vector(name: str, values: ArrayLike, length: int | None = None) -> NDArray[np.float64]:
    """Return `values` as a non-empty vector of non-negative floats, or raise `InputError`."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1 or array.size == 0:
        raise InputError(name, f"shape {array.shape} is not a vector", "give a list of numbers")
    if length is not None and array.size != length:
        raise InputError(name, f"{array.size} entries, {length} expected", "match the lengths")
    wrong = np.flatnonzero(~(np.isfinite(array) & (array >= 0)))
    if wrong.size:
        problem = f"entry {wrong[0]} is {array[wrong[0]]}"
        raise InputError(name, problem, "give finite numbers that are not negative")
    return array


def distribution(name: str, values: ArrayLike, length: int | None = None) -> NDArray[np.float64]:
    """Return `values` as a probability vector, or raise `InputError`; nothing is rescaled."""
    array = vector(name, values, length)
    total = float(array.sum())
    if abs(total - 1.0) > SUM_TOLERANCE:
        raise InputError(name, f"the entries sum to {total}", "divide them by their sum")
    return array
