r"""Metric privacy: :math:`c_x \le e^{d(x, x')} c_{x'}`, with a distance in nats between inputs.

A path with steps of ε is central differential privacy of a count; a Hamming graph that of a record;
a plane with a multiple of the Euclidean distance geo-indistinguishability; blocks that are far
apart context-aware privacy. The equal distance ε everywhere is ε-LDP.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array
from formulations.notions.notion import Level, Notion
from formulations.parameters import read_number

LARGEST = 400
"""Inputs: beyond, the matrix of distances outgrows what a model can take."""

LARGEST_RAYS = 6
"""Inputs up to which the extreme rays are listed: they are tight spanning trees."""

_SHORTER = 1e-9
"""A way through a third input has two parts of at least this share of the distance."""

_TRIANGLE = 1e-9
"""By how much, relatively, a rounded distance may miss the triangle inequality."""


@dataclass(frozen=True)
class MetricPrivacy(Notion):
    """d-privacy (Chatzikokolakis, Andrés, Bordenabe, Palamidessi 2013).

    Args:
        distances: k × k, symmetric, 0 on the diagonal, in nats, with the triangle inequality.

    >>> MetricPrivacy([[0, 1], [1, 0]]).letters
    2
    """

    distances: tuple[tuple[Fraction, ...], ...]

    name = "metric"

    def __init__(self, distances: Any) -> None:
        object.__setattr__(self, "distances", _read(distances))

    @cached_property
    def array(self) -> Array:
        """The distances in doubles, shape (k, k)."""
        found = np.array([[float(x) for x in row] for row in self.distances])
        found.setflags(write=False)
        return found

    @property
    def parameters(self) -> dict[str, Any]:
        """The distances."""
        return {"distances": self.distances}

    @property
    def letters(self) -> int:
        """The number of inputs."""
        return len(self.distances)

    @property
    def asked(self) -> float:
        """No log-ratio beyond its distance: an excess of 0."""
        return 0.0

    def level(self, kernel: Array) -> Level:
        """The largest excess of a log-ratio of a k × m kernel over the distance, in nats."""
        with np.errstate(divide="ignore"):
            logs = np.log(kernel)
        worst, where = 0.0, {"row": 0, "other_row": 0, "column": 0}
        for x in range(len(kernel)):
            with np.errstate(invalid="ignore"):
                excess = logs[x] - logs - self.array[x][:, None]
            excess = np.where(kernel[x] > 0, excess, -np.inf)
            other, y = (int(i) for i in np.unravel_index(np.argmax(excess), excess.shape))
            if excess[other, y] > worst:
                worst = float(excess[other, y])
                where = {"row": x, "other_row": other, "column": y}
        distance = self.array[where["row"], where["other_row"]]
        words = (
            f"output {where['column']} tells input {where['row']} from input "
            f"{where['other_row']}, at distance {distance:.6g}, by {worst:.6g} nats too much"
        )
        return Level(worst, where, words)

    @cached_property
    def _needed(self) -> list[tuple[int, int]]:
        """Pairs that no third input between them implies."""
        d, k = self.array, self.letters
        pairs = []
        for x in range(k):
            through = d[x] + d  # through[y, z] = d(x, z) + d(z, y)
            # Both ways are to be shorter, or inputs at no distance would imply each other's pairs.
            through[np.minimum(d[x], d) <= _SHORTER * d[x][:, None]] = np.inf
            implied = through.min(axis=1) <= d[x] * (1.0 + 1e-13)
            pairs += [(x, y) for y in range(k) if y != x and not implied[y]]
        return pairs

    @cached_property
    def _matrix(self) -> Array:
        G = np.zeros((len(self._needed), self.letters))
        for i, (x, other) in enumerate(self._needed):
            G[i, x], G[i, other] = math.exp(-self.array[x, other]), -1.0
        G.setflags(write=False)
        return G

    def inequalities(self, k: int, column: int = 0) -> Array:
        """e^−d c_x − c_x' ≤ 0 for the r pairs that others do not imply, shape (r, k)."""
        return self._matrix

    def repair(self, kernel: Array) -> Array:
        """Rows at no distance made equal, then mixed with enough of a constant one."""
        alike = (self.array == 0).astype(float)
        return super().repair(alike @ kernel / alike.sum(axis=1, keepdims=True))

    def rays(self, k: int) -> Array:
        """The columns whose tight inequalities connect all inputs, largest entry 1; shape (k, n).

        Raises:
            InputError: more than 6 inputs.
        """
        if k > LARGEST_RAYS:
            what = f"is over {k} inputs, and the extreme rays are listed for at most {LARGEST_RAYS}"
            raise InputError("privacy", what, "use a linear loss, or fewer inputs")
        found = {tuple(np.round(v - max(v), 12)): v - max(v) for v in self._potentials(k)}
        return np.asarray(np.exp(np.array(list(found.values()))).T)

    def _potentials(self, k: int) -> Iterator[Array]:
        d = self.array
        for tree in _trees(k):
            for signs in product((1.0, -1.0), repeat=k - 1):
                v = np.zeros(k)
                for (parent, child), sign in zip(tree, signs, strict=True):
                    v[child] = v[parent] + sign * d[parent, child]
                if (v[:, None] - v <= d + 1e-12).all():
                    yield v


