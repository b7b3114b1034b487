"""What no certificate can hold: functions of a user's own, and more than the re-checker reads."""

from __future__ import annotations

from formulations.errors import InputError
from formulations.formulation import Formulation
from lpcheck.certificates.exact.numbers import own_precision
from lpcheck.certificates.maker import maker_of


def refuse_uncertifiable(problem: Formulation) -> None:
    """Refuse a problem before anything is computed for a file that would not be accepted.

    Args:
        problem: an instance of any problem.

    Raises:
        InputError: naming what stands in the way.
    """
    with own_precision():
        maker_of(problem).refuse(problem)


def refuse_large(name: str, size: int, most: int, why: str) -> None:
    """Refuse more letters than the re-checker takes.

    Raises:
        InputError: size is above the most.
    """
    if size > most:
        what = f"has {size} entries, and a certificate of this problem at most {most}, {why}"
        raise InputError(name, what, "check without a certificate")


def refuse_other_notion(other: bool) -> None:
    """Refuse a privacy notion that the re-checker has no judge for.

    Raises:
        InputError: the notion is another one.
    """
    if other:
        what = "is a notion that certificates of this problem do not know"
        raise InputError("privacy", what, "check without a certificate")
