"""Projections and clips: the exact normaliser against bisection, for one distribution and many.

`bisection` halves an interval for the normaliser until doubles are exhausted. The error is the
largest |sum − 1| of an answer, summed exactly. A size k is the number of entries in all: the last
two ways do k/1000 distributions of 1000 letters at once, and one after the other.

    python -m benchmarks.clips --table clips.txt --figure clips.png
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks._measure import Way, add_outputs, compare, finish
from formulations.formulation import Array
from lpcheck.mechanisms import class_band, clipped_sampler, relative_mollifier

SIZES = (10, 100, 1000, 10_000, 100_000, 1_000_000)
LETTERS = 1000


@dataclass(frozen=True)
class Instance:
    """A client's distribution and a reference; the same k entries as distributions of 1000."""

    p: Array
    reference: Array
    epsilon: float
    batch: Array

    @property
    def band(self) -> tuple[float, float]:
        """The band of `relative_mollifier`, as multiples of the reference."""
        return math.exp(-self.epsilon / 2), math.exp(self.epsilon / 2)

    @property
    def batch_band(self) -> tuple[float, float]:
        """The band of the minimax sampler of {μ/4 ≤ P ≤ 4μ}."""
        return class_band(0.25, 4.0, self.epsilon) or (0.25, 4.0)


def bisected(p: Array, low: Array, high: Array) -> Array:
    """clip(p/r; low, high) with r by bisection."""
    begin, end = 1e-9, 1e9
    while begin < (middle := math.sqrt(begin * end)) < end:
        if np.clip(p / middle, low, high).sum() > 1:
            begin = middle
        else:
            end = middle
    return np.clip(p / end, low, high)


def bisection(instance: Instance) -> Array:
    """The plain way, for one distribution."""
    down, up = instance.band
    return bisected(instance.p, down * instance.reference, up * instance.reference)


def projection(instance: Instance) -> Array:
    """The relative mollifier's projection."""
    return relative_mollifier(instance.p, instance.reference, instance.epsilon).distribution


def clip(instance: Instance) -> Array:
    """The clipped sampler in the same band."""
    return clipped_sampler(instance.p, instance.reference, *instance.band)


def batch(instance: Instance) -> Array:
    """The clipped sampler for many clients at once."""
    return clipped_sampler(instance.batch, np.full(LETTERS, 1 / LETTERS), *instance.batch_band)


def batch_bisection(instance: Instance) -> Array:
    """The plain way, client by client."""
    down, up = (np.full(LETTERS, b / LETTERS) for b in instance.batch_band)
    return np.array([bisected(p, down, up) for p in instance.batch])


def error(_instance: Instance, found: Array) -> float:
    """The largest |sum − 1| of a row."""
    return max(abs(math.fsum(row) - 1) for row in np.atleast_2d(found).tolist())


def instances(k: int) -> list[Instance]:
    """Dirichlet(1) and heavy-tailed clients, at two levels."""
    generator = np.random.default_rng(k)
    heavy = generator.pareto(0.5, k) + 1e-3
    batches = generator.dirichlet(np.ones(LETTERS), k // LETTERS)
    return [
        Instance(p, generator.dirichlet(np.ones(k)), epsilon, batches)
        for p in (generator.dirichlet(np.ones(k)), heavy / heavy.sum())
        for epsilon in (1.0, 4.0)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print, and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add_outputs(parser)
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="largest k")
    options = parser.parse_args(arguments)
    ways = [
        Way("bisection", bisection, options.largest, error, 10_000),
        Way("projection", projection, options.largest, error, 10_000),
        Way("clip", clip, options.largest, error, 10_000),
    ]
    many = [
        Way("bisection of 1000s", batch_bisection, options.largest, error, 10_000),
        Way("clip of 1000s", batch, options.largest, error, 10_000),
    ]
    sizes = [k for k in SIZES if k <= options.largest]
    rows, lines = compare(ways, sizes, instances, size="k", error="|sum−1|")
    others = [k for k in sizes if k >= LETTERS]
    if others:
        more = compare(many, others, instances, size="k", error="|sum−1|")
        rows, lines = rows + more[0], lines + more[1]
    finish(rows, lines, options, "k")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
