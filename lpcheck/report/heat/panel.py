"""Two heat maps side by side as data, and the same made small enough to be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from formulations.formulation import Array


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
        """The panel with neighbours taken together, `rows` and `columns` at a time.

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
        """The panels in at most so many rows, columns and bars, with a note of what is gone."""
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
