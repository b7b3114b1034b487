"""Every ε of an interval at once, where that is proved: hypothesis testing's partitions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Bounds, Formulation
from formulations.parameters import read_epsilon
from lpcheck.ranges.formula import instances
from lpcheck.regimes import Interval, regimes

_LEVELS, _SAME = 33, 1e-12


@dataclass(frozen=True)
class Whole:
    """Over an interval of ε a formula is, or is not, the optimal partition's mechanism.

    Attributes:
        epsilon: the interval, in nats.
        intervals: the optimal partitions in it, with what of it is proved.
        differs_at: the first level at which the formula is another mechanism; None where it is
            the same one at all levels that were asked.
        levels: at how many levels the formula was asked.
    """

    epsilon: Bounds
    intervals: tuple[Interval, ...]
    differs_at: float | None
    levels: int

    @property
    def proved(self) -> bool:
        """Whether the mechanism that the formula was seen to be is proved optimal throughout."""
        return self.differs_at is None and all(i.proved for i in self.intervals)


def prove_whole(problem: Formulation, mechanism: Any, least: Any, most: Any) -> Whole:
    """Prove that a formula is optimal at every ε of [least, most].

    The optimal partitions are proved for whole ranges of ε (:mod:`lpcheck.regimes`). That the
    formula is randomized response over their blocks is seen at 33 levels of each, to 1e-12.

    Args:
        problem: a staircase problem; its ε is not used.
        mechanism: a function of those of the problem's parameters that it names.
        least: nats, positive.
        most: nats, above `least`.

    Raises:
        InputError: nothing is proved of that problem for intervals, or the range is empty.
    """
    parameters = problem.parameters
    if not {"p0", "p1", "divergence"} <= set(parameters):
        what = f"nothing is proved of {problem.slug} for a whole interval"
        raise InputError("epsilon", what, "give a grid A:B:N; intervals are for staircase")
    low = read_epsilon(least)
    if low == 0:
        raise InputError("epsilon", "an interval from 0", "begin above 0, such as 1e-6")
    family = instances(problem, mechanism)
    named = (parameters["p0"], parameters["p1"], parameters["divergence"])
    found = regimes(*named, least=low, most=most)
    asked = 0
    for interval in found.intervals:
        for level in np.linspace(interval.epsilon.lower, interval.epsilon.upper, _LEVELS):
            asked += 1
            posed = family.problem(float(level))
            if not _same(family.mechanism(posed), interval, float(level)):
                where = Bounds(float(found.least), float(found.most))
                return Whole(where, found.intervals, float(level), asked)
    return Whole(Bounds(found.least, found.most), found.intervals, None, asked)


def _same(kernel: Any, interval: Interval, epsilon: float) -> bool:
    """Whether a kernel is randomized response over the blocks, its outputs in any order."""
    blocks, u = interval.partition, np.exp(-epsilon)
    k, m = len(kernel), len(blocks)
    kernel = kernel[:, kernel.max(axis=0) > 0]
    if kernel.shape[1] != m:
        return False
    block = np.empty(k, dtype=int)
    for i, letters in enumerate(blocks):
        block[list(letters)] = i
    expected = np.where(block[:, None] == np.arange(m), 1.0, u) / (1.0 + (m - 1) * u)
    distance = np.abs(kernel.T[:, None, :] - expected.T[None, :, :]).max(axis=2)
    match = distance.argmin(axis=1)
    return bool(distance.min(axis=1).max() <= _SAME and len(set(match)) == m)
