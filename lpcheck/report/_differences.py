"""What a better mechanism does differently, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lpcheck.report._text import entry

_LISTED = 3
_LARGEST = 200
"""Outputs that are compared one by one."""

Array = NDArray[np.float64]


def differences(
    mechanism: Array, better: Array, rows: Sequence[str] | None, *, labelled: bool
) -> list[str]:
    """Lines that say which outputs are merged or split, and where entries change most.

    Args:
        mechanism: the user's.
        better: a better one, with the same rows.
        rows: letters of the rows, where the user named them.
        labelled: whether column j of both means the same; else columns are matched by which
            inputs they speak for, and may be permuted, merged and split.
    """
    if labelled or mechanism.ndim == 1:
        return _entries(mechanism, better, rows)
    yours, its = _used(mechanism), _used(better)
    if max(len(yours), len(its)) > _LARGEST:
        return [f"it uses {len(its)} outputs, yours {len(yours)}"]
    near = _nearest(mechanism[:, yours], better[:, its])
    lines, matched = [], []
    for j, output in enumerate(its):
        mine = [yours[i] for i in range(len(yours)) if near[i] == j]
        if len(mine) > 1:
            lines.append(f"outputs {_listed(mine)} are merged into its output {output}")
        if mine:
            matched.append((output, mine))
    back = _nearest(better[:, its], mechanism[:, yours])
    for i, output in enumerate(yours):
        parts = [its[j] for j in range(len(its)) if back[j] == i]
        if len(parts) > 1:
            lines.append(f"output {output} is split into its outputs {_listed(parts)}")
    summed = np.stack([mechanism[:, mine].sum(axis=1) for _, mine in matched], axis=1)
    return lines + _changes(summed, better[:, [output for output, _ in matched]], rows, matched)


def _used(kernel: Array) -> list[int]:
    return [int(j) for j in np.flatnonzero(kernel.max(axis=0) > 1e-9)]


def _nearest(kernel: Array, other: Array) -> list[int]:
    """For each column, the column of the other that speaks for the same inputs most nearly."""
    a, b = kernel / kernel.sum(axis=0), other / other.sum(axis=0)
    # Two columns pull the same way when their deviations from uniform do.
    distance = np.abs(a[:, :, None] - b[:, None, :]).sum(axis=0)
    return [int(j) for j in np.argmin(distance, axis=1)]


def _changes(
    summed: Array,
    better: Array,
    rows: Sequence[str] | None,
    matched: Sequence[tuple[int, Sequence[int]]],
) -> list[str]:
    lines = []
    for x, j in _largest(better - summed):
        mine = matched[j][1]
        which = f"outputs {_listed(mine)} together" if len(mine) > 1 else f"output {mine[0]}"
        change = f"{entry(float(summed[x, j]))} to {entry(float(better[x, j]))}"
        lines.append(f"input {_name(x, rows)}, {which}: {change}")
    return lines


def _entries(mechanism: Array, better: Array, rows: Sequence[str] | None) -> list[str]:
    if mechanism.ndim == 1:
        return [
            f"letter {_name(x, rows)}: {entry(float(mechanism[x]))} to {entry(float(better[x]))}"
            for (x,) in _largest(better - mechanism)
        ]
    return [
        f"row {_name(x, rows)}, column {_name(y, rows if len(better) == better.shape[1] else None)}"
        f": {entry(float(mechanism[x, y]))} to {entry(float(better[x, y]))}"
        for x, y in _largest(better - mechanism)
    ]


def _largest(change: Array) -> list[tuple[int, ...]]:
    """Where an array is largest in size, without what is rounding."""
    size = np.abs(change)
    order = np.argsort(-size, axis=None, kind="stable")[:_LISTED]
    places = [tuple(int(i) for i in np.unravel_index(at, size.shape)) for at in order]
    return [place for place in places if size[place] > 1e-9]


def _name(x: int, letters: Sequence[str] | None) -> str:
    return f"'{letters[x]}'" if letters is not None and x < len(letters) else str(x)


def _listed(numbers: Sequence[int]) -> str:
    texts = [str(n) for n in numbers[:8]]
    if len(numbers) > len(texts):
        return ", ".join(texts) + f" and {len(numbers) - len(texts)} more"
    return " and ".join([", ".join(texts[:-1]), texts[-1]])
