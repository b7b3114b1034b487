r"""The extreme points of {c1 μ ≤ P ≤ c2 μ}, up to exchanges of letters with equal μ.

Every coordinate of an extreme point but at most one is at a bound: moving mass between two free
coordinates, either way, would stay in the class. So an extreme point is given, up to exchanges, by
how many letters of each block (letters with one value of μ) are at c2 μ, and which block has the
free letter; what that letter has follows from the sum.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from lpcheck.rechecker.budget import spend
from lpcheck.rechecker.reader import Row
from lpcheck.rechecker.refusal import Refusal

LARGEST_SEARCH = 2**18
LARGEST_SIZE = 6000


@dataclass(frozen=True)
class Cell:
    """`count` letters of a block, each with probability p."""

    block: int
    count: int
    p: Fraction


@dataclass(frozen=True)
class Orbit:
    """`size` extreme points."""

    cells: tuple[Cell, ...]
    size: int


def orbits_of(reference: Row, c1: Fraction, c2: Fraction) -> tuple[Orbit, ...]:
    """All orbits, by raised counts in lexicographic order, then by the free letter's block."""
    blocks: dict[Fraction, int] = {}
    for x in reference:
        if x > 0:
            blocks[x] = blocks.get(x, 0) + 1
    weights, counts = list(blocks), list(blocks.values())
    if c1 == c2:
        return (_orbit(weights, counts, c1, c2, [0] * len(counts), None, Fraction(0)),)
    if math.prod(n + 1 for n in counts) > LARGEST_SEARCH:
        raise Refusal("parameters.reference: has too many combinations of levels")
    result: list[Orbit] = []
    size = 0
    steps = [w * (c2 - c1) for w in weights]
    scale = math.lcm(c1.denominator, *(s.denominator for s in steps))
    if scale.bit_length() > 100_000:
        raise Refusal("numbers: their common denominator is too large")
    bits = scale.bit_length()
    spend(math.prod(n + 1 for n in counts) * (2000 + bits // 20))
    whole = [int(s * scale) for s in steps]
    missing = int((1 - c1) * scale)
    for raised, rest in _raised(counts, whole, missing):
        free: list[int | None] = [None]
        if rest:
            free = [b for b, s in enumerate(whole) if raised[b] < counts[b] and rest < s]
        for b in free:
            spend(10_000 + bits * bits // 300)
            result.append(_orbit(weights, counts, c1, c2, raised, b, Fraction(rest, scale)))
            size += len(result[-1].cells)
        if size > LARGEST_SIZE:
            raise Refusal("parameters.reference: has too many extreme points")
    return tuple(result)


_Partial: TypeAlias = tuple[tuple[int, ...], int]
"""How many letters of the first blocks are raised, and what is then missing."""


def _raised(counts: list[int], steps: list[int], missing: int) -> Iterable[_Partial]:
    """How many letters of each block to raise so that at most the largest step is missing."""
    later, largest = sum(n * s for n, s in zip(counts, steps, strict=True)), max(steps)
    found: Iterable[_Partial] = [((), missing)]
    for n, s in zip(counts, steps, strict=True):
        later -= n * s
        found = _with_block(found, n, s, later + largest)
    return found


def _with_block(found: Iterable[_Partial], n: int, step: int, most: int) -> Iterator[_Partial]:
    """One more block of n letters; what leaves more than the blocks to come can take is dropped."""
    for raised, rest in found:
        for m in range(n + 1):
            if 0 <= rest - m * step <= most:
                yield (*raised, m), rest - m * step


def _orbit(
    weights: Sequence[Fraction],
    counts: Sequence[int],
    c1: Fraction,
    c2: Fraction,
    raised: Sequence[int],
    free: int | None,
    rest: Fraction,
) -> Orbit:
    cells, size = [], 1
    for b, (w, n, m) in enumerate(zip(weights, counts, raised, strict=True)):
        alone = int(b == free)
        size *= math.comb(n, m) * (n - m if alone else 1)
        for count, p in ((m, c2 * w), (alone, c1 * w + rest), (n - m - alone, c1 * w)):
            if count:
                cells.append(Cell(b, count, p))
    return Orbit(tuple(cells), size)


def is_extreme(point: Row, reference: Row, c1: Fraction, c2: Fraction) -> bool:
    """Whether a distribution is an extreme point of the class."""
    between = 0
    for p, mu in zip(point, reference, strict=True):
        if not c1 * mu <= p <= c2 * mu:
            return False
        between += c1 * mu < p < c2 * mu
    return between <= 1
