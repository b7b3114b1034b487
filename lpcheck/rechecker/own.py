r"""An f-divergence whose f is a formula of the file's own, for the staircase problem.

f is taken as it is written, not centred: prices α are for utilities :math:`\varphi(a, b) = bf(a/b)`
of that f. It must have f(1) = 0, decided exactly. Everything is evaluated at ratios a/b of masses
of private columns, which lie in :math:`[e^{-\varepsilon}, e^\varepsilon]`: there f must be convex,
and is proved to be (:mod:`lpcheck.rechecker.convexity`) or assumed to be, which is then said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from lpcheck.rechecker.arithmetic import Arithmetic, Enclosure, Number
from lpcheck.rechecker.convexity import convex
from lpcheck.rechecker.divergence import Divergence
from lpcheck.rechecker.formula import Formula, lift, read_formula
from lpcheck.rechecker.interval import Decimals
from lpcheck.rechecker.refusal import Refusal

ASSUMES = "f is convex between e^-epsilon and e^epsilon"
_ROOM = 1 + Fraction(1, 10**6)
"""Entries that nearly keep privacy have ratios that are slightly larger."""


@dataclass(frozen=True)
class OwnDivergence(Divergence):
    """A formula f(x)."""

    formula: Formula | None = None

    def inside(self, A: Arithmetic, a: Number, b: Number) -> Number:
        """φ(a, b) for enclosures of a, b > 0."""
        assert self.formula is not None
        return b * lift(A, self.formula.at(A, a / b))

    def term(self, A: Arithmetic, a: Fraction, b: Fraction) -> Number | None:
        """φ(a, b) for rationals; a = 0 < b is no ratio of masses of a private column."""
        assert self.formula is not None
        if a == b:
            return A.number(0)
        if a == 0 or b == 0:
            raise Refusal("parameters.divergence: a formula is not taken at 0 or ∞")
        return A.number(b) * lift(A, self.formula.at(A, a / b))

    def distance(self, A: Arithmetic, p: Sequence[Fraction], q: Sequence[Fraction]) -> Enclosure:
        """D_f(p‖q) of two rational distributions; ≥ 0 by convexity and f(1) = 0."""
        terms = [self.term(A, a, b) for a, b in zip(p, q, strict=True)]
        return A.enclosure(A.maximum(A.total(terms), A.number(0)))


def unproved(text: str) -> OwnDivergence:
    """The divergence of a formula, of which nothing is asked."""
    return OwnDivergence("own", formula=read_formula(text, "parameters.divergence"))


def read_own(text: str, largest: Fraction) -> tuple[OwnDivergence, str | None]:
    """The divergence of a formula, and what is assumed of it.

    Args:
        text: the formula with its prefix.
        largest: a number above e^ε.
    """
    formula = read_formula(text, "parameters.divergence")
    if formula.at(Decimals(), Fraction(1)) != Fraction(0):
        raise Refusal("parameters.divergence: f(1) is not exactly 0")
    end = _short(largest * _ROOM)
    answer = convex(formula, 1 / end, end)
    if answer == "not convex":
        raise Refusal("parameters.divergence: f is not convex between e^-epsilon and e^epsilon")
    return OwnDivergence("own", formula=formula), None if answer == "convex" else ASSUMES


def _short(x: Fraction) -> Fraction:
    """A number of few digits above it."""
    scale = 2**24
    return Fraction(-(-x.numerator * scale // x.denominator), scale)
