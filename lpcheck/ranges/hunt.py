"""Hunting for an instance at which a formula loses: priors, ε and k are searched, then shrunk.

Draws from several families of priors, and steps from the best so far, look for the largest loss
relative to the optimum over all mechanisms. What is found is shrunk as property testers do: letters
are dropped and numbers rounded, while at least half of the loss stays.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Formulation
from formulations.shown import Shown
from lpcheck.compare import Comparison, check
from lpcheck.ranges.formula import Instances, instances

KEPT = Fraction(1, 2)
"""The share of the largest loss that the shrunk instance still has, at least."""

LEAST_LOSS = 1e-6
"""A relative loss below it is no counterexample worth printing."""

_DENOMINATORS = (*range(2, 13), 15, 16, 20, 25, 30, 40, 50, 60, 80, 99)
_FRESH = 0.5
_SMALLEST = 0.015
_SPREADS = (0.3, 1.0, 5.0)

Point: TypeAlias = Mapping[str, Any]
"""The parameters that are searched: vectors as tuples, ε as a number."""


@dataclass(frozen=True)
class Counterexample:
    """An instance at which the formula is not optimal, or not private.

    Attributes:
        finding: the comparison; its problem has the parameters, exact.
        loss: relative to the optimum; ∞ where the mechanism is infeasible.
        largest: the largest loss that was seen, before it was shrunk.
        shrunk: whether all numbers that were searched have two digits.
    """

    finding: Comparison
    loss: float
    largest: float
    shrunk: bool


@dataclass(frozen=True)
class Hunt(Shown):
    """What a hunt found.

    Attributes:
        counterexample: None where the formula was optimal, or undecided, everywhere.
        tried: the instances that were solved.
        refused: those at which the formula raised an error.
        undecided: those whose verdict is `inconclusive`.
        seed: the same seed and the same number of tries hunt the same.
        seconds: taken.
        seeds: how many there were, from `seed` on.
    """

    counterexample: Counterexample | None
    tried: int
    refused: int
    undecided: int
    seed: int
    seconds: float
    seeds: int = 1


def hunt(
    problem: type[Formulation],
    mechanism: Any,
    *,
    fixed: Mapping[str, Any] | None = None,
    sizes: tuple[int, int] = (2, 6),
    epsilons: tuple[float, float] = (0.1, 8.0),
    tries: int = 300,
    seconds: float = 60.0,
    seed: int = 0,
    told: Callable[[int, float], None] = lambda _tried, _loss: None,
) -> Hunt:
    """Search for the instance at which a formula loses the most.

    Args:
        problem: a class of problems; its vectors and its ε are searched.
        mechanism: a function of those of the problem's parameters that it names.
        fixed: parameters that are not searched, such as the divergence.
        sizes: the smallest and the largest k.
        epsilons: the smallest and the largest ε, in nats.
        tries: the most instances to solve before shrinking.
        seconds: no further instance is drawn after them.
        seed: of the draws.
        told: called after each instance, with how many there were and the largest loss.

    Raises:
        InputError: nothing is left to search, a range is empty, or the formula raises an error at
            every instance.

    Example:
        >>> from formulations import Information
        >>> from lpcheck.mechanisms import randomized_response
        >>> found = hunt(Information, randomized_response, sizes=(3, 3), tries=20).counterexample
        >>> found.finding.verdict, found.shrunk
        ('suboptimal', True)
    """
    if not 1 <= sizes[0] <= sizes[1] or not 0 < epsilons[0] <= epsilons[1]:
        raise InputError("sizes", "a range is empty", "give 1 ≤ A ≤ B, and 0 < ε ≤ ε'")
    search = _Search(problem, mechanism, dict(fixed or {}), np.random.default_rng(seed))
    start = time.monotonic()
    while search.tried + search.refused < tries and time.monotonic() - start < seconds:
        search.step(sizes, epsilons)
        told(search.tried, search.largest)
    if search.error is not None and not search.tried:
        raise search.error
    found = search.shrunk() if search.best is not None else None
    spent = time.monotonic() - start
    return Hunt(found, search.tried, search.refused, search.undecided, seed, spent)


class _Search:
    """The best instance so far, and the next one."""

    def __init__(
        self,
        problem: type[Formulation],
        mechanism: Any,
        fixed: dict[str, Any],
        generator: np.random.Generator,
    ) -> None:
        self.problem, self.fixed, self.generator = problem, fixed, generator
        self.family: Instances = instances(lambda point: problem(**fixed, **point), mechanism)
        free = [p for p in problem.inputs if p.name not in fixed]
        self.vectors = [p.name for p in free if p.kind == "vector" and p.required]
        self.has_epsilon = any(p.name == "epsilon" for p in free)
        if not self.vectors and not self.has_epsilon:
            raise InputError("hunt", "has nothing to search", "leave a vector or ε out")
        self.tried = self.refused = self.undecided = 0
        self.best: Point | None = None
        self.largest = 0.0
        self.error: InputError | None = None

    def step(self, sizes: tuple[int, int], epsilons: tuple[float, float]) -> None:
        """Look at one more instance."""
        if self.best is None or self.generator.random() < _FRESH:
            point = self._drawn(sizes, epsilons)
        else:
            point = self._moved(self.best, epsilons)
        found = self.look(point)
        if found is None:
            return
        self.tried += 1
        self.undecided += found.verdict == "inconclusive"
        loss = loss_of(found)
        if loss > max(self.largest, LEAST_LOSS):
            self.best, self.largest = point, loss

    def look(self, point: Point) -> Comparison | None:
        """The comparison at an instance; None where the formula raises an error."""
        try:
            posed = self.family.problem(point)
            return check(posed, self.family.mechanism(posed))
        except InputError as error:
            self.refused += 1
            self.error = error
            return None

    def _drawn(self, sizes: tuple[int, int], epsilons: tuple[float, float]) -> Point:
        draw, k = self.generator, int(self.generator.integers(sizes[0], sizes[1] + 1))
        point: dict[str, Any] = {}
        for name in self.vectors:
            if draw.random() < 0.15:
                weights = np.ones(k)
            elif draw.random() < 0.15:
                weights = draw.permutation(1.0 / np.arange(1, k + 1))
            else:
                weights = draw.dirichlet(np.full(k, draw.choice(_SPREADS)))
            point[name] = _simplex(weights)
        if self.has_epsilon:
            low, high = np.log(epsilons)
            point["epsilon"] = float(np.exp(draw.uniform(low, high)))
        return point

    def _moved(self, point: Point, epsilons: tuple[float, float]) -> Point:
        size = float(self.generator.choice([0.03, 0.3]))
        moved = dict(point)
        for name in self.vectors:
            noise = self.generator.standard_normal(len(point[name]))
            moved[name] = _simplex(np.array(point[name]) * np.exp(size * noise))
        if self.has_epsilon:
            epsilon = point["epsilon"] * math.exp(size * self.generator.standard_normal())
            moved["epsilon"] = min(max(epsilon, epsilons[0]), epsilons[1])
        return moved

    def shrunk(self) -> Counterexample:
        """The best instance with fewer letters and digits, as far as half of its loss stays."""
        assert self.best is not None
        least = max(float(KEPT) * self.largest, LEAST_LOSS)
        point, smaller = self.best, True
        while smaller:
            smaller = False
            for fewer in self._with_fewer_letters(point):
                if self._loses(fewer, least) is not None:
                    point, smaller = fewer, True
                    break
        for short in self._rounded(point):
            found = self._loses(short, least)
            if found is not None:
                return Counterexample(found, loss_of(found), self.largest, True)
        found = self.look(point)
        assert found is not None
        return Counterexample(found, loss_of(found), self.largest, False)

    def _loses(self, point: Point, least: float) -> Comparison | None:
        found = self.look(point)
        return found if found is not None and loss_of(found) >= least else None

    def _with_fewer_letters(self, point: Point) -> Iterator[Point]:
        if not self.vectors:
            return
        k = len(point[self.vectors[0]])
        for left_out in range(k if k > 2 else 0):
            kept = {name: np.delete(np.array(point[name]), left_out) for name in self.vectors}
            if all(v.sum() > 0 for v in kept.values()):
                yield {**point, **{name: _simplex(v) for name, v in kept.items()}}

    def _rounded(self, point: Point) -> Iterator[Point]:
        """The instance with denominators of two digits, and ε with one digit, or two."""
        levels = [point["epsilon"]] if self.has_epsilon else []
        digits = [[Fraction(f"{x:.{n}g}") for x in levels] for n in (1, 2)]
        for denominator in _DENOMINATORS:
            vectors = {name: _over(point[name], denominator) for name in self.vectors}
            if any(v is None for v in vectors.values()):
                continue
            for level in digits:
                yield {**vectors, **({"epsilon": level[0]} if level else {})}


def loss_of(finding: Comparison) -> float:
    """What a mechanism loses, relative to the optimum; ∞ if infeasible, 0 if it is not beaten."""
    if finding.verdict == "infeasible":
        return math.inf
    if finding.verdict != "suboptimal":
        return 0.0
    size = abs(finding.solution.value)
    return abs(finding.value - finding.solution.value) / size if size > 0 else math.inf


def _simplex(weights: Any) -> tuple[float, ...]:
    """Weights divided by their sum, none so small that two digits lose it."""
    shares = np.maximum(np.asarray(weights, dtype=float), _SMALLEST * np.max(weights))
    return tuple((shares / shares.sum()).tolist())


def _over(vector: Any, denominator: int) -> tuple[Fraction, ...] | None:
    """The nearest positive vector with that denominator, by largest remainders."""
    exact = np.array(vector, dtype=float) * denominator
    if len(exact) > denominator:
        return None
    whole = np.maximum(np.floor(exact), 1.0)
    while whole.sum() != denominator:
        step = 1.0 if whole.sum() < denominator else -1.0
        error = np.where(whole + step >= 1.0, step * (exact - whole), -np.inf)
        whole[int(error.argmax())] += step
    return tuple(Fraction(int(n), denominator) for n in whole)
