"""Classes and alphabets over which the statements of the paper are tested."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from lpcheck.claims.claim import Instance
from lpcheck.claims.exact import F, shares

Instances = Callable[[bool], Iterator[Instance]]


def bounded(mu: str, c1: str, c2: str, **more: Any) -> dict[str, Any]:
    """The parameters of a class, from the weights of μ."""
    return {"mu": shares(mu), "c1": F(c1), "c2": F(c2), **more}


SPLITTING = [
    ("a third at the top", bounded("1 1 1", "1/2", "2")),
    ("c1 = 0", bounded("1 1 1 1", "0", "2")),
    ("α = 2/5", bounded("1 1 1 1 1", "1/3", "2")),
    ("α = 2/3", bounded("1 1 1", "0", "3/2")),
    ("two letters", bounded("1 1", "1/10", "19/10")),
    ("uneven μ", bounded("2 1 1", "1/4", "7/4")),
    ("a letter without mass", bounded("1 0 1", "0", "2")),
]
"""Classes in which sets of mass α cover the alphabet evenly."""

GENERIC = [
    ("uneven, no set of mass α", bounded("3 2 1", "1/3", "2")),
    ("four letters", bounded("1 2 3 4", "1/5", "3")),
    ("nearly a point", bounded("98 1 1", "0", "50")),
]
"""Classes in which no such sets exist."""


def bands(
    odds: Sequence[Fraction] = (F(11, 10), F(2), F(7, 2)),
    *,
    splitting: bool = True,
    generic: bool = True,
    **fixed: Any,
) -> Instances:
    """Classes with c2 > t c1 for each t = e^ε."""

    def instances(full: bool) -> Iterator[Instance]:
        chosen = [*(SPLITTING if splitting else []), *(GENERIC if generic else [])]
        for t in (*odds, F(1001, 1000), F(6)) if full else odds:
            for label, given in chosen:
                if given["c2"] > t * given["c1"]:
                    kind: Any = "fixed" if 1 < t < 100 else "degenerate"
                    yield Instance(f"{label}, e^ε = {t}", {**given, "t": t, **fixed}, kind)

    return instances


def simplices(
    sizes: Sequence[int] = (1, 2, 3, 5),
    odds: Sequence[Fraction] = (F(1), F(11, 10), F(2), F(150), F(10**9)),
    **fixed: Any,
) -> Instances:
    """All distributions on k letters, for each t = e^ε; k = 1, ε = 0 and huge ε as well."""

    def instances(full: bool) -> Iterator[Instance]:
        for t in odds:
            for k in (*sizes, 8, 20) if full else sizes:
                plain = k > 1 and 1 < t <= 150
                kind: Any = "fixed" if plain else "degenerate"
                yield Instance(f"k = {k}, e^ε = {t}", {"k": k, "t": t, **fixed}, kind)

    return instances


def simplices_as_bands(sizes: Sequence[int], odds: Sequence[Fraction]) -> Instances:
    """The simplices as classes: uniform μ, c1 = 0 and c2 = k."""

    def instances(full: bool) -> Iterator[Instance]:
        for instance in simplices(sizes, odds)(full):
            k, t = instance.parameters["k"], instance.parameters["t"]
            given = bounded("1 " * k, "0", str(k), t=t)
            yield Instance(instance.label, given, instance.kind)

    return instances
