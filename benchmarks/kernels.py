"""The public-prior kernel: Algorithm 1 as printed and multiplied, against `apply_kernel`.

`printed` builds the matrix by the printed recursion (it copies a matrix at each of n levels) and
multiplies; `matrix` builds it from the unrolled recursion in O(n²); `apply` forms no matrix. The
error is the largest relative error of an entry of pK against 40 digits.

    python -m benchmarks.kernels --table kernels.txt --figure kernels.png
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext

import numpy as np

from benchmarks._measure import Way, add_outputs, compare, finish
from formulations.formulation import Array
from lpcheck.mechanisms import apply_kernel, public_prior_kernel, public_prior_kernel_as_printed

SIZES = (10, 32, 100, 316, 1000, 3162, 10_000, 31_623, 100_000, 316_228, 1_000_000)


@dataclass(frozen=True)
class Instance:
    """A client's distribution, a public prior in increasing order, and a level."""

    p: Array
    prior: Array
    epsilon: float


def printed(instance: Instance) -> Array:
    """Algorithm 1 line by line, then the product."""
    return instance.p @ public_prior_kernel_as_printed(instance.prior, instance.epsilon)


def matrix(instance: Instance) -> Array:
    """The same kernel in O(n²), then the product."""
    return instance.p @ public_prior_kernel(instance.prior, instance.epsilon)


def apply(instance: Instance) -> Array:
    """The product without the kernel."""
    return apply_kernel(instance.p, instance.prior, instance.epsilon)


def error(instance: Instance, found: Array) -> float:
    """The largest relative error of an entry, against the recursion in 40 digits."""
    with localcontext() as context:
        context.prec = 40
        u = (-Decimal(instance.epsilon)).exp()
        p, q = ([Decimal(x) for x in v.tolist()] for v in (instance.p, instance.prior))
        below, after = sum(q, Decimal(0)), sum(p, Decimal(0))
        scale, before, worst = Decimal(1), Decimal(0), Decimal(0)
        for mass, prior, x in zip(p, q, found.tolist(), strict=True):
            below, after = below - prior, after - mass
            level = prior + u * below
            off = u * scale / level
            exact = mass * scale * prior / level + prior * (before + off * after)
            worst = max(worst, abs(Decimal(x) / exact - 1))
            before += mass * off
            scale -= off * prior
        return float(worst)


def instances(n: int) -> list[Instance]:
    """Dirichlet(1) and power-law priors at two levels."""
    generator = np.random.default_rng(n)
    law = 1.0 / np.arange(n, 0, -1)
    priors = [np.sort(generator.dirichlet(np.ones(n))), law / law.sum()]
    return [
        Instance(generator.dirichlet(np.ones(n)), prior, epsilon)
        for prior in priors
        for epsilon in (1.0, 4.0)
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print, and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add_outputs(parser)
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="largest n")
    options = parser.parse_args(arguments)
    ways = [
        Way("printed", printed, 316, error, 32),
        Way("matrix", matrix, 3162, error, 100),
        Way("apply", apply, options.largest, error, 10_000),
    ]
    sizes = [n for n in SIZES if n <= options.largest]
    rows, lines = compare(ways, sizes, instances)
    finish(rows, lines, options)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
