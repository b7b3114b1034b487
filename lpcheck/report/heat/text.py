"""Two heat maps side by side as text: shades that need no colour, or colours on a terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence

from lpcheck.report.heat.colours import Colours, Line, painted
from lpcheck.report.heat.panel import Panel, Panels
from lpcheck.report.text import LARGEST_SHOWN, entry

_SHADES = "·░▒▓█"
_MOST_ROWS = 32
_BETWEEN = "   "
_FEWEST = 4
_NARROWEST = 56
_LONGEST_LABEL = 12


def side_by_side(both: Panels, width: int, colours: Colours = None) -> tuple[list[str], bool]:
    """The lines of the figure, and whether they hold every entry as a number.

    Args:
        both: what to draw.
        width: columns that there are; no fewer than 56 are used.
        colours: what the terminal has; None draws shades.
    """
    width = max(width, _NARROWEST)
    # What could not fit anyway is not written out to be measured.
    small = len(both.yours.rows) <= LARGEST_SHOWN and len(both.yours.columns) <= width
    numbers = max(len(entry(x)) for p in both.both for x in p.values.flat) if small else 0
    styles = [_Style(numbers, bool(colours))] if small else []
    styles += [_Style(0, bool(colours), 2), _Style(0, bool(colours), 1)]
    for style in styles:
        figure = _Figure(both, style)
        if figure.width <= width and len(both.yours.rows) <= _MOST_ROWS:
            return figure.lines(colours), style.digits > 0
    figure = _Figure(both, styles[-1])
    most = (width - figure.label - len(_BETWEEN)) // len(both.both)
    for columns in range(max(most, _FEWEST), _FEWEST - 1, -1):  # names grow with what they name
        figure = _Figure(both.fitted(_MOST_ROWS, columns), styles[-1])
        if figure.width <= width:
            break
    return figure.lines(colours), False


class _Style:
    """How a cell is written: a number with a shade in front, or a shade one or two wide."""

    def __init__(self, digits: int, coloured: bool, shade: int = 0) -> None:
        self.digits = digits
        self.coloured = coloured
        self.shade = shade

    @property
    def cell(self) -> int:
        """Columns of a cell."""
        return self.shade or self.digits + 2

    @property
    def bar(self) -> str:
        """What stands between groups of columns."""
        return "│" if self.shade == 1 else "│ "

    def pieces(self, x: float, share: float, marked: bool) -> Line:
        """One cell."""
        glyph = " " if self.coloured else _shade(share)
        if not self.digits:
            return [(glyph * (self.shade - marked) + "!" * marked, share)]
        return [(f"{glyph}{entry(x):>{self.digits}}", share), ("!" if marked else " ", None)]


class _Figure:
    """The lines of all panels in one style."""

    def __init__(self, both: Panels, style: _Style) -> None:
        self.both = both
        self.style = style
        self.names = [_shortened(name) for name in both.yours.rows]
        self.label = max(map(len, self.names)) + 3
        self.widths = [max(self._inner(p), len(p.title)) for p in both.both]
        self.width = self.label + sum(self.widths) + len(_BETWEEN) * (len(self.widths) - 1)

    def _inner(self, panel: Panel) -> int:
        bars = max(len(panel.groups) - 1, 0) * len(self.style.bar)
        return len(panel.columns) * self.style.cell + bars

    def lines(self, colours: Colours) -> list[str]:
        """Title, names of the columns, rows, a legend and notes."""
        panels = self.both.both
        found = [self._row("", [[(p.title, None)] for p in panels])]
        if any(any(p.columns) for p in panels):
            found.append(self._row("", [[(self._heads(p), None)] for p in panels]))
        if any(p.marked_columns for p in panels):
            found.append(self._row("", [[(self._arrows(p), None)] for p in panels]))
        marked = self.both.yours.marked_rows
        for i, name in enumerate(self.names):
            arrow = "▶" if i in marked else " "
            cells = [self._cells(p, i) for p in panels]
            found.append(self._row(f"{arrow} {name:>{self.label - 3}} ", cells))
        found.append(self._legend())
        found += [[(f"  {note}", None)] for note in self.both.notes]
        return [painted(line, colours) for line in found]

    def _row(self, label: str, parts: Sequence[Line]) -> Line:
        line: Line = [(f"{label:{self.label}}", None)]
        for n, (part, width) in enumerate(zip(parts, self.widths, strict=True)):
            if n:
                line.append((_BETWEEN, None))
            line += [*part, (" " * (width - sum(len(text) for text, _ in part)), None)]
        return line

    def _cells(self, panel: Panel, i: int) -> Line:
        line: Line = []
        for j, x in enumerate(panel.values[i].tolist()):
            if j in _starts(panel):
                line.append((self.style.bar, None))
            share = max(x, 0.0) / self.both.largest if self.both.largest > 0 else 0.0
            line += self.style.pieces(x, share, (i, j) in panel.marked)
        return line

    def _places(self, panel: Panel) -> list[int]:
        """Where each column begins."""
        bars, starts = 0, _starts(panel)
        places = []
        for j in range(len(panel.columns)):
            bars += len(self.style.bar) if j in starts else 0
            places.append(j * self.style.cell + bars)
        return places

    def _heads(self, panel: Panel) -> str:
        """The names of as many columns as there is room for."""
        text = ""
        for place, name in zip(self._places(panel), panel.columns, strict=True):
            if self.style.digits:
                short = _shortened(name, self.style.digits + 1)
                text = f"{text:{place}}{short:>{self.style.digits + 1}}"
                continue
            short = _shortened(name)
            free = not text or len(text) < place + (len(name) == 1)
            if free and place + len(short) <= max(self._inner(panel), len(panel.title)):
                text = f"{text:{place}}{short}"
        return text

    def _arrows(self, panel: Panel) -> str:
        text = ""
        for j, place in enumerate(self._places(panel)):
            if j in panel.marked_columns:
                text = f"{text:{place + self.style.digits}}▼"
        return text

    def _legend(self) -> Line:
        end = entry(self.both.largest)
        if self.style.coloured:
            steps = [n / 8 for n in range(9)]
            line: Line = [("  scale 0 ", None), *((" ", s) for s in steps), (f" {end}", None)]
        else:
            line = [(f"  scale {_SHADES[0]} 0, {_SHADES[1:]} up to {end}", None)]
        if any(p.groups for p in self.both.both):
            line.append(("; bars between groups of outputs that correspond", None))
        if self.both.yours.marked_rows or self.both.yours.marked_columns:
            line.append(("; ▶ ▼ ! what breaks a constraint", None))
        return line


def _starts(panel: Panel) -> set[int]:
    """The columns that a bar stands before."""
    return {sum(panel.groups[:n]) for n in range(1, len(panel.groups))}


def _shade(share: float) -> str:
    return _SHADES[0 if share <= 0 else min(math.ceil(4 * share), 4)]


def _shortened(name: str, most: int = _LONGEST_LABEL) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
