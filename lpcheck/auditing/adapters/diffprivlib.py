"""diffprivlib (IBM): mechanisms of central differential privacy, on one person's value here."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from lpcheck.auditing.adapters.case import Case, Client, letters


def _mechanisms() -> Any:
    return import_module("diffprivlib.mechanisms")


def _binary(k: int, epsilon: float) -> Client:
    client: Any = _mechanisms().Binary(epsilon=epsilon, value0="a", value1="b")
    return client.randomise  # type: ignore[no-any-return]


def _categorical(k: int, epsilon: float) -> Client:
    names = letters(k)
    pairs = [(a, b, 1.0) for a in names for b in names if a < b]
    client: Any = _mechanisms().ExponentialCategorical(epsilon=epsilon, utility_list=pairs)
    return client.randomise  # type: ignore[no-any-return]


def _selecting(name: str, k: int, epsilon: float) -> Client:
    kind = getattr(_mechanisms(), name)

    def client(x: int) -> Any:
        utility = [float(x == y) for y in range(k)]
        return kind(epsilon=epsilon, sensitivity=1, utility=utility).randomise()

    return client


def _exponential(k: int, epsilon: float) -> Client:
    return _selecting("Exponential", k, epsilon)


def _permute_and_flip(k: int, epsilon: float) -> Client:
    return _selecting("PermuteAndFlip", k, epsilon)


def _geometric(k: int, epsilon: float) -> Client:
    kind = _mechanisms().GeometricTruncated
    client: Any = kind(epsilon=epsilon, sensitivity=k - 1, lower=0, upper=k - 1)
    return client.randomise  # type: ignore[no-any-return]


_V = ("0.6.6",)
_PROMISE = '"Privacy parameter ε for the mechanism."'
_GENERIC = (
    "keeps ε; a utility of 0 or 1 moves two candidates by 1, for which the general bound is not "
    "tight"
)

CASES = (
    Case("diffprivlib", _V, "Binary", _PROMISE, "docstring", _binary, letters, (2,),
         stands="keeps ε, and is optimal"),
    Case("diffprivlib", _V, "ExponentialCategorical", _PROMISE, "docstring", _categorical, letters,
         stands="keeps ε: with equal utilities it is randomized response",
         change="subset selection, from k = 6 on"),
    Case("diffprivlib", _V, "Exponential (utility 1[x = y])", _PROMISE, "docstring", _exponential,
         stands=_GENERIC, change="ExponentialCategorical, which spends all of ε"),
    Case("diffprivlib", _V, "PermuteAndFlip (utility 1[x = y])", _PROMISE, "docstring",
         _permute_and_flip, sizes=(2, 3), stands=_GENERIC,
         change="ExponentialCategorical, which spends all of ε"),
    Case("diffprivlib", _V, "GeometricTruncated (sensitivity k − 1)", _PROMISE, "docstring",
         _geometric, sizes=(2, 3, 4, 5),
         stands="keeps ε; one draw in 2⁵³ (the uniform draw 1/2) raises OverflowError; made for "
         "errors in |x − y|, not for frequencies",
         change="for frequencies: ExponentialCategorical"),
)  # fmt: skip
