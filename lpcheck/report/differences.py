"""What a better mechanism does differently, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from formulations.formulation import Array
from lpcheck.report._matching import match_outputs, used
from lpcheck.report.text import entry

_LISTED = 3
_LONGEST = 8
_DECIMALS = 9
_LARGEST = 200
"""Outputs that are told one by one."""


def differences(
    mechanism: Array,
    better: Array,
    rows: Sequence[str] | None,
    columns: Sequence[str] | None = None,
    *,
    labelled: bool,
) -> list[str]:
    """Lines that say which outputs are merged or split, and where entries change most.

    Args:
        mechanism: the user's.
        better: a better one, with the same rows.
        rows: letters of the rows, where the user named them.
        columns: letters of the outputs of the user's, where they are named.
        labelled: whether column j of both means the same; else columns are matched by which
            inputs they speak for, and may be permuted, merged and split.
    """
    mechanism, better = flat(mechanism), flat(better)
    if mechanism.ndim != better.ndim or len(mechanism) != len(better):
        return []  # of an outside problem, whose mechanisms may have any shape
    if labelled or mechanism.ndim == 1:
        return _entries(mechanism, better, rows)
    yours, its = used(mechanism), used(better)
    named = match_outputs(mechanism, better) if max(len(yours), len(its)) <= _LARGEST else None
    if named is None:
        return [f"it uses {len(its)} outputs, yours {len(yours)}"]
    lines = []
    for mine, theirs in named:
        if min(len(mine), len(theirs)) > 1:
            lines.append(f"{_outputs(mine, columns)} together become its {_outputs(theirs)}")
        elif len(mine) > 1:
            lines.append(f"{_outputs(mine, columns)} are merged into its {_outputs(theirs)}")
        elif len(theirs) > 1:
            lines.append(f"{_outputs(mine, columns)} is split into its {_outputs(theirs)}")
    before = np.stack([mechanism[:, mine].sum(axis=1) for mine, _ in named], axis=1)
    after = np.stack([better[:, theirs].sum(axis=1) for _, theirs in named], axis=1)
    for x, g in _largest(after - before):
        mine = named[g][0]
        which = _outputs(mine, columns) + " together" * (len(mine) > 1)
        change = f"{entry(float(before[x, g]))} to {entry(float(after[x, g]))}"
        lines.append(f"input {_name(x, rows)}, {which}: {change}")
    return lines


def flat(mechanism: Array) -> Array:
    """A mechanism as a vector or a matrix, a row an input."""
    return mechanism if mechanism.ndim <= 2 else mechanism.reshape(len(mechanism), -1)


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


def _outputs(numbers: Sequence[int], letters: Sequence[str] | None = None) -> str:
    texts = [_name(n, letters) for n in numbers]
    if len(texts) == 1:
        return f"output {texts[0]}"
    if len(texts) > _LONGEST:
        return f"outputs {', '.join(texts[:_LONGEST])} and {len(texts) - _LONGEST} more"
    return f"outputs {', '.join(texts[:-1])} and {texts[-1]}"
