"""The constraint that a mechanism breaks, and an amount that it certainly breaks it by."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from formulations.formulation import Formulation, Violation
from lpcheck.certificates.exact.kernels import excess
from lpcheck.certificates.exact.numbers import down, exponential_below, written
from lpcheck.certificates.maker import Breach, Maker, Rows

_DIGITS = 20
_COLUMN = {"entry": "column"}
_INFINITE = Decimal("Infinity")


def certain_breach(
    maker: Maker[Any], problem: Formulation, entries: Rows, violations: Iterable[Violation]
) -> dict[str, Any] | None:
    """The first violation whose amount is certainly positive, as the format has it."""
    for violation in violations:
        # The format knows columns only, also of a distribution.
        where = {_COLUMN.get(name, name): int(i) for name, i in violation.where.items()}
        found = maker.breach(problem, entries, violation.constraint, where)
        if found.amount > 0:
            amount = found.amount
            text = "inf" if amount == _INFINITE else written(down(amount, _DIGITS))
            at = where if found.where is None else found.where
            return {"constraint": violation.constraint, "where": at, "amount": text, **found.more}
    return None


def kernel_breach(
    entries: Rows,
    constraint: str,
    where: dict[str, int],
    epsilon: Fraction,
    delta: Fraction | None = None,
) -> Breach:
    """By how much entries are negative, rows do not sum to 1, or privacy is broken.

    Args:
        entries: the rows of a kernel.
        constraint: `nonnegative`, `stochastic`, or else privacy.
        where: `row`, and `other_row` or `column`.
        epsilon: the level; the bound on e^ε is rounded up.
        delta: for (ε, δ); None for pure ε-LDP, in whose ratio the amount then is.
    """
    row = entries[where["row"]]
    if constraint == "nonnegative":
        return Breach(-row[where["column"]], {})
    if constraint == "stochastic":
        return Breach(abs(sum(row, Fraction(-1))), {})
    other, t = entries[where["other_row"]], exponential_above(epsilon)
    if delta is not None:
        return Breach(excess(row, other, t) - delta, {})
    x, y = row[where["column"]], other[where["column"]]
    return Breach(_INFINITE if y == 0 else x / (t * y) - 1, {})


def exponential_above(epsilon: Fraction) -> Fraction:
    """A rational just above e^ε; exactly 1 at 0."""
    if epsilon == 0:
        return Fraction(1)
    return exponential_below(epsilon, 60) * (1 + Fraction(1, 10**58))
