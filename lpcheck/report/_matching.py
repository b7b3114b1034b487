"""Which outputs of one kernel stand for which of another, where outputs have no names."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from formulations.formulation import Array

_DECIMALS = 9
_UNUSED = 1e-9
_LARGEST = 4_000_000
"""Entries of the table of distances, summed over the inputs."""

Groups: TypeAlias = list[tuple[list[int], list[int]]]
"""Outputs of the first kernel, and those of the second that they stand for."""


def used(kernel: Array) -> list[int]:
    """The outputs that some input gives."""
    return [int(j) for j in np.flatnonzero(kernel.max(axis=0) > _UNUSED)]


def match_outputs(mechanism: Array, better: Array) -> Groups | None:
    """The used outputs of two kernels with the same inputs, in groups that correspond.

    Each output joins the most similar one of the better mechanism, similar meaning that it speaks
    for the same inputs; an output of that which none has joined is a part of the one most similar
    to it. None where there are too many to compare, or none at all.
    """
    yours, its = used(mechanism), used(better)
    if not yours or not its or len(yours) * len(its) * len(mechanism) > _LARGEST:
        return None
    mine, theirs = np.maximum(mechanism[:, yours], 0.0), np.maximum(better[:, its], 0.0)
    near, back = _nearest(mine, theirs), _nearest(theirs, mine)
    groups: dict[int, tuple[list[int], list[int]]] = {}
    for i, j in enumerate(near):
        groups.setdefault(j, ([], [j]))[0].append(i)
    for j in range(len(its)):
        if j not in groups:
            groups[near[back[j]]][1].append(j)
    return [
        ([yours[i] for i in a], [its[j] for j in sorted(b)]) for _, (a, b) in sorted(groups.items())
    ]


def _nearest(kernel: Array, other: Array) -> list[int]:
    """For each column, the column of the other that speaks for the same inputs most nearly."""
    a, b = kernel / kernel.sum(axis=0), other / other.sum(axis=0)
    distance = np.abs(a[:, :, None] - b[:, None, :]).sum(axis=0)
    return [int(j) for j in np.argmin(np.round(distance, _DECIMALS), axis=1)]
