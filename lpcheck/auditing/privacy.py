r"""The ε of a kernel in rationals, where some mass of each row may be unresolved.

Entries are known from below, and up to the unresolved mass r_x of their row from above:
q_xy ≤ Q_xy ≤ q_xy + r_x. So ε is enclosed by the logarithms of

.. math:: \max_{x,x',y} \frac{q_{xy}}{q_{x'y} + r_{x'}} \le e^\varepsilon \le
          \max_{x,x',y} \frac{q_{xy} + r_x}{q_{x'y}}.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

Rows = Sequence[Sequence[Fraction]]

RELATIVE = Fraction(1, 10**12)
"""What a few roundings in the code's own constants may add to e^ε, relative to it."""


@dataclass(frozen=True)
class Spent:
    """What a kernel spends, and where.

    Attributes:
        lower: ε at least, in nats.
        upper: ε at most; ∞ where an output may be missing in a row.
        row: the input under which the output is likeliest.
        other_row: and that under which it is least likely.
        column: the output.
        high: its probability under the one,
        low: and under the other.
    """

    lower: float
    upper: float
    row: int
    other_row: int
    column: int
    high: Fraction
    low: Fraction


def spent(rows: Rows, unresolved: Sequence[Fraction]) -> Spent:
    """The ε of a kernel, with the pair of inputs and the output that decide it."""
    best: tuple[Fraction | None, int, int, int] = (Fraction(0), 0, 0, 0)
    most: Fraction | None = Fraction(1)
    for y in range(len(rows[0])):
        column = [row[y] for row in rows]
        high = max(range(len(rows)), key=column.__getitem__)
        low = min(range(len(rows)), key=lambda x: column[x] + unresolved[x])
        ratio = _ratio(column[high], column[low] + unresolved[low])
        if _above(ratio, best[0]):
            best = (ratio, high, low, y)
        top = max(q + r for q, r in zip(column, unresolved, strict=True))
        worst = _ratio(top, min(column))
        most = worst if _above(worst, most) else most
    if any(unresolved) and len(rows) > 1:
        most = None  # an output that was never reached may be missing elsewhere
    ratio, x, other, y = best
    return Spent(_log(ratio), _log(most), x, other, y, rows[x][y], rows[other][y])


def delta(rows: Rows, epsilon: float) -> float:
    """The smallest δ for which the resolved part is (ε, δ)-private."""
    t = Fraction(math.exp(min(epsilon, 700.0)))
    worst = Fraction(0)
    for p in rows:
        for q in rows:
            if p is not q:
                loss = sum(
                    (max(a - t * b, Fraction(0)) for a, b in zip(p, q, strict=True)), Fraction(0)
                )
                worst = max(worst, loss)
    return float(worst)


def explained_by_rounding(found: Spent, epsilon: float, draws: int) -> bool:
    """Whether a probability that is off by one step of 2⁻⁵³ a draw explains an excess over ε.

    A zero against a positive probability never is: no factor covers it.
    """
    if not found.low:
        return False
    step = Fraction(max(draws, 1), 2**53)
    allowed = Fraction(math.exp(min(epsilon, 700.0))) * (1 + RELATIVE)
    return found.high - step <= allowed * (found.low + step)


def _ratio(high: Fraction, low: Fraction) -> Fraction | None:
    """None for infinity."""
    return Fraction(0) if not high else high / low if low else None


def _above(a: Fraction | None, b: Fraction | None) -> bool:
    return b is not None and (a is None or a > b)


def _log(ratio: Fraction | None) -> float:
    if ratio is None:
        return math.inf
    if ratio <= 1:
        return 0.0
    if ratio < 2:  # to full relative precision near ε = 0
        return math.log1p(float(ratio - 1))
    if ratio.numerator.bit_length() - ratio.denominator.bit_length() < 1000:
        return math.log(float(ratio))
    return math.log(ratio.numerator) - math.log(ratio.denominator)
