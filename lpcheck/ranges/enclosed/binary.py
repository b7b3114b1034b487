r"""One bit under (ε, δ)-LDP, over all of ε: four rays, and the prices at which two of them tie.

The bound is that of :mod:`lpcheck.rechecker.binary`: for any α and β ≥ 0 the optimum is at most
Σα + Σβ + 4 s, s the largest excess of a ray's utility over its price, with the rays (δ, 0), (1, u),
(u, 1), (0, δ). Here α is what makes the inner two tight, and β the outer two, where it is positive.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from formulations.errors import InputError
from formulations.formulation import Formulation
from lpcheck.ranges.enclosed.constraints import Breach, broken_approximately
from lpcheck.ranges.enclosed.formula import Rows, named_divergence
from lpcheck.ranges.enclosed.function import Function, Functions
from lpcheck.rechecker.divergence import Divergence


@dataclass(frozen=True)
class Binary:
    """Two inputs, δ > 0, and f."""

    p0: tuple[Fraction, Fraction]
    p1: tuple[Fraction, Fraction]
    delta: Fraction
    f: Divergence

    def broken(self, F: Functions, rows: Rows) -> Breach:
        """By how much a constraint is broken."""
        return broken_approximately(F, rows, self.delta)

    def value(self, F: Functions, rows: Rows) -> Function:
        """The formula's objective, D_f(M0‖M1)."""
        terms = []
        for column in zip(*rows, strict=True):
            if any(x.upper > 0 for x in column):
                first, second = (
                    F.sum([F.number(p) * x for p, x in zip(masses, column, strict=True)])
                    for masses in (self.p0, self.p1)
                )
                terms.append(self._pair(F, first, second))
        return F.sum(terms)

    def loss(self, F: Functions, rows: Rows) -> tuple[Function, Fraction]:
        """The value, and an upper bound of what the optimum is above it."""
        value = self.value(F, rows)
        u, delta = F.exp(-F.epsilon), F.number(self.delta)
        inner = [
            self._pair(F, *(F.number(p[x]) + u * F.number(p[1 - x]) for p in (self.p0, self.p1)))
            for x in range(2)
        ]
        outer = [delta * self._pair(F, F.number(self.p0[x]), F.number(self.p1[x])) for x in (0, 1)]
        both = F.number(1) - u * u
        alpha = [(inner[0] - u * inner[1]) / both, (inner[1] - u * inner[0]) / both]
        beta = [F.maximum(outer[x] - delta * alpha[x], F.number(0)) for x in (0, 1)]
        prices = [
            delta * alpha[0] + beta[0],
            alpha[0] + u * alpha[1],
            u * alpha[0] + alpha[1],
            delta * alpha[1] + beta[1],
        ]
        utilities: Sequence[Function] = [outer[0], *inner, outer[1]]
        gains = [(m - p).upper for m, p in zip(utilities, prices, strict=True)]
        return value, (F.sum([*alpha, *beta]) - value).upper + 4 * max(Fraction(0), *gains)

    def _pair(self, F: Functions, a: Function, b: Function) -> Function:
        if self.f.name == "hockey-stick":
            return F.maximum(a - F.number(self.f.order) * b, F.number(0))
        found: Function = self.f._inside(F, a, b)
        return found


def read_binary(problem: Formulation) -> Binary:
    """The problem without its ε.

    Raises:
        InputError: δ is 0 (the problem is `staircase` then), or a prior has a zero.
    """
    parameters = problem.parameters
    p0, p1 = (tuple(parameters[name].exact) for name in ("p0", "p1"))
    if parameters["delta"] == 0:
        raise InputError("delta", "is 0", "take staircase")
    if min(*p0, *p1) == 0:
        raise InputError("p0", "a prior with a zero has no intervals here", "give a grid A:B:N")
    return Binary(p0, p1, parameters["delta"], named_divergence(problem))
