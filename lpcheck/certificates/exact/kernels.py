"""Kernels that are exactly stochastic and exactly private, from nearly private decimals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal, getcontext
from fractions import Fraction

from lpcheck.certificates.exact.numbers import LOSS, Row

Kernel = list[list[Fraction]]
Short = Callable[[Kernel], bool]
"""Whether a stochastic kernel breaks a constraint."""


def breaks_pure(kernel: Sequence[Sequence[Fraction]], t: Fraction) -> bool:
    """Whether some Q_xy > t Q_x'y."""
    return any(max(column) > t * min(column) for column in zip(*kernel, strict=True))


def breaks_approximate(kernel: Sequence[Sequence[Fraction]], t: Fraction, delta: Fraction) -> bool:
    """Whether Σ_y max(Q_xy − t Q_x'y, 0) > δ for some pair of rows."""
    return any(excess(a, b, t) > delta for a in kernel for b in kernel if a is not b)


def excess(a: Sequence[Fraction], b: Sequence[Fraction], t: Fraction) -> Fraction:
    """Σ_y max(a_y − t b_y, 0)."""
    return sum((max(x - t * y, Fraction(0)) for x, y in zip(a, b, strict=True)), Fraction(0))


def exact_kernel(rows: Sequence[Row], places: int, smallest: Decimal, breaks: Short) -> Kernel:
    """Decimals as an exact kernel: rounded, and mixed with just enough of a constant one.

    Args:
        rows: non-negative to rounding, with sums near 1.
        places: decimal places of the entries.
        smallest: e^{−ε}; the constant kernel's weight starts that much below 10^−LOSS.
        breaks: whether a kernel is not yet private.
    """
    rows = [_near_one(row) for row in rows]
    width, height = len(rows[0]), len(rows)
    mean = [sum((row[y] for row in rows), Decimal(0)) / height for y in range(width)]
    used = [y for y in range(width) if mean[y] > 0]
    if not used:
        used, mean = [0], [Decimal(1)]
    total = sum((mean[y] for y in used), Decimal(0))
    mean = [mean[y] / total for y in used]
    weight = Decimal(10) ** -LOSS * smallest
    while True:
        weight = min(weight, Decimal(1))
        kernel = [
            _whole(
                [(1 - weight) * row[y] + weight * m for y, m in zip(used, mean, strict=True)],
                places,
            )
            for row in rows
        ]
        if weight == 1:  # rounding must not tell the rows apart
            return [kernel[0]] * height
        if not breaks(kernel):
            return kernel
        weight *= 1000


def _near_one(row: Row) -> Row:
    """The row, divided by its sum where that is far from 1, as a bad proposal's may be."""
    clipped = [max(x, Decimal(0)) for x in row]
    total = sum(clipped, Decimal(0))
    if abs(total - 1) < Decimal("1e-6"):
        return clipped
    return [x / total for x in clipped] if total > 0 else [1 / Decimal(len(row))] * len(row)


def _whole(row: Row, places: int) -> list[Fraction]:
    """A row of multiples of 10^−places that sums to 1; its largest entry pays."""
    getcontext().prec = max(getcontext().prec, places + 30)
    unit = 10**places
    steps = [int((x.scaleb(places)).to_integral_value()) for x in row]
    largest = max(range(len(steps)), key=steps.__getitem__)
    steps[largest] += unit - sum(steps)
    return [Fraction(s, unit) for s in steps]
