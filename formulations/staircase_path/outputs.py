r"""How good a mechanism with few outputs can be: all limits on the outputs in one sweep.

What is computed is the best randomized response over at most ℓ blocks of consecutive letters,
which is the best over at most ℓ blocks of any letters (see :mod:`.partition`). Whether another
kernel with at most ℓ outputs can be better is not a convex question. What is known:

*ℓ = 1, 2, 3, and ℓ from the number of outputs of the optimum on: none can.* The last is plain. For
the others let l_y be the least entry of column y. The divergence is convex, so that some vertex of
the polytope :math:`\{(Q, l) : l_y \le Q_{xy} \le e^\varepsilon l_y,\ Q1 = 1\}` is best. There a
row has at most one entry strictly inside its interval, and l, its zeros aside, is the only solution
of the equations :math:`\sum_{y \in A} l_y = (1 - \sum_y l_y)/(e^\varepsilon - 1)` of the rows that
have none, A being where such a row is at the upper end. For two columns A is {1} or {2}, for three
the single columns or the pairs: l is constant, and rows take as many values as there are columns.
Inputs with equal rows act as one letter; an instance with ℓ letters has a partition, of at most ℓ
blocks, for its optimum (that is what :func:`formulations.solve` certifies), and a partition of
merged letters is one of the inputs.

*ℓ ≥ 4 below that number: not proved.* Rows may then take more than ℓ values (for ℓ = 4 the six
pairs, or those for l = (1, 1, 1, 2), which are no staircase patterns). Among all vertices for ℓ = 4
none was better, on some hundred random instances with k = 5 and k = 6 each: that is measured. The
value is attained by the mechanism in any case, and the optimum over all mechanisms bounds it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from formulations.errors import InputError
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

    O(most·n²) time, O(most·n) memory, n the number of different likelihood ratios. The best is over
    mechanisms that randomize over the blocks of a partition; that it is the best over all kernels
    with so few outputs is proved for ℓ ≤ 3, and where ℓ reaches the number of outputs of
    :func:`formulations.solve` (see :mod:`.outputs`).

    Args:
        problem: a :class:`formulations.Staircase`.
        most: the last ℓ ≥ 1; by default n, from which on more outputs add nothing.

    Raises:
        InputError: `most` is below 1.
    """
    if most is not None and most < 1:
        raise InputError("outputs", f"{most} is below 1", "give a limit of 1 or more")
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
            value = value_of(letters, cuts) if blocks > 1 else 0.0  # a constant kernel's, exactly
            partition = Partition(letters, cuts, value)
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
