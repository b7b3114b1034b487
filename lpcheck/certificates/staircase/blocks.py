r"""Randomized response over a partition of the inputs, and the tangents of φ at its blocks.

Everything is in decimals: :math:`\varphi(a, b) = b f(a/b)` is evaluated at the masses
:math:`u + (1 - u)P_v(T)` of a set T of inputs, and prices are c = (1 − u)α.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal

from formulations.staircase import Staircase
from lpcheck.certificates.exact.formula import read_any_terms
from lpcheck.certificates.exact.numbers import Row, decimal, decimals
from lpcheck.certificates.exact.terms import Terms

_ZERO = Decimal(0)


@dataclass(frozen=True)
class Blocks:
    """A partition of the inputs and the tangents of φ at its blocks.

    Attributes:
        p0, p1: the masses of each input, times 1 − u.
        u: e^{−ε}.
        f: the divergence.
        labels: the block of each input.
        count: the number of blocks.
    """

    p0: Row
    p1: Row
    u: Decimal
    f: Terms
    labels: list[int]
    count: int

    def utility(self, inputs: Iterable[int]) -> Decimal:
        """Φ of a set of inputs: the utility of its pattern."""
        chosen = list(inputs)
        return self.f.term(*(self.u + total(p[x] for x in chosen) for p in (self.p0, self.p1)))

    def inputs(self, block: int) -> list[int]:
        """The inputs in a block."""
        return [x for x, b in enumerate(self.labels) if b == block]

    @property
    def rows(self) -> list[Row]:
        """Randomized response over the blocks."""
        weight = 1 / (1 + (self.count - 1) * self.u)
        one, other = weight, weight * self.u
        return [[one if b == y else other for y in range(self.count)] for b in self.labels]

    @property
    def value(self) -> Decimal:
        """The value of the mechanism."""
        utilities = [self.utility(self.inputs(b)) for b in range(self.count)]
        return total(utilities) / (1 + (self.count - 1) * self.u)

    @property
    def tangents(self) -> tuple[Row, Row]:
        """The tangent at the own block of each input, and the slack above the highest other one."""
        slopes = []
        for b in range(self.count):
            m0, m1 = (self.u + total(p[x] for x in self.inputs(b)) for p in (self.p0, self.p1))
            price = self.f.price(m0 / m1)
            slopes.append(((self.f.term(m0, m1) - price * m1) / m0, price))
        own, slack = [], []
        for p0, p1, label in zip(self.p0, self.p1, self.labels, strict=True):
            heights = [s * p0 + t * p1 for s, t in slopes]
            own.append(heights.pop(label))
            slack.append(max(own[-1] - max(heights), _ZERO))
        return own, slack

    def prices(self, own: Row, shape: Row, value: Decimal) -> Row:
        """C = own − d, with d in the given shape within each block, and every block tight."""
        result = list(own)
        for b in range(self.count):
            inputs = self.inputs(b)
            over = total(own[x] for x in inputs) - self.utility(inputs) + self.u * value
            parts = [shape[x] for x in inputs]
            if not any(parts):  # nothing tells the letters apart: they share by mass
                parts = [self.p0[x] + self.p1[x] for x in inputs]
            share = over / total(parts)
            for x, part in zip(inputs, parts, strict=True):
                result[x] -= share * part
        return result


def read_blocks(problem: Staircase, labels: list[int]) -> Blocks:
    """The blocks of a staircase problem, in the precision of the context."""
    u = (-decimal(problem.epsilon)).exp()
    p0, p1 = ([(1 - u) * x for x in decimals(p.exact)] for p in (problem.p0, problem.p1))
    return Blocks(p0, p1, u, read_any_terms(problem.divergence), labels, max(labels) + 1)


def merged(blocks: Blocks) -> Blocks:
    """With neighbours joined where that is no worse: doubles lose the weight u of a block more."""
    parts = [blocks.inputs(b) for b in range(blocks.count)]
    utilities = [blocks.utility(part) for part in parts]
    b = 0
    while b + 1 < len(parts):
        joined = parts[b] + parts[b + 1]
        utility, weight = blocks.utility(joined), 1 + (len(parts) - 1) * blocks.u
        # (Σ − loss)/(weight − u) against Σ/weight
        loss = utilities[b] + utilities[b + 1] - utility
        if loss * weight <= blocks.u * total(utilities):
            parts[b : b + 2], utilities[b : b + 2] = [joined], [utility]
            b = max(b - 1, 0)
        else:
            b += 1
    of_input = {x: b for b, part in enumerate(parts) for x in part}
    return replace(blocks, labels=[of_input[x] for x in range(len(of_input))], count=len(parts))


def total(values: Iterable[Decimal]) -> Decimal:
    """Their sum."""
    return sum(values, _ZERO)
