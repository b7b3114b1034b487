"""Numbers and matrices for people: rounded, but never so that a small number looks like none."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from formulations.formulation import Array

LARGEST_SHOWN = 12
"""Rows or columns of a matrix that is printed whole."""


def number(x: float) -> str:
    """Ten significant digits."""
    return "unknown" if math.isnan(x) else _named(x) or f"{x:.10g}"


def exact(x: float) -> str:
    """All digits that a double has."""
    return "unknown" if math.isnan(x) else _named(x) or repr(float(x))


def small(x: float) -> str:
    """Three significant digits, for gaps and tolerances."""
    return "unknown" if math.isnan(x) else _named(x) or f"{x:.3g}"


def share(x: float) -> str:
    """A part of a whole in percent, to two digits.

    >>> share(0.6041), share(1.2e-9)
    ('60 %', '1.2e-07 %')
    """
    return f"{100 * x:.2g} %" if x < 0.9995 else f"{100 * x:.0f} %"


def _named(x: float) -> str:
    return {math.inf: "∞", -math.inf: "−∞"}.get(x, "")


def entry(x: float) -> str:
    """A probability to four decimals; what that would show as 0 or 1 is shown by its size."""
    if x in (0.0, 1.0):
        return f"{x:.0f}"
    if abs(x) < 5e-4:
        return f"{x:.2g}"
    if 0 < abs(1.0 - x) < 5e-5:
        return f"1{x - 1.0:+.1g}"
    return f"{x:.4f}"


def matrix(
    values: Array,
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
) -> str:
    """A matrix or a vector with its letters (or counts from 0); a large one in two lines."""
    table = np.atleast_2d(values)
    if values.ndim == 1 and len(values) <= 2 * LARGEST_SHOWN:
        names = _names(rows, len(values))
        width = max(map(len, names))
        return "\n".join(
            f"  {n:>{width}}  {entry(x)}" for n, x in zip(names, values.tolist(), strict=True)
        )
    if max(table.shape) > LARGEST_SHOWN:
        return _summary(table)
    cells = [[entry(x) for x in row] for row in table.tolist()]
    head, names = _names(columns, table.shape[1]), _names(rows, table.shape[0])
    width = max(len(c) for row in [head, *cells] for c in row)
    label = max(map(len, names))
    lines = [f"  {'':{label}}  " + "  ".join(f"{h:>{width}}" for h in head)]
    for name, row in zip(names, cells, strict=True):
        lines.append(f"  {name:>{label}}  " + "  ".join(f"{c:>{width}}" for c in row))
    return "\n".join(lines)


def _names(names: Sequence[str] | None, size: int) -> list[str]:
    return list(names) if names is not None and len(names) == size else list(map(str, range(size)))


def _summary(table: Array) -> str:
    text = f"  entries from {entry(float(table.min()))} to {entry(float(table.max()))}"
    if table.shape[0] == table.shape[1]:
        diagonal = np.diag(table)
        text += f"; diagonal from {entry(float(diagonal.min()))} to {entry(float(diagonal.max()))}"
    return text + "\n  too large to print; --json FILE holds every entry"
