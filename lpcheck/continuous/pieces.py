r"""Integrals over the parts of a mesh where p/h lies between given levels."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from formulations.errors import InputError
from formulations.formulation import Array
from lpcheck.continuous import quadrature
from lpcheck.continuous.mesh import Cells, Mesh, times

_CLOSE = 1e-10
_ROUNDS = 40

MOST_PARTS = 200_000
"""Intervals that an integral may be cut into, beyond those that the mesh has."""


def crossings(mesh: Mesh, cells: Cells, level: float) -> Array:
    """Where log(p/h) passes the level in each (monotone) cell; its nearer end if it does not."""
    first, last = cells.log[:, 0], cells.log[:, -1]
    result = np.where((last > first) == (level >= np.maximum(first, last)), cells.b, cells.a)
    inside = np.flatnonzero((np.minimum(first, last) < level) & (level < np.maximum(first, last)))
    if not len(inside):
        return result
    row, log = cells.row[inside], cells.log[inside]
    rising = last[inside] > first[inside]
    below = (log < level) == rising[:, None]
    j = np.clip(below.argmin(axis=1), 1, 16)  # the first point beyond the crossing
    index = np.arange(len(inside))
    a, b = cells.at[inside, j - 1], cells.at[inside, j]
    fa, fb = log[index, j - 1] - level, log[index, j] - level
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


def masses(mesh: Mesh, levels: tuple[float, ...], by: float = 0.0) -> tuple[Array, Array]:
    """What p and h have in each row where p/h is in each of the len(levels) + 1 pieces.

    Args:
        mesh: the densities.
        levels: of log(p/h), increasing.
        by: the masses of p are divided by e^by; those that overflow then are cut off.

    Returns:
        two arrays of shape (pieces, rows).
    """
    cells, rows = mesh.cells, len(mesh.x)
    least = np.minimum(cells.log[:, 0], cells.log[:, -1])
    most = np.maximum(cells.log[:, 0], cells.log[:, -1])
    piece, top = np.searchsorted(levels, least), np.searchsorted(levels, most)
    both = np.stack([cells.scaled_mass(by) if by else cells.mass[0], cells.mass[1]])
    whole = piece == top
    shape = (len(levels) + 1) * rows
    slot = piece * rows + cells.row
    result = np.stack([quadrature.by_row(slot[whole], m[whole], shape) for m in both])
    mixed = cells.pick(~whole)
    if len(mixed.a):
        rising = mixed.log[:, -1] > mixed.log[:, 0]
        edge = np.where(rising, mixed.a, mixed.b)
        for i in range(len(levels) + 1):
            last = i == len(levels)
            end = np.where(rising, mixed.b, mixed.a)
            following = end if last else crossings(mesh, mixed, levels[i])
            some = np.flatnonzero(edge != following)
            if len(some):
                a, b = np.minimum(edge, following)[some], np.maximum(edge, following)[some]
                log, base = mesh.values(mixed.row[some], quadrature.nodes(a, b))
                for m, density in enumerate((times(base, log - by), np.exp(base))):
                    part = quadrature.integral(density, a, b)
                    result[m] += quadrature.by_row(i * rows + mixed.row[some], part, shape)
            edge = following
    p, h = result.reshape(2, len(levels) + 1, rows)
    return p, h


def integrate(
    mesh: Mesh,
    functions: list[Callable[[Array, Array], Array]],
    cuts: Array,
    tolerance: float,
) -> Array:
    r"""The integrals of functions of log(p/h) and log h along each row, adaptively.

    Args:
        mesh: the densities.
        functions: (log(p/h), log(h · stretch)) ↦ integrand, elementwise; 0 where h is.
        cuts: levels of log(p/h) at which to cut.
        tolerance: the error allowed on an interval, relative to the integral where that is large.

    Returns:
        array of shape (functions, rows); infinite where an integrand is, on more than a null set.

    Raises:
        InputError: the budget of intervals is spent.
    """
    cells = mesh.cells
    edges = [cells.a, *(crossings(mesh, cells, float(c)) for c in cuts), cells.b]
    along = np.sort(np.stack(edges, axis=1), axis=1)
    a, b = along[:, :-1].ravel(), along[:, 1:].ravel()
    row = np.repeat(cells.row, along.shape[1] - 1)
    total = np.zeros((len(functions), len(mesh.x)))
    wide = b > a
    row, a, b = row[wide], a[wide], b[wide]
    spent = 0
    for round_ in range(_ROUNDS):
        log, base = mesh.values(row, quadrature.nodes(a, b))
        with np.errstate(invalid="ignore", over="ignore"):
            value = np.stack([f(log, base) for f in functions])
            wrong = quadrature.difference(value, a, b)
        part = quadrature.integral(value, a, b)
        size = (np.abs(total) @ mesh.weight) + (np.abs(part) @ mesh.weight[row])
        allowed = tolerance * np.where(np.isfinite(size), np.maximum(size, 1.0), 1.0)
        last = round_ == _ROUNDS - 1  # what is rough there has no width
        rough = np.zeros(len(a), dtype=bool) if last else np.any(wrong > allowed[:, None], axis=0)
        for i, x in enumerate(part):
            total[i] += quadrature.by_row(row[~rough], x[~rough], len(mesh.x))
        if not rough.any():
            break
        spent += 2 * int(rough.sum())
        if spent > MOST_PARTS:
            what = f"is not integrated with these densities in {MOST_PARTS} intervals"
            raise InputError("divergence", what, "it may be infinite; take nearer densities")
        row, a, b = row[rough], a[rough], b[rough]
        middle = 0.5 * (a + b)
        row, a, b = np.tile(row, 2), np.concatenate([a, middle]), np.concatenate([middle, b])
    return total
