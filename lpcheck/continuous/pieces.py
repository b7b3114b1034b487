r"""Integrals over the parts of a mesh where p/h lies between given levels."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from lpcheck.continuous import quadrature
from lpcheck.continuous.mesh import Cells, Mesh

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

_CLOSE = 1e-10
_ROUNDS = 40


def crossings(mesh: Mesh, cells: Cells, level: float) -> Array:
    """Where p/h passes the level in each (monotone) cell; its nearer end if it does not."""
    first, last = cells.ratio[:, 0], cells.ratio[:, -1]
    result = np.where((last > first) == (level >= np.maximum(first, last)), cells.b, cells.a)
    inside = np.flatnonzero((np.minimum(first, last) < level) & (level < np.maximum(first, last)))
    if not len(inside):
        return result
    row, ratio = cells.row[inside], cells.ratio[inside]
    rising = last[inside] > first[inside]
    below = (ratio < level) == rising[:, None]
    j = np.clip(below.argmin(axis=1), 1, 16)  # the first point beyond the crossing
    index = np.arange(len(inside))
    a, b = cells.at[inside, j - 1], cells.at[inside, j]
    fa, fb = ratio[index, j - 1] - level, ratio[index, j] - level
    result[inside] = _root(lambda v: mesh.values(row, v[:, None])[0][:, 0] - level, a, b, fa, fb)
    return result


def _root(f: Callable[[Array], Array], a: Array, b: Array, fa: Array, fb: Array) -> Array:
    """Roots in brackets, all at once, to 1e-10 of a bracket (Chandrupatla's method)."""
    x1, f1, x2, f2, t = b, fb, a, fa, np.full(len(a), 0.5)
    tolerance = _CLOSE * (b - a)
    for _ in range(60):
        x = x1 + t * (x2 - x1)
        fx = f(x)
        same = np.sign(fx) == np.sign(f1)
        x3, f3 = np.where(same, x1, x2), np.where(same, f1, f2)
        x2, f2 = np.where(same, x2, x1), np.where(same, f2, f1)
        x1, f1 = x, fx
        width = np.abs(x2 - x1)
        if ((width <= tolerance) | (f1 == 0)).all():
            break
        with np.errstate(divide="ignore", invalid="ignore"):
            xi, phi = (x1 - x2) / (x3 - x2), (f1 - f2) / (f3 - f2)
            smooth = (phi**2 < xi) & ((1 - phi) ** 2 < 1 - xi)
            inverse = f1 / (f2 - f1) * f3 / (f2 - f3)
            inverse += (x3 - x1) / (x2 - x1) * f1 / (f3 - f1) * f2 / (f3 - f2)
            least = np.minimum(0.5, 0.5 * tolerance / width)
            t = np.where(smooth, np.clip(inverse, least, 1 - least), 0.5)
        t = np.where(f1 == 0, 0.0, t)
    return np.where(np.abs(f1) <= np.abs(f2), x1, x2)


def masses(mesh: Mesh, levels: tuple[float, ...]) -> tuple[Array, Array]:
    """What p and h have in each row where p/h is in each of the len(levels) + 1 pieces.

    Returns:
        two arrays of shape (pieces, rows).
    """
    cells, rows = mesh.cells, len(mesh.x)
    least = np.minimum(cells.ratio[:, 0], cells.ratio[:, -1])
    most = np.maximum(cells.ratio[:, 0], cells.ratio[:, -1])
    piece, top = np.searchsorted(levels, least), np.searchsorted(levels, most)
    both = np.stack(cells.mass)
    whole = piece == top
    shape = (len(levels) + 1) * rows
    slot = piece * rows + cells.row
    result = np.stack([quadrature.by_row(slot[whole], m[whole], shape) for m in both])
    mixed = cells.pick(~whole)
    if len(mixed.a):
        rising = mixed.ratio[:, -1] > mixed.ratio[:, 0]
        edge = np.where(rising, mixed.a, mixed.b)
        for i in range(len(levels) + 1):
            last = i == len(levels)
            end = np.where(rising, mixed.b, mixed.a)
            following = end if last else crossings(mesh, mixed, levels[i])
            some = np.flatnonzero(edge != following)
            if len(some):
                a, b = np.minimum(edge, following)[some], np.maximum(edge, following)[some]
                ratio, h = mesh.values(mixed.row[some], quadrature.nodes(a, b))
                for m, density in enumerate((ratio * h, h)):
                    part = quadrature.integral(density, a, b)
                    result[m] += quadrature.by_row(i * rows + mixed.row[some], part, shape)
            edge = following
    p, h = result.reshape(2, len(levels) + 1, rows)
    return p, h


def integrate(
    mesh: Mesh, functions: list[Callable[[Array], Array]], cuts: Array, tolerance: float
) -> Array:
    r"""The integrals of :math:`h\,\varphi(p/h)` along each row, adaptively, cut at the levels.

    Returns:
        array of shape (functions, rows); infinite where φ is, on more than a null set.
    """
    cells = mesh.cells
    edges = [cells.a, *(crossings(mesh, cells, float(c)) for c in cuts), cells.b]
    along = np.sort(np.stack(edges, axis=1), axis=1)
    a, b = along[:, :-1].ravel(), along[:, 1:].ravel()
    row = np.repeat(cells.row, along.shape[1] - 1)
    total = np.zeros((len(functions), len(mesh.x)))
    wide = b > a
    row, a, b = row[wide], a[wide], b[wide]
    for round_ in range(_ROUNDS):
        ratio, h = mesh.values(row, quadrature.nodes(a, b))
        with np.errstate(invalid="ignore"):
            value = np.stack([np.where(h > 0, h * f(ratio), 0.0) for f in functions])
            wrong = quadrature.difference(value, a, b)
        rough = (wrong > tolerance).any(axis=0) if round_ < _ROUNDS - 1 else np.zeros(len(a), bool)
        part = quadrature.integral(value, a, b)
        for i, x in enumerate(part):
            total[i] += quadrature.by_row(row[~rough], x[~rough], len(mesh.x))
        if not rough.any():
            break
        row, a, b = row[rough], a[rough], b[rough]
        middle = 0.5 * (a + b)
        row, a, b = np.tile(row, 2), np.concatenate([a, middle]), np.concatenate([middle, b])
    return total
