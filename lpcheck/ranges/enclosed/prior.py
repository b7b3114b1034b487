r"""Private sampling that keeps a public prior, over all of ε: the bound is a closed form.

With all weight on the rarest letter r, the bound of :mod:`lpcheck.rechecker.prior` is
:math:`\min_i K_{ii} \le D(\varepsilon) = q_r/(u + (1-u) q_r)`, and
:math:`\varphi(x) = f(1/x) x + (1-x) f(0)` falls on (0, 1]: the optimum is at least φ(D).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from formulations.errors import InputError
from formulations.formulation import Formulation
from lpcheck.ranges.enclosed.constraints import Breach, broken
from lpcheck.ranges.enclosed.formula import OpenError, Rows, named_divergence
from lpcheck.ranges.enclosed.function import Function, Functions
from lpcheck.rechecker.divergence import Divergence


@dataclass(frozen=True)
class Prior:
    """The prior q and f with finite f(0)."""

    q: tuple[Fraction, ...]
    f: Divergence

    def value(self, F: Functions, rows: Rows) -> Function:
        """The formula's value, the risk at its smallest diagonal entry."""
        first, *others = self._risks(F, rows)
        for risk in others:
            first = F.maximum(first, risk)
        return first

    def loss(self, F: Functions, rows: Rows) -> tuple[Function, Fraction]:
        """The bound on the optimum, and by how much at most the formula's value is above it."""
        u, rare = F.exp(-F.epsilon), F.number(min(self.q))
        best = self._risk(F, rare / (u + (F.number(1) - u) * rare))
        return best, max((risk - best).upper for risk in self._risks(F, rows))

    def _risks(self, F: Functions, rows: Rows) -> list[Function]:
        diagonal = {row[i].key: row[i] for i, row in enumerate(rows)}.values()
        if any(not 0 < x.lower <= x.upper < 1 for x in diagonal):
            raise OpenError("a diagonal entry that may be 0 or 1")
        return [self._risk(F, x) for x in diagonal]

    def broken(self, F: Functions, rows: Rows) -> Breach:
        """By how much a constraint is broken; qK − q is to be 0."""
        kept = [
            F.sum([F.number(q) * x for q, x in zip(self.q, column, strict=True)])
            - F.number(self.q[y])
            for y, column in enumerate(zip(*rows, strict=True))
        ]
        return broken(F, rows, kept)

    def _risk(self, F: Functions, x: Function) -> Function:
        """φ(x); smooth for smooth f, as its first term's being ≥ 0 is not imposed."""
        one = F.number(1)
        inside = self.f.inside if self.f.name == "hockey-stick" else self.f._inside
        risk: Function = inside(F, one, x) + (one - x) * self.f.at_zero(F)
        return risk


def read_prior(problem: Formulation) -> Prior:
    """The problem without its ε.

    Raises:
        InputError: its optimum is infinite, or trivial, at every ε.
    """
    q, f = tuple(problem.parameters["prior"].exact), named_divergence(problem)
    if len(q) == 1 or min(q) == 0 or f.infinite_at_zero:
        what = "the optimum does not depend on ε here"
        raise InputError("epsilon", what, "give one ε: it settles all of them")
    return Prior(q, f)
