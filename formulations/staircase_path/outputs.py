r"""How good a mechanism with few outputs can be: all limits on the outputs in one sweep."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from formulations.formulation import Array
from formulations.staircase_path.letters import Index, Letters
from formulations.staircase_path.partition import Partition, arcs_by_end, value_of


class ByOutputs(NamedTuple):
    """The best randomized response over blocks of consecutive letters with few blocks."""

    outputs: int
    """The limit ℓ: the mechanism has at most so many outputs."""
    value: float
    mechanism: Array


def best_by_outputs(problem: Any, most: int | None = None) -> list[ByOutputs]:
    """The best mechanism with at most ℓ outputs, for every ℓ = 1, ..., `most`, in one sweep.

    O(most·n²) time, O(most·n) memory, n the number of different likelihood ratios. The optimum is
    over mechanisms that randomize over the blocks of a partition; where ℓ reaches the number of
    outputs of :func:`formulations.solve`, it is the optimum over all mechanisms.

    Args:
        problem: a :class:`formulations.Staircase`.
        most: the last ℓ; by default n, from which on more outputs add nothing.
    """
    letters: Letters = problem.letters
    epsilon, n = float(problem.epsilon), len(letters)
    most = n if most is None else most
    layers = min(most, n)
    previous = _layers(letters, layers)
    found: list[ByOutputs] = []
    for blocks in range(1, most + 1):
        better = None
        if blocks <= layers:
            cuts = _walk(previous, blocks, n)
            partition = Partition(letters, cuts, value_of(letters, cuts))
            if not found or partition.value > found[-1].value:
                better = partition
        if better is not None:
            found.append(ByOutputs(blocks, better.value, better.kernel(epsilon)))
        else:
            found.append(ByOutputs(blocks, found[-1].value, found[-1].mechanism))
    return found


def _layers(letters: Letters, layers: int) -> NDArray[np.int32]:
    """Where the last block of the best path to each cut point starts, by number of blocks."""
    n = len(letters)
    length = np.full((layers + 1, n + 1), -np.inf)
    length[0, 0] = 0.0
    previous = np.zeros((layers + 1, n + 1), dtype=np.int32)
    row = np.arange(layers)
    for end, arcs in enumerate(arcs_by_end(letters), start=1):
        totals = length[:-1, end - 1 :: -1] + arcs
        back = totals.argmax(axis=1)
        length[1:, end] = totals[row, back]
        previous[1:, end] = end - 1 - back
    return previous


def _walk(previous: NDArray[np.int32], blocks: int, n: int) -> Index:
    cuts = [n]
    for layer in range(blocks, 0, -1):
        cuts.append(int(previous[layer, cuts[-1]]))
    return np.array(cuts[::-1])
