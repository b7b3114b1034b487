"""Noise that libraries add to counts, and to points on a line: its expected loss, and the least."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formulations.errors import InputError
from formulations.formulation import Array
from formulations.gate import solve
from formulations.loss import Loss
from formulations.notions import MetricPrivacy
from lpcheck import mechanisms as m
from lpcheck.league.league import League, Standing

LOSSES: dict[str, Callable[[int], NDArray[Any]]] = {
    "absolute": lambda n: np.abs(np.subtract.outer(np.arange(n), np.arange(n))),
    "squared": lambda n: np.subtract.outer(np.arange(n), np.arange(n)) ** 2,
    "zero-one": lambda n: 1 - np.eye(n, dtype=int),
}
"""What it costs to answer a count where another is true, n × n."""

_STRAIGHT = 1e-9


def counts(n: int, epsilon: object, loss: str = "absolute", prior: object = None) -> Loss:
    """Counts 0 to n − 1 under central differential privacy: ε between neighbours.

    Args:
        n: the number of counts, at least 2.
        epsilon: nats, exact where it is a rational or text.
        loss: `absolute`, `squared` or `zero-one`.
        prior: distribution over the counts; uniform by default.

    Raises:
        InputError: a parameter out of range.

    Example:
        >>> counts(3, "1/2").privacy.array[0].tolist()
        [0.0, 0.5, 1.0]
    """
    from formulations.parameters import read_epsilon  # noqa: PLC0415

    if loss not in LOSSES:
        raise InputError("loss", f"'{loss}' is unknown", f"give one of {', '.join(LOSSES)}")
    if not 2 <= n <= 100:
        raise InputError("counts", f"{n} is outside 2 to 100", "give 11 for counts 0 to 10")
    step = read_epsilon(epsilon)
    apart = [[abs(i - j) * step for j in range(n)] for i in range(n)]
    costs = LOSSES[loss](n).astype(int).tolist()
    chances = [f"1/{n}"] * n if prior is None else prior
    return Loss(loss=costs, prior=chances, privacy=MetricPrivacy(apart))


def loss_league(problem: Loss) -> League:
    """Measure them all.

    As shipped, the output is the answer; at best, each output is answered with what costs least.

    Args:
        problem: with one prior, an answer for each input, and a metric that is not 0.

    Raises:
        InputError: the mechanisms do not speak of this problem.

    Example:
        >>> league = loss_league(counts(5, "1"))
        >>> league.standings[0].name, round(league.standings[0].ratio, 9)
        ('geometric noise', 1.0)
    """
    notion = problem.privacy
    if not isinstance(notion, MetricPrivacy) or not notion.array.any():
        raise InputError("privacy", "is no metric", "give MetricPrivacy, or epsilon for counts")
    if len(problem.priors) != 1 or problem.costs.shape[0] != problem.costs.shape[1]:
        raise InputError("prior", "is not one, or answers are not inputs", "give one prior")
    solution = solve(problem)
    standings = []
    for name, note, kernel in _mechanisms(notion.array):
        shipped = problem.value(kernel)
        remapped = problem.value(_remapped(kernel, problem))
        ratio = remapped / solution.value if solution.value else 1.0
        standings.append(Standing(name, remapped, shipped, ratio, note))
    return League.of(solution, standings, "expected loss:", "best answer")


def _mechanisms(distances: Array) -> Iterator[tuple[str, str, Array]]:
    """Those that keep the metric, outputs as inputs."""
    yield "exponential mechanism", "half the distance", m.exponential_mechanism(distances)
    line = distances[np.unravel_index(distances.argmax(), distances.shape)[0]]  # from one end
    if np.abs(np.abs(np.subtract.outer(line, line)) - distances).max() > _STRAIGHT * line.max():
        return
    steps, place = np.diff(np.sort(line)), np.argsort(np.argsort(line))
    if steps.min() <= 0:
        return
    yield "Laplace noise, binned", "at the middles", m.laplace_binned(line, 1.0)[:, place]
    if np.ptp(steps) <= _STRAIGHT * line.max():
        clamped = m.truncated_geometric(len(line), float(line.max()))
        yield "geometric noise", "clamped", clamped[np.ix_(place, place)]


def _remapped(kernel: Array, problem: Loss) -> Array:
    """Each output answered with what has the least expected loss."""
    prior = problem.priors[0].array
    answers = ((prior[:, None] * kernel).T @ problem.costs).argmin(axis=1)
    found = np.zeros(problem.costs.shape)
    np.add.at(found.T, answers, kernel.T)
    return found
