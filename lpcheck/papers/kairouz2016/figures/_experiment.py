"""The experiments of Sections 3.4 and 4.4: three mechanisms and the optimum on random instances.

The paper does not say how its 100 instances are drawn. Here they are those of the catalogue of
claims: uniform on the simplex, from NumPy's default generator with the seed [2016, k].
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from formulations import Information, Staircase
from formulations.formulation import Array
from formulations.gate import solve
from lpcheck.mechanisms import (
    binary_hypothesis,
    binary_information,
    randomized_response,
    truncated_geometric,
)
from lpcheck.papers.kairouz2016._experiment import draw
from lpcheck.papers.kairouz2016.section_4_4 import draws

EPSILONS = (0.1, 10.0)
"""The range of ε; the figures' axes are not in the text, Figures 5 and 8 are at these two."""

BEYOND = (16.0, 20.0)
"""Beyond the axes: randomized response is optimal on all instances drawn here; and its rate."""

COLUMNS = (
    "k", "draw", "epsilon", "binary", "randomized_response", "geometric",
    "optimum_lower", "optimum_upper", "without_privacy",
)  # fmt: skip

DRAWN = "drawn uniformly on the simplex, seed [2016, k] (the paper does not state its draw)"


@dataclass(frozen=True)
class Experiment:
    """A utility, the instances of each size, and the binary mechanism for it."""

    instances: Callable[[int], list[dict[str, Any]]]
    problem: Callable[..., Any]
    binary: Callable[..., Array]

    def values(self, k: int, number: int, epsilon: float) -> tuple[float, ...]:
        """The utility of the three mechanisms, bounds on the optimum, and with no privacy."""
        return _values(self, k, number, float(epsilon))

    def both(self, k: int, number: int, epsilon: float) -> tuple[float, float]:
        """The utility of the binary mechanism and of randomized response."""
        instance = self.instances(k)[number]
        problem = self.problem(**instance, epsilon=epsilon)
        binary = problem.value(self.binary(*instance.values(), epsilon))
        return binary, problem.value(randomized_response(k, epsilon))

    def crossing(self, k: int, number: int) -> float | None:
        """The ε in EPSILONS at which both are equally good; None where one is always ahead.

        One share of the optimum falls with ε and the other rises, so that the better of the two
        is worst there.
        """
        from scipy.optimize import brentq  # noqa: PLC0415

        def lead(epsilon: float) -> float:
            binary, response = self.both(k, number, epsilon)
            return binary / response - 1.0

        if lead(EPSILONS[0]) * lead(EPSILONS[1]) >= 0:
            return None
        return float(brentq(lead, *EPSILONS, xtol=1e-6))

    def rows(self, k: int, count: int, epsilons: Iterable[float]) -> Iterator[tuple[Any, ...]]:
        """COLUMNS for the first `count` instances at each ε."""
        levels = list(epsilons)
        return (row for e in levels for i in range(count) for row in self.rows_of(k, i, [e]))

    def rows_of(self, k: int, number: int, epsilons: Iterable[float]) -> Iterator[tuple[Any, ...]]:
        """COLUMNS for one instance at each ε."""
        return ((k, number, e, *self.values(k, number, e)) for e in epsilons)


@lru_cache(maxsize=65536)
def _values(experiment: Experiment, k: int, number: int, epsilon: float) -> tuple[float, ...]:
    instance = experiment.instances(k)[number]
    problem = experiment.problem(**instance, epsilon=epsilon)
    bounds = solve(problem).bounds
    kernels = (
        experiment.binary(*instance.values(), epsilon),
        randomized_response(k, epsilon),
        truncated_geometric(k, epsilon),
    )
    reached = (problem.value(kernel) for kernel in kernels)
    return (*reached, bounds.lower, bounds.upper, problem.value(np.eye(k)))


@lru_cache(maxsize=8)
def _pairs(k: int) -> list[dict[str, Any]]:
    return [{"p0": p0.tolist(), "p1": p1.tolist()} for p0, p1 in draw(k)]


@lru_cache(maxsize=8)
def _priors(k: int) -> list[dict[str, Any]]:
    return [{"prior": prior.tolist()} for prior in draws(k)]


TESTING = Experiment(_pairs, Staircase, binary_hypothesis)
"""Section 3.4: D_kl(M0‖M1)."""

INFORMATION = Experiment(_priors, Information, binary_information)
"""Section 4.4: I(X; Y)."""


def grid(count: int) -> list[float]:
    """Levels of ε, evenly spaced in their logarithm."""
    return [float(f"{x:.6g}") for x in np.geomspace(*EPSILONS, count)]
