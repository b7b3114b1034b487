"""What a better mechanism does differently, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lpcheck.report._text import entry

_LISTED = 3
_LONGEST = 8
_DECIMALS = 9
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
    groups = _groups(mechanism[:, yours], better[:, its])
    named = [([yours[i] for i in mine], [its[j] for j in theirs]) for mine, theirs in groups]
    lines = []
    for mine, theirs in named:
        if len(mine) > 1:
            lines.append(f"{_outputs(mine)} are merged into its {_outputs(theirs)}")
        elif len(theirs) > 1:
            lines.append(f"{_outputs(mine)} is split into its {_outputs(theirs)}")
    before = np.stack([mechanism[:, mine].sum(axis=1) for mine, _ in named], axis=1)
    after = np.stack([better[:, theirs].sum(axis=1) for _, theirs in named], axis=1)
    for x, g in _largest(after - before):
        mine = named[g][0]
        which = _outputs(mine) + " together" * (len(mine) > 1)
        change = f"{entry(float(before[x, g]))} to {entry(float(after[x, g]))}"
        lines.append(f"input {_name(x, rows)}, {which}: {change}")
    return lines


def _groups(mechanism: Array, better: Array) -> list[tuple[list[int], list[int]]]:
    """Columns of one that stand for columns of the other.

    Each joins the most similar column of the better mechanism; a column of that which none has
    joined is a part of the one most similar to it.
    """
    near, back = _nearest(mechanism, better), _nearest(better, mechanism)
    groups: dict[int, tuple[list[int], list[int]]] = {}
    for i, j in enumerate(near):
        groups.setdefault(j, ([], [j]))[0].append(i)
    for j in range(better.shape[1]):
        if j not in groups:
            groups[near[back[j]]][1].append(j)
    return [(mine, sorted(theirs)) for _, (mine, theirs) in sorted(groups.items())]


def _used(kernel: Array) -> list[int]:
    return [int(j) for j in np.flatnonzero(kernel.max(axis=0) > 1e-9)]


def _nearest(kernel: Array, other: Array) -> list[int]:
    """For each column, the column of the other that speaks for the same inputs most nearly."""
    a, b = kernel / kernel.sum(axis=0), other / other.sum(axis=0)
    distance = np.abs(a[:, :, None] - b[:, None, :]).sum(axis=0)
    return [int(j) for j in np.argmin(np.round(distance, _DECIMALS), axis=1)]


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
    """The largest entry of each row, of the rows where it is largest; nothing that is rounding."""
    size = np.round(np.abs(change), _DECIMALS)  # so that ties are in order on every machine
    most = size if size.ndim == 1 else size.max(axis=1)
    rows = [int(x) for x in np.argsort(-most, kind="stable")[:_LISTED] if most[x] > 0]
    return [(x,) if size.ndim == 1 else (x, int(np.argmax(size[x]))) for x in rows]


def _name(x: int, letters: Sequence[str] | None) -> str:
    return f"'{letters[x]}'" if letters is not None and x < len(letters) else str(x)


def _outputs(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"output {numbers[0]}"
    texts = [str(n) for n in numbers]
    if len(texts) > _LONGEST:
        return f"outputs {', '.join(texts[:_LONGEST])} and {len(texts) - _LONGEST} more"
    return f"outputs {', '.join(texts[:-1])} and {texts[-1]}"
