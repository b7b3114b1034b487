"""A mechanism and the one it was compared with, as two panels of a figure; nothing is drawn here.

Where outputs have no names, the columns of both panels are put in matching order, a bar between
groups that correspond; else a column means the same in both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from formulations.formulation import Array
from lpcheck.compare import Comparison
from lpcheck.report._matching import Groups, match_outputs
from lpcheck.report.heat.panel import Panel, Panels

Letters: TypeAlias = Sequence[str] | None


def panels(
    finding: Comparison, rows: Letters = None, columns: Letters = None, mine_is: str = "yours"
) -> Panels:
    """The user's mechanism and the best one found, ready to be drawn.

    Args:
        finding: the comparison.
        rows: letters of the inputs (or of a distribution), where the user named them.
        columns: letters of the outputs of the user's mechanism, where they are named.
        mine_is: what the mechanism that was compared is called.
    """
    flat = finding.mechanism.ndim == 1
    mine, best = _upright(finding.mechanism), _upright(finding.solution.mechanism)
    assert mine is not None
    notes = []
    if best is not None and len(best) != len(mine):
        notes.append(f"the other has {len(best)} rows, and is not drawn beside {len(mine)}")
        best = None
    # An outside problem may have mechanisms of any shape: what differs in columns is matched.
    alike = best is None or mine.shape == best.shape
    named = finding.problem.outputs != "free" and alike
    groups = None if best is None or named else match_outputs(mine, best)
    if groups is None:
        its = 0 if best is None else best.shape[1]
        groups = [(list(range(mine.shape[1])), list(range(its)))]
    extra = _named_columns(finding) - {j for group, _ in groups for j in group}
    if extra:  # an output that a constraint names is drawn, even if nobody gives it
        groups = [*groups, (sorted(extra), [])]
    notes += [] if best is None else _left_out(groups, mine, best, mine_is)
    folds = finding.verdict == "suboptimal" and not named
    ours = [_columns(a, folds and len(b) == 1) for a, b in groups]
    if any(len(column) > 1 for group in ours for column in group):
        notes.append(f"outputs of {mine_is} that the other has as one are added up")
    names = _names(rows, len(mine))
    letters = () if flat else rows if named and columns is None else columns
    yours = _panel(mine_is, mine, names, ours, letters, finding)
    other = None
    if best is not None:
        same = rows if finding.problem.outputs == "letters" else letters
        theirs = [_columns(b, False) for _, b in groups if b]
        other = _panel(_TITLES[_of(finding)], best, names, theirs, same if named else None, None)
    return Panels(yours, other, tuple(notes), named, flat)


_TITLES = {"better": "a better one", "optimal": "an optimum", "open": "the best one found"}


def _of(finding: Comparison) -> str:
    if finding.verdict == "suboptimal":
        return "better"
    return "optimal" if finding.solution.status == "optimal" else "open"


def _upright(mechanism: Array | None) -> Array | None:
    return None if mechanism is None else mechanism.reshape(len(mechanism), -1)


def _columns(outputs: list[int], fold: bool) -> list[tuple[int, ...]]:
    return [tuple(outputs)] if fold else [(j,) for j in outputs]


def _panel(
    title: str,
    kernel: Array,
    rows: tuple[str, ...],
    groups: list[list[tuple[int, ...]]],
    letters: Letters,
    finding: Comparison | None,
) -> Panel:
    """A panel whose columns are given as the outputs that are added up in each."""
    columns = [column for group in groups for column in group]
    places = {j: n for n, column in enumerate(columns) for j in column}
    marks: set[tuple[int, int]] = set()
    marked_rows: set[int] = set()
    marked_columns: set[int] = set()
    for violation in finding.violations if finding is not None else ():
        named = [i for key, i in violation.where.items() if key != "column"]
        column = violation.where.get("column")
        if letters == () and column is not None:  # of a distribution, the letter
            named, column = [column], 0
        marked_rows.update(named)
        if column is not None:
            marks.update((i, places[column]) for i in named)
            marked_columns.add(places[column])
    labels = ("",) if letters == () else _names(letters, kernel.shape[1])
    size = f"{len(rows)} letters" if letters == () else f"{len(rows)} × {kernel.shape[1]}"
    starts = np.cumsum([0, *(len(column) for column in columns[:-1])])
    one_to_one = len(groups) == 1 or all(len(group) == 1 for group in groups)
    return Panel(
        f"{title} ({size})",
        np.add.reduceat(kernel[:, [j for column in columns for j in column]], starts, axis=1),
        rows,
        tuple("+".join(labels[j] for j in column) for column in columns),
        () if one_to_one else tuple(map(len, groups)),
        frozenset(marks),
        frozenset(marked_rows),
        frozenset(marked_columns),
    )


def _named_columns(finding: Comparison) -> set[int]:
    if finding.mechanism.ndim == 1:
        return set()
    return {v.where["column"] for v in finding.violations if "column" in v.where}


def _left_out(groups: Groups, mine: Array, best: Array, mine_is: str) -> list[str]:
    notes = []
    for whose, kernel, side in ((mine_is, mine, 0), ("the other", best, 1)):
        unused = kernel.shape[1] - sum(len(group[side]) for group in groups)
        if unused:
            plural = "output that is" if unused == 1 else "outputs that are"
            notes.append(f"of {whose}, {unused} {plural} never given left out")
    return notes


def _names(names: Letters, size: int) -> tuple[str, ...]:
    return tuple(names if names is not None and len(names) == size else map(str, range(size)))
