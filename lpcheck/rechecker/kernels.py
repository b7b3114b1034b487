"""Exact kernels: rows of rationals that sum to 1 and are private."""

from __future__ import annotations

from fractions import Fraction

from lpcheck.rechecker.arithmetic import Real
from lpcheck.rechecker.privacy import breaks_pure, pure_breach
from lpcheck.rechecker.reader import Row, exact_dot, exact_sum

Kernel = tuple[Row, ...]

ONE, EXACT = Fraction(1), Fraction(0)
"""The slack of what must be feasible to the last digit."""


def stochastic_breach(kernel: Kernel, slack: Fraction = EXACT) -> str | None:
    """A negative entry, or a row that does not sum to exactly 1, by more than the slack."""
    for x, row in enumerate(kernel):
        if min(row) < -slack:
            return f"row {x} has a negative entry"
        if abs(exact_sum(row) - 1) > slack:
            return f"row {x} does not sum to exactly 1"
    return None


def kernel_breach(
    kernel: Kernel, t: Fraction, slack: Fraction = EXACT, scale: Fraction = ONE
) -> str | None:
    """What is broken of: entries ≥ 0, sums 1, Q_xy ≤ t Q_x'y (t ≤ e^ε), by more than the slack.

    In privacy the slack is `scale` times as large.
    """
    broken = stochastic_breach(kernel, slack)
    if broken is None:
        for y, column in enumerate(zip(*kernel, strict=True)):
            if breaks_pure(column, t * (1 + slack * scale)):
                return f"column {y} breaks privacy"
    return broken


def marginal(p: Row, kernel: Kernel) -> Row:
    """The output distribution pQ."""
    return tuple(exact_dot(p, column) for column in zip(*kernel, strict=True))


def kernel_amount(kernel: Kernel, constraint: str, at: dict[str, int], epsilon: Fraction) -> Real:
    """By how much at least a kernel breaks a constraint (pure privacy: in the ratio)."""
    row = kernel[at["row"]]
    if constraint == "stochastic":
        return abs(exact_sum(row) - 1)
    entry = row[at["column"]]
    if constraint == "nonnegative":
        return -entry
    return pure_breach(entry, kernel[at["other_row"]][at["column"]], epsilon)
