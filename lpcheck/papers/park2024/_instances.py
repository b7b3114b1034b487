"""Classes and alphabets over which the statements of the paper are tested."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from lpcheck.claims.claim import Instance
from lpcheck.claims.exact import F

Instances = Callable[[bool], Iterator[Instance]]

SPLITTING: list[tuple[str, dict[str, Any]]] = [
    ("a third at the top", {"mu": [F(1, 3)] * 3, "c1": F(1, 2), "c2": F(2)}),
    ("c1 = 0", {"mu": [F(1, 4)] * 4, "c1": F(0), "c2": F(2)}),
    ("α = 2/5", {"mu": [F(1, 5)] * 5, "c1": F(1, 3), "c2": F(2)}),
    ("α = 2/3", {"mu": [F(1, 3)] * 3, "c1": F(0), "c2": F(3, 2)}),
    ("two letters", {"mu": [F(1, 2)] * 2, "c1": F(1, 10), "c2": F(19, 10)}),
    ("uneven μ", {"mu": [F(1, 2), F(1, 4), F(1, 4)], "c1": F(1, 4), "c2": F(7, 4)}),
    ("a letter without mass", {"mu": [F(1, 2), F(0), F(1, 2)], "c1": F(0), "c2": F(2)}),
]
"""Classes in which sets of mass α cover the alphabet evenly."""

GENERIC: list[tuple[str, dict[str, Any]]] = [
    ("uneven, no set of mass α", {"mu": [F(1, 2), F(1, 3), F(1, 6)], "c1": F(1, 3), "c2": F(2)}),
    ("four letters", {"mu": [F(i, 10) for i in (1, 2, 3, 4)], "c1": F(1, 5), "c2": F(3)}),
    ("nearly a point", {"mu": [F(98, 100), F(1, 100), F(1, 100)], "c1": F(0), "c2": F(50)}),
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
            for label, band in chosen:
                if band["c2"] > t * band["c1"]:
                    kind: Any = "fixed" if 1 < t < 100 else "degenerate"
                    yield Instance(f"{label}, e^ε = {t}", {**band, "t": t, **fixed}, kind)

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
    """The same as classes: uniform μ, c1 = 0 and c2 = k."""

    def instances(full: bool) -> Iterator[Instance]:
        for instance in simplices(sizes, odds)(full):
            k, t = instance.parameters["k"], instance.parameters["t"]
            band = {"mu": [F(1, k)] * k, "c1": F(0), "c2": F(k), "t": t}
            yield Instance(instance.label, band, instance.kind)

    return instances
