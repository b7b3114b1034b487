"""The reference of a class of distributions, given or uniform."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from formulations.errors import InputError
from formulations.parameters import (
    LARGEST_ALPHABET,
    Distribution,
    read_distribution,
    read_number,
)


def read_reference(k: Any, reference: Any) -> Distribution:
    """The reference as given, or the uniform one on k letters.

    Args:
        k: the number of letters, or None.
        reference: a distribution, or None.

    Raises:
        InputError: both are missing, or they disagree.
    """
    if k is None and reference is None:
        raise InputError("reference", "is missing, and so is k", "give one of them")
    if reference is not None:
        distribution = read_distribution("reference", reference)
        if k is not None and read_number("k", k) != len(distribution):
            n = len(distribution)
            raise InputError("k", f"is {k}, but reference has {n} entries", "give one of them")
        return distribution
    size = read_number("k", k)
    if size.denominator != 1 or not 1 <= size <= LARGEST_ALPHABET:
        remedy = f"give a whole number, 1 ≤ k ≤ {LARGEST_ALPHABET}"
        raise InputError("k", f"{k} is no size of an alphabet", remedy)
    return Distribution((Fraction(1, int(size)),) * int(size))
