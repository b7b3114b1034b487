"""The experiments of Sections 3.4 and 4.4: three mechanisms and the optimum on random instances.

The paper does not say how its 100 instances are drawn. Here they are uniform on the simplex, from
NumPy's default generator with the seed [2016, k], and the first ones are taken where not all are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.optimize import brentq

from formulations import Information, Staircase
from formulations.formulation import Array
from formulations.gate import solve
from lpcheck.mechanisms import (
    binary_hypothesis,
    binary_information,
    randomized_response,
    truncated_geometric,
)

SEED = 2016
DRAWS = 100

EPSILONS = (0.1, 10.0)
"""The range of ε; the figures' axes are not in the text, Figures 5 and 8 are at these two."""

BEYOND = (16.0, 20.0)
"""Beyond the axes: randomized response is optimal on all instances drawn here; and its rate."""

COLUMNS = (
    "k", "draw", "epsilon", "binary", "randomized_response", "geometric",
    "optimum_lower", "optimum_upper", "without_privacy",
)  # fmt: skip

DRAWN = "drawn uniformly on the simplex, seed [2016, k] (the paper does not state its draw)"

WITNESS = "witness"
"""In place of the number of a draw: an instance of ours that shows that a share can be reached."""


@dataclass(frozen=True)
class Experiment:
    """A utility, the instances of each size, and the binary mechanism for it."""

    instances: Callable[[int], list[dict[str, Any]]]
    problem: Callable[..., Any]
    binary: Callable[..., Array]

    def values(
        self, instance: dict[str, Any], epsilon: float, *, bounds: bool = True
    ) -> tuple[float, ...]:
        """The utility of the three mechanisms, bounds on the optimum, and with no privacy.

        The bounds are most of the work; without them they are not numbers.
        """
        problem = self.problem(**instance, epsilon=epsilon)
        kernels = (
            self.binary(*instance.values(), epsilon),
            randomized_response(problem.k, epsilon),
            truncated_geometric(problem.k, epsilon),
        )
        best = solve(problem).bounds if bounds else None
        optimum = (best.lower, best.upper) if best else (np.nan, np.nan)
        reached = (problem.value(kernel) for kernel in kernels)
        return (*reached, *optimum, problem.value(np.eye(problem.k)))

    def shares(self, instance: dict[str, Any], epsilon: float) -> tuple[float, float]:
        """The binary mechanism's and randomized response's share of the optimum, at the least."""
        binary, response, _, _, upper, _ = self.values(instance, epsilon)
        return binary / upper, response / upper

    def crossing(self, instance: dict[str, Any]) -> float | None:
        """The ε in EPSILONS at which both are equally good; None where one is always ahead.

        One share of the optimum falls with ε and the other rises, so that the better of the two
        is worst there.
        """

        def lead(epsilon: float) -> float:
            problem = self.problem(**instance, epsilon=epsilon)
            binary = problem.value(self.binary(*instance.values(), epsilon))
            return float(binary / problem.value(randomized_response(problem.k, epsilon)) - 1.0)

        if lead(EPSILONS[0]) * lead(EPSILONS[1]) >= 0:
            return None
        return float(brentq(lead, *EPSILONS, xtol=1e-6))

    def rows(
        self, k: int, count: int, epsilons: Iterable[float], *, bounds: bool = True
    ) -> Iterator[tuple[Any, ...]]:
        """COLUMNS for the first `count` instances at each ε."""
        for epsilon in epsilons:
            for number in range(count):
                yield self.row(k, number, epsilon, bounds=bounds)

    def row(self, k: int, number: int, epsilon: float, *, bounds: bool = True) -> tuple[Any, ...]:
        """COLUMNS for one instance."""
        return k, number, epsilon, *_values(self, k, number, float(epsilon), bounds)

    def witness(self, instance: dict[str, Any], epsilon: float) -> tuple[Any, ...]:
        """COLUMNS for an instance of ours."""
        return len(next(iter(instance.values()))), WITNESS, epsilon, *self.values(instance, epsilon)


@lru_cache(maxsize=65536)
def _values(
    experiment: Experiment, k: int, number: int, epsilon: float, bounds: bool
) -> tuple[float, ...]:
    return experiment.values(experiment.instances(k)[number], epsilon, bounds=bounds)


@lru_cache(maxsize=8)
def _pairs(k: int) -> list[dict[str, Any]]:
    generator = np.random.default_rng([SEED, k])
    drawn = (generator.dirichlet(np.ones(k), 2).tolist() for _ in range(DRAWS))
    return [{"p0": p0, "p1": p1} for p0, p1 in drawn]


@lru_cache(maxsize=8)
def _priors(k: int) -> list[dict[str, Any]]:
    drawn = np.random.default_rng([SEED, k]).dirichlet(np.ones(k), DRAWS)
    return [{"prior": prior.tolist()} for prior in drawn]


TESTING = Experiment(_pairs, Staircase, binary_hypothesis)
"""Section 3.4: D_kl(M0‖M1)."""

INFORMATION = Experiment(_priors, Information, binary_information)
"""Section 4.4: I(X; Y)."""


def grid(count: int) -> list[float]:
    """Levels of ε, evenly spaced in their logarithm."""
    return [float(f"{x:.6g}") for x in np.geomspace(*EPSILONS, count)]
