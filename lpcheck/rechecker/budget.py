"""A budget of work and of memory: a file is refused before it takes long, not after.

What costs is charged before it is done, by its size: a sum of unlike fractions, an exponential of
so many digits, a pair of rows. A unit of work is about a nanosecond of one core of a laptop; the
same file costs the same everywhere.
"""

from __future__ import annotations

from contextvars import ContextVar

from lpcheck.rechecker.refusal import Refusal

MOST_WORK = 30 * 10**9
"""Units, half of what a file may take by the clock."""

MOST_BITS = 8 * 10**8
"""Of all the numbers in a file, as fractions: 100 MB."""

_work: ContextVar[list[int]] = ContextVar("work")


def open_budget() -> None:
    """Start the account of a file."""
    _work.set([0, 0])


def spend(units: int) -> None:
    """Charge work that is about to be done.

    Raises:
        Refusal: the file would take too long.
    """
    account = _work.get(None)
    if account is None:  # a number that belongs to no file
        return
    account[0] += units
    if account[0] > MOST_WORK:
        raise Refusal("work: the file would take more than a minute to check")


def hold(bits: int) -> None:
    """Charge a number that is about to be made.

    Raises:
        Refusal: the file's numbers would take too much memory.
    """
    account = _work.get(None)
    if account is None:
        return
    account[1] += bits
    if account[1] > MOST_BITS:
        raise Refusal(f"numbers: together they have more than {MOST_BITS} bits")


def spent() -> int:
    """The units of work charged so far."""
    return _work.get([0, 0])[0]
