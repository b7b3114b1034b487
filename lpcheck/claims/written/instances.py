"""Where a written statement is tested: at instances as given, random ones, and over a grid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, cast

import numpy as np

from formulations.errors import InputError
from lpcheck.claims.claim import Instance, InstanceKind
from lpcheck.claims.written.tables import Table

MOST = 100_000
"""Instances of one claim."""

_KINDS = ("fixed", "random", "degenerate", "counterexample")
_RANDOM = ("vectors", "sizes", "repeats", "full", "seed")


def read_instances(claim: Table) -> Callable[[bool], Iterator[Instance]]:
    """The instances of a claim: those of `instance` and `random`, each at every point of `grid`.

    Raises:
        InputError: there are none, or one is not well formed.
    """
    fixed = [_fixed(row) for row in claim.tables("instance")]
    drawn = [_read_random(row) for row in claim.tables("random")]
    grid = claim.table("grid")
    for name, values in grid.given.items():
        if not isinstance(values, list) or not values:
            raise InputError(grid.where(name), "is no list of values", "write [0.1, 1, 4]")
    if not (fixed or drawn or grid.given):
        remedy = "give [[claim.instance]], [[claim.random]] or [claim.grid]"
        raise InputError(claim.name, "is tested nowhere", remedy)

    def instances(full: bool) -> Iterator[Instance]:
        sources: list[Instance] = list(fixed)
        for draw in drawn:
            sources += draw(full)
        for source in sources or [Instance("", {})]:
            for values in product(*grid.given.values()):
                point = dict(zip(grid.given, values, strict=True))
                label = ", ".join(
                    [source.label] * bool(source.label) + [f"{k} = {v}" for k, v in point.items()]
                )
                yield Instance(label, {**source.parameters, **point}, source.kind)

    count = sum(1 for _ in zip(instances(True), range(MOST + 1), strict=False))
    if count > MOST:
        raise InputError(claim.name, f"has more than {MOST} instances", "give fewer values")
    return instances


def _fixed(row: Table) -> Instance:
    kind = cast("InstanceKind", row.one_of("kind", _KINDS, "fixed"))
    parameters = {k: v for k, v in row.given.items() if k not in ("label", "kind")}
    named = ", ".join(f"{k} = {_short(v)}" for k, v in parameters.items())
    return Instance(row.get("label", str, named), parameters, kind)


def _short(value: Any) -> str:
    return f"({', '.join(map(str, value))})" if isinstance(value, list) else str(value)


def _read_random(row: Table) -> Callable[[bool], list[Instance]]:
    """Vectors uniform on the simplex, of each size; all of one instance from one call."""
    row.only(_RANDOM)
    vectors, sizes = row.get("vectors", list), row.get("sizes", list)
    repeats, seed = row.get("repeats", int, 1), row.get("seed", int, 0)
    full = row.get("full", int, 10 * repeats)
    if not vectors or not all(isinstance(v, str) for v in vectors):
        raise InputError(row.where("vectors"), "is no list of names", 'write ["p0", "p1"]')
    if not sizes or not all(isinstance(k, int) and 1 <= k <= 10_000 for k in sizes):
        raise InputError(row.where("sizes"), "is no list of sizes", "write [2, 3, 5]")
    if min(repeats, full) < 1 or seed < 0:
        raise InputError(row.where("repeats"), "and full are positive", "and seed not negative")
    return lambda wider: list(_drawn(vectors, sizes, full if wider else repeats, seed))


def _drawn(
    vectors: Sequence[str], sizes: Sequence[int], repeats: int, seed: int
) -> Iterator[Instance]:
    for k in sizes:
        generator = np.random.default_rng([seed, k])
        for i in range(repeats):
            rows = generator.dirichlet(np.ones(k), len(vectors)).tolist()
            parameters: Mapping[str, Any] = dict(zip(vectors, rows, strict=True))
            yield Instance(f"random {' and '.join(vectors)} {i}, k = {k}", parameters, "random")
