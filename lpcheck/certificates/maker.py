"""What makes certificates of a problem: one module a problem, named by the problem's class.

`Formulation.certificates` is the module's path. It is imported when a certificate is asked for,
and has the functions of :class:`Maker`. A new problem needs such a module and a judge in the
re-checker; without either it is refused in one line, and solved and checked as any other.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar, cast

from formulations.errors import InputError
from formulations.formulation import Formulation
from lpcheck.certificates.proposal import Proposal
from lpcheck.rechecker import knows

Rows: TypeAlias = list[list[Fraction]]
"""A mechanism exactly as given; a distribution is one row."""

P_contra = TypeVar("P_contra", bound=Formulation, contravariant=True)


class Breach(NamedTuple):
    """By how much at least a constraint is broken, and what else the file says of the place.

    `where` has the indices that the format asks for, where they are not those that were given.
    """

    amount: Decimal | Fraction
    more: dict[str, str]
    where: dict[str, int] | None = None


class Maker(Protocol[P_contra]):
    """The functions of a maker's module, in the order in which `certify` calls them.

    Nothing that they return is trusted: the re-checker proves it, or refuses the file.
    """

    def refuse(self, problem: P_contra) -> None:
        """Refuse what no file can hold (a function of the user's own, too many letters).

        Raises:
            InputError: naming what stands in the way. Nothing was computed yet.
        """

    def propose(self, problem: P_contra) -> Proposal:
        """A feasible mechanism and multipliers: one bound on the optimum on either side."""

    def breach(
        self, problem: P_contra, entries: Rows, constraint: str, where: dict[str, int]
    ) -> Breach:
        """A lower bound of how much entries break a constraint at a place; ≤ 0 if they may not.

        Args:
            problem: the problem.
            entries: the mechanism asked about.
            constraint: as :meth:`Formulation.violations` and the format name it.
            where: the indices that `violations` gave, as the format names them.
        """

    def repair(self, problem: P_contra, entries: Rows) -> Rows:
        """A mechanism that keeps every constraint exactly, near entries that nearly do.

        It has the shape of the entries; a far one is no error, and yields no verdict.
        """


def maker_of(problem: Formulation) -> Maker[Any]:
    """The module that makes certificates of a problem.

    Raises:
        InputError: there is none.
    """
    if problem.certificates is None or not knows(problem.slug):
        raise InputError(
            "problem",
            f"no certificate can be made of '{problem.slug}', because the re-checker does not"
            " know it",
            "solve or check it without a certificate",
        )
    return cast("Maker[Any]", import_module(problem.certificates))
