r"""Rational linear programs as VIPR 1.0 certificates, for checkers that others have written.

The format (Cheung, Gleixner and Steffy, "Verifying integer programming results", 2017,
https://doi.org/10.1007/978-3-319-59250-3_13) holds a linear program, a solution, and the linear
combination of its rows that proves the bound, all in rationals. :math:`e^\varepsilon` is
irrational, so that the program here has a rational t for it: what is proved is the optimum at
that t, and, as optima are monotone in t, a bound at every ε on one side of log t.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

from formulations.errors import InputError
from formulations.formulation import Formulation
from lpcheck.certificates.exact.numbers import decimal, own_precision, up
from lpcheck.certificates.maker import maker_of

Sparse: TypeAlias = dict[int, Fraction]
Sense: TypeAlias = Literal["E", "L", "G"]
Constraint: TypeAlias = tuple[str, Sense, Fraction, Sparse]
"""A name, a sense (=, ≤, ≥), a right-hand side, and the row."""

_DIGITS = 12


@dataclass(frozen=True)
class Program:
    """Maximise objective·x; bounds on single variables first, then rows, with their multipliers."""

    title: str
    names: list[str]
    objective: Sparse
    constraints: list[Constraint]
    bound_count: int
    solution: Sparse
    multipliers: Sparse


@runtime_checkable
class Rational(Protocol):
    """A maker (:mod:`lpcheck.certificates.maker`) whose problem is a rational linear program."""

    def rational_program(self, problem: Any, t: Fraction) -> Program:
        """The program with e^ε = t, its solution, and the multipliers that prove it.

        Raises:
            InputError: it would not be rational, or proves nothing.
        """


def export(problem: Formulation, t: Fraction | None = None) -> str:
    """The text of a VIPR 1.0 file for a problem with e^ε = t.

    Args:
        problem: staircase with tv, chi2 or a hockey-stick and at most 10 letters; or public prior
            with tv.
        t: a rational > 1. By default e^ε rounded up to 12 digits, so that what is proved bounds
            the optimum at the problem's own ε.

    Returns:
        the file: one maximisation, its solution, and one derivation.

    Raises:
        InputError: the program at that t would not be rational, or proves nothing.

    Example:
        >>> from formulations import PublicPrior
        >>> problem = PublicPrior(prior=["1/2", "1/2"], epsilon="1", divergence="tv")
        >>> export(problem).splitlines()[0]
        '% public prior, largest min_i K_ii, e^eps = 135914091423/50000000000'
    """
    with own_precision():
        maker = maker_of(problem)
        if not isinstance(maker, Rational):
            raise InputError(
                "problem",
                f"a VIPR file cannot hold '{problem.slug}', which is no rational linear program",
                "write a certificate instead",
            )
        if t is None:
            t = Fraction(up(decimal(problem.parameters["epsilon"]).exp(), _DIGITS))
            if problem.parameters["epsilon"] == 0:
                t = Fraction(1)
        if t <= 1:
            what = f"{float(t):g} for e^ε is not above 1: every mechanism is constant"
            raise InputError("epsilon", what, "give a positive ε")
        return _text(maker.rational_program(problem, t))


def _text(program: Program) -> str:
    value = sum((c * program.solution.get(j, 0) for j, c in program.objective.items()), Fraction(0))
    bound = sum(
        (m * program.constraints[i][2] for i, m in program.multipliers.items()), Fraction(0)
    )
    constraints = [
        f"{name} {sense} {b} {_list(row)}" for name, sense, b, row in program.constraints
    ]
    lines = [
        f"% {program.title}",
        "VER 1.0",
        f"VAR {len(program.names)}",
        " ".join(program.names),
        "INT 0",
        "OBJ max",
        _list(program.objective),
        f"CON {len(constraints)} {program.bound_count}",
        *constraints,
        f"RTP range {value} {bound}",
        "SOL 1",
        f"best {_list(program.solution)}",
        "DER 1",
        f"B L {bound} OBJ {{ lin {_list(program.multipliers)} }} -1",
    ]
    return "\n".join(lines) + "\n"


def _list(entries: Sparse) -> str:
    return " ".join([str(len(entries)), *(f"{i} {x}" for i, x in sorted(entries.items()))])
