"""A mechanism and the one it was compared with, as two panels of a figure; nothing is drawn here.

Where outputs have no names, the columns of both panels are put in matching order, a bar between
groups that correspond; else a column means the same in both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from lpcheck.compare import Comparison
from lpcheck.report._matching import Groups, match_outputs

Array = NDArray[np.float64]
Letters: TypeAlias = Sequence[str] | None

UNNAMED_OUTPUTS = ("staircase", "information", "approximate-binary")
"""Problems whose outputs may be permuted, merged and split without changing the mechanism."""


@dataclass(frozen=True)
class Panel:
    """One heat map: a row an input, a column an output; a distribution is one column.

    Attributes:
        title: whose mechanism it is.
        values: rows × columns, in the order they are drawn.
        rows, columns: what they are called.
        groups: the numbers of neighbouring columns that correspond to a group of the other panel;
            empty where columns are not grouped.
        marked: entries (row, column) that break a constraint.
        marked_rows, marked_columns: rows and columns that a broken constraint names.
    """

    title: str
    values: Array
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    groups: tuple[int, ...] = ()
    marked: frozenset[tuple[int, int]] = frozenset()
    marked_rows: frozenset[int] = frozenset()
    marked_columns: frozenset[int] = frozenset()

    def reduced(self, rows: int, columns: int, *, adds_rows: bool) -> Panel:
        """The same with neighbours taken together, `rows` and `columns` at a time.

        Outputs add up; inputs are averaged, so that the result is a kernel too; letters of a
        distribution (`adds_rows`) add up.
        """
        down = _blocks((len(self.rows),), rows)
        across = _blocks(self.groups or (len(self.columns),), columns)
        values = np.add.reduceat(self.values, [b.start for b in across], axis=1)
        values = np.add.reduceat(values, [b.start for b in down], axis=0)
        if not adds_rows:
            values = values / np.array([[len(b)] for b in down])
        row_of = {i: n for n, block in enumerate(down) for i in block}
        column_of = {j: n for n, block in enumerate(across) for j in block}
        return Panel(
            self.title,
            values,
            tuple(_called(self.rows, b) for b in down),
            tuple(_called(self.columns, b) for b in across),
            tuple(-(-size // columns) for size in self.groups),
            frozenset((row_of[i], column_of[j]) for i, j in self.marked),
            frozenset(row_of[i] for i in self.marked_rows),
            frozenset(column_of[j] for j in self.marked_columns),
        )


@dataclass(frozen=True)
class Panels:
    """What is drawn side by side, on one scale from 0 to `largest`.

    Attributes:
        yours: the mechanism that was checked.
        other: the one that it was compared with; None where the solver found none.
        notes: sentences on what was left out or put together.
        named: whether a column means the same in both.
    """

    yours: Panel
    other: Panel | None
    notes: tuple[str, ...]
    named: bool
    distribution: bool

    @property
    def both(self) -> tuple[Panel, ...]:
        """The panels that there are."""
        return (self.yours,) if self.other is None else (self.yours, self.other)

    @property
    def largest(self) -> float:
        """The end of the scale."""
        return max(float(panel.values.max()) for panel in self.both)

    def fitted(self, most_rows: int, most_columns: int) -> Panels:
        """The same in at most so many rows, and so many columns and bars a panel, and a note."""
        rows = -(-len(self.yours.rows) // most_rows)
        sizes = [panel.groups or (len(panel.columns),) for panel in self.both]
        blocks = [_block(size, most_columns) for size in sizes]
        if self.named and not self.distribution:  # a column means the same, a square stays one
            rows = max(rows, *blocks)
            blocks = [rows] * len(blocks)
        if any(
            len(s) > 1 and _drawn(s, b) > most_columns for s, b in zip(sizes, blocks, strict=True)
        ):
            return self._ungrouped().fitted(most_rows, most_columns)
        if rows == max(blocks) == 1:
            return self
        yours, *others = (
            panel.reduced(rows, block, adds_rows=self.distribution)
            for panel, block in zip(self.both, blocks, strict=True)
        )
        note = _reduction(rows, blocks, distribution=self.distribution)
        notes = (*self.notes, note)
        return replace(self, yours=yours, other=others[0] if others else None, notes=notes)

    def _ungrouped(self) -> Panels:
        other = self.other and replace(self.other, groups=())
        return replace(self, yours=replace(self.yours, groups=()), other=other)


def panels(finding: Comparison, rows: Letters = None, columns: Letters = None) -> Panels:
    """The user's mechanism and the best one found, ready to be drawn.

    Args:
        finding: the comparison.
        rows: letters of the inputs (or of a distribution), where the user named them.
        columns: letters of the outputs of the user's mechanism, where they are named.
    """
    flat = finding.mechanism.ndim == 1
    mine, best = _upright(finding.mechanism), _upright(finding.solution.mechanism)
    assert mine is not None
    named = finding.problem.slug not in UNNAMED_OUTPUTS
    groups = None if best is None or named else match_outputs(mine, best)
    if groups is None:
        its = 0 if best is None else best.shape[1]
        groups = [(list(range(mine.shape[1])), list(range(its)))]
    extra = _named_columns(finding) - {j for group, _ in groups for j in group}
    if extra:  # an output that a constraint names is drawn, even if nobody gives it
        groups = [*groups, (sorted(extra), [])]
    notes = [] if best is None else _left_out(groups, mine, best)
    folds = finding.verdict == "suboptimal" and not named
    ours = [_columns(a, folds and len(b) == 1) for a, b in groups]
    if any(len(column) > 1 for group in ours for column in group):
        notes.append("outputs of yours that the other has as one are added up")
    names = _names(rows, len(mine))
    letters = () if flat else rows if named and columns is None else columns
    yours = _panel("yours", mine, names, ours, letters, finding)
    other = None
    if best is not None:
        same = rows if finding.problem.slug == "public-prior" else letters
        theirs = [_columns(b, False) for _, b in groups if b]
        other = _panel(_TITLES[_of(finding)], best, names, theirs, same if named else None, None)
    return Panels(yours, other, tuple(notes), named, flat)


_TITLES = {"better": "a better one", "optimal": "an optimum", "open": "the best one found"}


def _of(finding: Comparison) -> str:
    if finding.verdict == "suboptimal":
        return "better"
    return "optimal" if finding.solution.status == "optimal" else "open"


def _upright(mechanism: Array | None) -> Array | None:
    return mechanism if mechanism is None or mechanism.ndim == 2 else mechanism[:, None]


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


def _left_out(groups: Groups, mine: Array, best: Array) -> list[str]:
    notes = []
    for whose, kernel, side in (("yours", mine, 0), ("the other", best, 1)):
        unused = kernel.shape[1] - sum(len(group[side]) for group in groups)
        if unused:
            plural = "output that is" if unused == 1 else "outputs that are"
            notes.append(f"of {whose}, {unused} {plural} never given left out")
    return notes


def _names(names: Letters, size: int) -> tuple[str, ...]:
    return tuple(names if names is not None and len(names) == size else map(str, range(size)))


def _block(sizes: Sequence[int], most: int) -> int:
    """How many columns go together so that no more than `most` are left, bars included."""
    block = max(1, sum(sizes) // max(most, 1))
    while _drawn(sizes, block) > most and block < max(sizes):
        block += 1
    return block


def _drawn(sizes: Sequence[int], block: int) -> int:
    return sum(-(-size // block) for size in sizes) + len(sizes) - 1


def _blocks(sizes: Sequence[int], block: int) -> list[range]:
    found, start = [], 0
    for size in sizes:
        found += [range(i, min(i + block, start + size)) for i in range(start, start + size, block)]
        start += size
    return found


def _called(names: Sequence[str], block: range) -> str:
    first, last = names[block.start], names[block.stop - 1]
    return first if len(block) == 1 or first == last else f"{first}–{last}"


def _reduction(rows: int, blocks: Sequence[int], *, distribution: bool) -> str:
    if distribution:
        return f"too large to draw whole: a cell is {rows} letters added up"
    parts = [f"{rows} inputs averaged"] if rows > 1 else []
    if max(blocks) > 1:
        each = [f"{block}" for block in dict.fromkeys(blocks)]
        parts.append(f"{' and '.join(each)} outputs added up")
    return "too large to draw whole: a cell is " + ", ".join(parts)
