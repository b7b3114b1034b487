"""Light checks shared by the mechanisms; the full validation of user input lives elsewhere."""

import math
import operator
from typing import Any, SupportsFloat, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from formulations.errors import InputError

Scalar = SupportsFloat | SupportsIndex

SUM_TOLERANCE = 1e-9

LARGEST_KERNEL = 10_000
"""The most letters of a kernel: its square is 800 MB of doubles."""

_SMALL, _LARGE = 1e-290, 700.0

_NO_NUMBER = (TypeError, ValueError, OverflowError)


def scalar(name: str, value: Scalar, low: float = 0.0, high: float = math.inf) -> float:
    """Return `value` as a finite float in [low, high], or raise `InputError`."""
    try:
        number = math.nan if np.ma.is_masked(value) else float(value)
    except _NO_NUMBER:
        problem = f"{type(value).__name__} is no number, or one beyond a double"
        raise InputError(name, problem, f"give a number in [{low}, {high}]") from None
    if not (math.isfinite(number) and low <= number <= high):
        raise InputError(name, f"{number} is not allowed", f"give a number in [{low}, {high}]")
    return number


def decay(epsilon: Scalar) -> Any:
    """Return e^-epsilon; a number of an arithmetic of its own, which has `exp`, is kept as one."""
    exponential = getattr(epsilon, "exp", None)
    if callable(exponential) and not hasattr(epsilon, "__float__"):
        return 1 / exponential()
    return math.exp(-scalar("epsilon", epsilon))


def size(name: str, value: SupportsIndex, low: int = 1, high: float = 1e15) -> int:
    """Return `value` as an integer in [low, high], or raise `InputError`."""
    try:
        number = operator.index(value)
    except TypeError:
        problem = f"{type(value).__name__} is no integer"
        raise InputError(name, problem, f"give an integer of at least {low}") from None
    if number < low:
        raise InputError(name, f"{number} is too small", f"give an integer of at least {low}")
    if number > high:
        raise InputError(name, "is too large", f"give an integer of at most {high:g}")
    return number


def numbers(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """Return `values` as an array of floats of any shape, or raise `InputError`."""
    try:
        given = np.asarray(values)
        if not np.iscomplexobj(given):
            return np.asarray(given, dtype=np.float64)
    except _NO_NUMBER:
        pass
    raise InputError(name, "is no array of real numbers", "give a list of numbers") from None


def vector(name: str, values: ArrayLike, length: int | None = None) -> NDArray[np.float64]:
    """Return `values` as a non-empty vector of non-negative floats, or raise `InputError`."""
    array = numbers(name, values)
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


def lifted(probability: float, epsilon: float) -> tuple[float, float]:
    """Return a probability and e^-epsilon, both times 2^100 where one of them may have lost digits.

    What follows is to depend on their ratio only.
    """
    if probability >= _SMALL and epsilon <= _LARGE:
        return probability, math.exp(-epsilon)
    return probability * 2.0**100, math.exp(100 * math.log(2.0) - epsilon)
