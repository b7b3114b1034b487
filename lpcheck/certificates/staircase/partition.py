r"""Staircase certificates in polynomial time: the best partition, with prices in many digits.

The path solver of :mod:`formulations.staircase_path` says in doubles which partition is best.
Randomized response over its m blocks then has a closed form, of value
:math:`\lambda = \sum_b \varphi_b / (1 + (m - 1)u)`, and the prices c = (1 − u)α are built again
from the tangents of φ at the blocks, as in :mod:`formulations.staircase_path.dual`:
c = (own tangent) − d, with 0 ≤ d ≤ R, the slack above the other tangents, and with the sum over
each block that makes it tight, to all digits. Only the shape of d is taken from doubles.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import numpy as np

from formulations import staircase_path
from formulations.errors import InputError
from formulations.patterns import refuse_overflow
from formulations.staircase import Staircase
from lpcheck.certificates.exact.formula import as_written
from lpcheck.certificates.exact.numbers import Row, decimal, written
from lpcheck.certificates.staircase.blocks import Blocks, merged, read_blocks
from lpcheck.certificates.staircase.ties import tightened
from lpcheck.rechecker.divergence import read_divergence
from lpcheck.rechecker.formula import is_formula
from lpcheck.rechecker.interval import Decimals
from lpcheck.rechecker.own import unproved
from lpcheck.rechecker.patterns import ColumnProblem
from lpcheck.rechecker.refusal import Refusal

_NARROW = Decimal("1e-30")
_PRICE_DIGITS = 45
_ZERO = Decimal(0)


def best_response(problem: Staircase) -> tuple[list[Row], Row]:
    """The rows of the best randomized response over blocks, and the best prices α found.

    Raises:
        InputError: a utility is beyond a double at this ε, or the numbers are too long.
    """
    letters = problem.letters
    refuse_overflow(np.array([letters.largest_utility]), problem.epsilon)
    partition = staircase_path.best_partition(letters)
    of_letter = partition.labels.tolist()
    # Inputs without mass go with the first block.
    labels = [of_letter[i] if i >= 0 else 0 for i in letters.place.tolist()]
    blocks = merged(read_blocks(problem, labels))
    value, best, least = blocks.value, [_ZERO] * problem.k, Decimal("Infinity")
    if blocks.count == 1 or value <= 0:
        return blocks.rows, best
    for prices in _candidates(blocks, partition, value):
        alpha = [x / (1 - blocks.u) for x in prices]
        width = _bound(problem, alpha) - value
        if width < least:
            best, least = alpha, width
        if least <= _NARROW * value:
            break
    return blocks.rows, best


def _candidates(
    blocks: Blocks, partition: staircase_path.Partition, value: Decimal
) -> Iterator[Row]:
    """Prices c to try, the likeliest first."""
    own, slack = blocks.tangents
    given = [(1 - blocks.u) * Decimal(x) for x in staircase_path.certify(partition).tolist()]
    shape = [min(max(x - c, _ZERO), most) for x, c, most in zip(own, given, slack, strict=True)]
    prices = blocks.prices(own, shape, value)
    yield prices
    yield tightened(blocks, partition.letters, prices, value)
    yield blocks.prices(own, slack, value)
    yield given


def _bound(problem: Staircase, alpha: Row) -> Decimal:
    """What the re-checker will prove with these prices."""
    name, prices = problem.divergence.name, as_written(problem, alpha)
    f = unproved(name) if is_formula(name) else read_divergence(name)
    checked = ColumnProblem(problem.p0.exact, problem.p1.exact, problem.epsilon, f)
    try:
        bound = checked.bound(Decimals(), {"alpha": [written(x, _PRICE_DIGITS) for x in prices]})
    except Refusal as refusal:
        remedy = "give entries with fewer digits, over one denominator"
        raise InputError("p0 and p1", str(refusal).partition(": ")[2], remedy) from None
    return Decimal(bound) if isinstance(bound, float) else decimal(bound)