def _trees(k: int) -> Iterator[list[tuple[int, int]]]:
    """All spanning trees of k letters, edges from the root 0 outwards, by Prüfer sequences."""
    if k == 1:
        yield []
        return
    for code in product(range(k), repeat=k - 2):
        degree = [1 + code.count(x) for x in range(k)]
        edges = []
        for x in code:
            leaf = degree.index(1)
            edges.append((leaf, x))
            degree[leaf] -= 1
            degree[x] -= 1
        last, other = (x for x in range(k) if degree[x] == 1)
        edges.append((last, other))
        yield _outwards(edges, k)


def _outwards(edges: list[Any], k: int) -> list[tuple[int, int]]:
    reached, ordered = {0}, []
    while len(reached) < k:
        for a, b in edges:
            if (a in reached) != (b in reached):
                ordered.append((a, b) if a in reached else (b, a))
                reached |= {a, b}
    return ordered


def _read(given: Any) -> tuple[tuple[Fraction, ...], ...]:
    name = "distances"
    rows = given.tolist() if isinstance(given, np.ndarray) else given
    if isinstance(rows, str) or not hasattr(rows, "__len__") or len(rows) == 0:
        raise InputError(name, "is no matrix", "give k rows of k distances, in nats")
    if len(rows) > LARGEST:
        raise InputError(name, f"is over {len(rows)} inputs", f"give at most {LARGEST}")
    for i, row in enumerate(rows):
        if not hasattr(row, "__len__") or isinstance(row, str) or len(row) != len(rows):
            raise InputError(f"{name}[{i}]", f"has not {len(rows)} entries", "give a square matrix")
    exact = tuple(
        tuple(read_number(f"{name}[{i}, {j}]", x) for j, x in enumerate(row))
        for i, row in enumerate(rows)
    )
    d = np.array([[float(x) for x in row] for row in exact])
    for i, j in product(range(len(d)), repeat=2):
        if d[i, j] < 0 or (i == j and exact[i][j] != 0):
            what = f"is {d[i, j]:.6g}"
            raise InputError(f"{name}[{i}, {j}]", what, "distances are ≥ 0, and 0 from a to a")
        if abs(d[i, j] - d[j, i]) > _TRIANGLE * d[i, j]:
            what = f"is {d[i, j]:.6g}, and back it is {d[j, i]:.6g}"
            raise InputError(f"{name}[{i}, {j}]", what, "give a symmetric matrix")
    for z in range(len(d)):
        excess = d - (d[:, z][:, None] + d[z]) * (1.0 + _TRIANGLE)
        i, j = (int(n) for n in np.unravel_index(np.argmax(excess), d.shape))
        if excess[i, j] > 0:
            what = f"is {d[i, j]:.6g}, and through {z} it is {d[i, z] + d[z, j]:.6g}"
            raise InputError(f"{name}[{i}, {j}]", what, "give shortest paths: a triangle is broken")
    return exact
