"""The terms b f(a/b) of an f given as a formula, in decimals."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import cached_property
from typing import Any

from formulations.divergences import Divergence, read_divergence
from formulations.errors import InputError
from formulations.expressions import Expression, Operations, read_expression
from lpcheck.certificates.exact.normal import circle
from lpcheck.certificates.exact.numbers import decimal, exponential_below
from lpcheck.certificates.exact.terms import Terms, read_terms
from lpcheck.rechecker.formula import is_formula
from lpcheck.rechecker.own import read_own
from lpcheck.rechecker.refusal import Refusal

_ONE = Decimal(1)
_OPERATIONS = Operations(
    number=decimal,
    exp=Decimal.exp,
    ln=Decimal.ln,
    sqrt=Decimal.sqrt,
    power=lambda a, b: (b * a.ln()).exp(),
    absolute=abs,
    maximum=max,
    minimum=min,
    less=lambda a, b: a < b,
    pi=circle,
)


@dataclass(frozen=True)
class FormulaTerms(Terms):
    """An f as a formula of x, centred by a slope at 1; slopes are those of short chords."""

    formula: Expression | None = None

    @cached_property
    def centre(self) -> Decimal:
        """A slope of f at 1, which is subtracted here and not by the re-checker."""
        return self._slope(_ONE)

    def _f(self, x: Decimal) -> Decimal:
        assert self.formula is not None
        return Decimal(self.formula.evaluate({"x": x}, _OPERATIONS))

    def _slope(self, x: Decimal) -> Decimal:
        step = x * Decimal(10) ** -(getcontext().prec // 3)
        return (self._f(x + step) - self._f(x - step)) / (2 * step)

    def _inside(self, a: Decimal, b: Decimal) -> Decimal:
        return b * self._f(a / b) - self.centre * (a - b)

    def price(self, r: Decimal) -> Decimal:
        """f(r) − r f'(r) of the centred f."""
        return self._f(r) - r * self._slope(r) + self.centre


def read_any_terms(divergence: Divergence) -> Terms:
    """The terms of a divergence by name, or of a formula.

    Raises:
        InputError: a function of the user's own that is no formula.
    """
    posing = is_formula(divergence.name) and read_divergence(divergence.name) is not divergence
    if posing or not is_formula(divergence.name):
        return read_terms(divergence)
    text = divergence.name.removeprefix("f:")
    return FormulaTerms(divergence.name, formula=read_expression("divergence", text, ("x",)))


def refuse_formula(divergence: Divergence, epsilon: Fraction) -> None:
    """Refuse a formula that the re-checker does not read, or finds not convex.

    Raises:
        InputError: with its words.
    """
    read_any_terms(divergence)
    if not is_formula(divergence.name):
        return
    remedy = "write f with + - * / ^ exp ln sqrt abs min max, so that f(1) is exactly 0"
    try:
        read_own(divergence.name, exponential_below(epsilon) * (1 + Fraction(1, 10**9)))
    except Refusal as refusal:
        raise InputError("divergence", str(refusal).partition(": ")[2], remedy) from None
    except ArithmeticError:
        what = "f cannot be enclosed between e^-epsilon and e^epsilon"
        raise InputError("divergence", what, remedy) from None


def as_written(problem: Any, alpha: list[Decimal]) -> list[Decimal]:
    """Prices for the f that is centred here as prices for the f of the file.

    The utility of a pattern S grows by centre·(P0 − P1)ᵀS, which is linear in it.
    """
    f = read_any_terms(problem.divergence)
    centre = f.centre if isinstance(f, FormulaTerms) else Decimal(0)
    if not centre:
        return alpha
    pairs = zip(alpha, problem.p0.exact, problem.p1.exact, strict=True)
    return [a + centre * decimal(p - q) for a, p, q in pairs]
