r"""Expected and worst loss of a private kernel (a linear program), under ε-LDP or a metric.

.. math:: \min_Q \max_{P \in \mathcal{P}} \sum_{x,y} P(x)\, \ell(x, y)\, Q(y|x), \qquad
          Q(y|x) \le e^{d(x, x')} Q(y|x')

with d = ε everywhere for ε-LDP. The distances are the problem's data as they stand: that they obey
the triangle inequality is nowhere used. The set of priors is one, several, or, without a prior,
every input by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any

from lpcheck.rechecker.arithmetic import Arithmetic, Enclosure, Number, Real
from lpcheck.rechecker.budget import spend
from lpcheck.rechecker.kernels import EXACT, ONE, Kernel, kernel_amount, stochastic_breach
from lpcheck.rechecker.privacy import (
    LARGEST_EPSILON,
    exponential,
    inverse,
    level_scale,
    read_epsilon,
)
from lpcheck.rechecker.reader import (
    Row,
    distribution,
    exact_dot,
    exact_sum,
    fields,
    index,
    items,
    matrix,
    number,
    vector,
)
from lpcheck.rechecker.refusal import Refusal

LARGEST_N = 200
_ZERO = Fraction(0)
_COMPARISON = 500
"""Units of work for one entry against another."""


@dataclass(frozen=True)
class Loss:
    """Minimise the largest expected loss over `priors`; a row each."""

    loss: Kernel
    priors: Kernel
    distances: Kernel

    maximise = False
    where = {
        "privacy": ("row", "other_row", "column"),
        "stochastic": ("row",),
        "nonnegative": ("row", "column"),
    }

    def rows(self, value: Any, name: str) -> Kernel:
        """An n × m kernel."""
        return matrix(value, name, len(self.loss), len(self.loss[0]))

    def breach(self, kernel: Kernel, slack: Fraction = EXACT) -> str | None:
        """What an exact kernel breaks by more than the slack."""
        broken = stochastic_breach(kernel, slack)
        if broken is not None:
            return broken
        room = 1 + slack * self.scale("privacy")
        most = {d: exponential(d)[0] * room for row in self.distances for d in set(row)}
        longest = max(n.bit_length() for row in kernel for q in row for n in q.as_integer_ratio())
        spend((_COMPARISON + longest * longest // 1000) * len(kernel) ** 2 * len(kernel[0]))
        for x, other in permutations(range(len(kernel)), 2):
            top, bottom = most[self.distances[x][other]].as_integer_ratio()
            for y, (a, b) in enumerate(zip(kernel[x], kernel[other], strict=True)):
                left = a.numerator * b.denominator * bottom
                if left > b.numerator * a.denominator * top:
                    return f"column {y} breaks privacy of inputs {x} and {other}"
        return None

    def scale(self, constraint: str) -> Fraction:
        """What the slack of a constraint is a part of: for privacy the least positive distance."""
        if constraint != "privacy":
            return ONE
        return level_scale(min((d for row in self.distances for d in row if d > 0), default=_ZERO))

    def amount(self, kernel: Kernel, constraint: str, at: dict[str, int], _beta: Any) -> Real:
        """By how much at least a kernel breaks a constraint."""
        epsilon = self.distances[at["row"]][at["other_row"]] if "other_row" in at else _ZERO
        return kernel_amount(kernel, constraint, at, epsilon)

    def value(self, A: Arithmetic, kernel: Kernel) -> Enclosure:
        """max_P Σ_x P(x) Σ_y ℓ(x, y) Q(y|x), which is a rational number."""
        losses = [exact_dot(row, q) for row, q in zip(self.loss, kernel, strict=True)]
        worst = max(exact_dot(p, losses) for p in self.priors)
        return Enclosure(worst, worst)

    def bound(self, A: Arithmetic, dual: Any) -> Real:
        r"""Any weights w ≥ 0 of the priors, and prices λ_y(x, x') ≥ 0: Σ_x min_y r(x, y).

        Proof. Divide w by its sum, and let :math:`\bar P = \sum w P`. For a private Q

        .. math:: \max_P \sum P \ell Q \ge \sum_{x,y} \bar P(x) \ell(x, y) Q(y|x)
                  + \sum_y \sum_{x,x'} \lambda_y(x, x') (e^{-d(x,x')} Q(y|x) - Q(y|x'))
                  = \sum_{x,y} r(x, y) Q(y|x),

        since the brackets are ≤ 0, with :math:`r(x, y) = \bar P(x)\ell(x, y)
        + \sum_{x'} e^{-d(x,x')} \lambda_y(x, x') - \sum_{x'} \lambda_y(x', x)`. Each row of Q is a
        distribution, so that this is at least :math:`\sum_x \min_y r(x, y)`. No loss is below 0. ∎
        """
        if dual == {}:
            return _ZERO
        given = fields(dual, "dual", ["risk", "privacy"])
        weights = [max(w, _ZERO) for w in vector(given["risk"], "dual.risk", len(self.priors))]
        total = exact_sum(weights)
        if total <= 0:
            raise Refusal("dual.risk: none is positive")
        mixture = [exact_dot(weights, column) / total for column in zip(*self.priors, strict=True)]
        left: list[list[Number]] = [
            [A.number(p * x) for x in row] for p, row in zip(mixture, self.loss, strict=True)
        ]
        shrink: dict[Fraction, Number] = {}
        for y, x, other, price in self._prices(given["privacy"]):
            distance = self.distances[x][other]
            if distance not in shrink:
                shrink[distance] = inverse(A, distance)
            paid = A.number(price)
            left[x][y] = left[x][y] + shrink[distance] * paid
            left[other][y] = left[other][y] - paid
        return max(A.lower(A.total([_least(A, row) for row in left])), _ZERO)

    def _prices(self, value: Any) -> Iterator[tuple[int, int, int, Fraction]]:
        """The output, input, other input and price of each positive price."""
        n, name = len(self.loss), "dual.privacy"
        for y, prices in enumerate(items(value, name, len(self.loss[0]))):
            for i, entry in enumerate(items(prices, f"{name}[{y}]")):
                at = f"{name}[{y}][{i}]"
                x, other, price = items(entry, at, 3)
                paid = number(price, at)
                if paid > 0:
                    yield y, index(x, at, n), index(other, at, n), paid


def _least(A: Arithmetic, numbers: list[Number]) -> Number:
    least = numbers[0]
    for x in numbers[1:]:
        least = A.minimum(least, x)
    return least


def read_loss(parameters: Any) -> Loss:
    """The problem from its parameters."""
    given = fields(parameters, "parameters", ["loss"], "prior", "epsilon", "privacy")
    n = len(items(given["loss"], "parameters.loss"))
    if not 0 < n <= LARGEST_N:
        raise Refusal(f"parameters.loss: has {n} rows, and 1 to {LARGEST_N} are taken")
    loss = matrix(given["loss"], "parameters.loss", n)
    if any(min(row) < 0 for row in loss):
        raise Refusal("parameters.loss: has a negative entry")
    if ("epsilon" in given) == ("privacy" in given):
        raise Refusal("parameters: there is one of epsilon and privacy")
    if "epsilon" in given:
        epsilon = read_epsilon(given["epsilon"])
        return Loss(loss, _read_priors(given, n), tuple(_around(x, n, epsilon) for x in range(n)))
    return Loss(loss, _read_priors(given, n), _read_metric(given["privacy"], n))


def _around(x: int, n: int, epsilon: Fraction) -> Row:
    return tuple(_ZERO if x == other else epsilon for other in range(n))


def _read_priors(given: dict[str, Any], n: int) -> Kernel:
    if "prior" not in given:
        return tuple(tuple(Fraction(int(x == other)) for other in range(n)) for x in range(n))
    listed, name = items(given["prior"], "parameters.prior"), "parameters.prior"
    if listed and isinstance(listed[0], list):
        matrix(listed, name, len(listed), n)  # refuses too many entries
        return tuple(distribution(p, f"{name}[{i}]", n) for i, p in enumerate(listed))
    return (distribution(listed, name, n),)


def _read_metric(value: Any, n: int) -> Kernel:
    given = fields(value, "parameters.privacy", ["name", "distances"])
    if given["name"] != "metric":
        raise Refusal("parameters.privacy.name: is not metric")
    name = "parameters.privacy.distances"
    distances = matrix(given["distances"], name, n, n)
    for x, row in enumerate(distances):
        if row[x] != 0 or min(row) < 0 or max(row) > LARGEST_EPSILON:
            raise Refusal(f"{name}[{x}]: is not in [0, {LARGEST_EPSILON}], or not 0 at itself")
        if any(d != distances[other][x] for other, d in enumerate(row)):
            raise Refusal(f"{name}[{x}]: is not symmetric")
    return distances
