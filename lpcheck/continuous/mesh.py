r"""A density p and its reference h, cut into cells on which p/h is smooth and monotone.

In one dimension there is one row of cells. In two, the rows are the lines x = const through the
Gauss-Kronrod nodes of panels in x, and a panel is halved where its rows say that it is too wide.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from formulations.errors import InputError
from formulations.formulation import Array
from lpcheck.continuous import quadrature
from lpcheck.continuous.density import Density, axis_of

Indices = NDArray[np.intp]

_ROUNDS = 45
_STEP = 1e-12
_BENT, _VOID = 1e-11, 1e-25
_LEAST, _UNSEEN = math.log(1e-290), math.log(1e-250)

LARGEST_CELLS, LARGEST_ROWS = {1: 30_000, 2: 400_000}, 20_000
"""What a mesh may grow to: half a gigabyte in the plane."""


@dataclass(frozen=True)
class Cells:
    """Flat arrays over the cells of all rows; edges are coordinates of the last axis."""

    row: Indices
    a: Array
    b: Array
    at: Array
    """Coordinates of both ends (just inside) and the 15 nodes between, shape (n, 17)."""
    log: Array
    """log(p/h) there; −∞ where p is 0."""
    base: Array
    """The logarithm of h times the stretch of the coordinate, at the same points."""

    def pick(self, which: NDArray[np.bool_] | Indices) -> Cells:
        """Some of the cells."""
        return Cells(*(getattr(self, f.name)[which] for f in fields(self)))

    @staticmethod
    def join(parts: list[Cells]) -> Cells:
        """All cells of several."""
        return Cells(*(np.concatenate([getattr(c, f.name) for c in parts]) for f in fields(Cells)))

    @property
    def ratio(self) -> Array:
        """p/h there; ∞ where a double holds it no more."""
        with np.errstate(over="ignore"):
            return np.asarray(np.exp(self.log))

    @cached_property
    def mass(self) -> tuple[Array, Array]:
        """What p and h have on each cell."""
        return self.scaled_mass(0.0), quadrature.integral(
            np.exp(self.base[:, 1:-1]), self.a, self.b
        )

    def scaled_mass(self, by: float) -> Array:
        """What p has on each cell, divided by e^by."""
        inner = slice(1, -1)
        return quadrature.integral(
            times(self.base[:, inner], self.log[:, inner] - by), self.a, self.b
        )


def times(base: Array, log: Array) -> Array:
    """e^(base + log), held below what a double holds."""
    return np.asarray(np.exp(np.minimum(base + log, 700.0)))


class Mesh:
    """The cells of a pair of densities.

    Args:
        target: the density p.
        reference: the density h, on the same support, positive wherever p is.
        tolerance: the error allowed in the masses of one cell; 1e-13 on a line, 1e-11 in the plane.

    Raises:
        InputError: supports that differ, a density that is negative, not finite, not integrated in
            45 halvings (a kink that was not named) or 30,000 cells (400,000 in the plane), or whose
            integral is not 1.
    """

    def __init__(self, target: Density, reference: Density, tolerance: float | None = None) -> None:
        if target.support != reference.support:
            raise InputError(
                "target", f"lives on {target.support}, not {reference.support}", "use one support"
            )
        self.target, self.reference = target, reference
        self.tolerance = tolerance or (1e-13 if target.dimension == 1 else 1e-11)
        self.last = axis_of(target, reference, -1)
        self.edges = self.last.edges(target.places(-1) + reference.places(-1))
        if target.dimension == 1:
            self.x, self.weight, self.coarse = np.zeros(1), np.ones(1), np.ones(1)
            self.panels = np.zeros((1, 2))
            self.cells = self._cells(np.zeros(1, dtype=np.intp))
        else:
            self.first = axis_of(target, reference, 0)
            edges = self.first.edges(target.places(0) + reference.places(0))
            self.panels = np.stack([edges[:-1], edges[1:]], axis=1)
            self._place(self.panels)
            self.cells = self._cells(np.arange(len(self.x)))
        self._refuse_unless_normal()

    def values(self, row: Indices, v: Array) -> tuple[Array, Array]:
        """(log(p/h), log(h · stretch)) at coordinates v of shape (n, m) in rows of shape (n,)."""
        y, stretch = self.last.point(v), np.log(self.last.stretch(v))
        where = (y,) if self.target.dimension == 1 else (self.x[row][:, None], y)
        with np.errstate(all="ignore"):  # what is not finite is refused below
            p, h = self.target.log(*where), self.reference.log(*where)
        if not v.size or (min(p.min(), h.min()) > _LEAST and max(p.max(), h.max()) < np.inf):
            return p - h, h + stretch
        for name, density, d in (("target", self.target, p), ("reference", self.reference, h)):
            bad = np.isnan(d) | (d == np.inf)
            if bad.any():
                i, j = np.argwhere(bad)[0]
                with np.errstate(all="ignore"):
                    value = density.pdf(*(np.broadcast_to(x, bad.shape)[[i], [j]] for x in where))
                problem = f"is {value[0]} at {self._shown(row, y, bad)}"
                raise InputError(name, problem, "give a density")
        # Where h underflows p/h has no digits: it is taken as 1, which every class allows.
        void = h == -np.inf if self.in_logs else h <= _LEAST
        bad = void & (p > _UNSEEN)
        if bad.any():
            place = self._shown(row, y, bad)
            raise InputError("target", f"is positive at {place}, where h is 0", "widen h")
        log = np.where(void, 0.0, p - np.where(void, 0.0, h))
        return log, np.where(void, -np.inf, h + stretch)

    @property
    def in_logs(self) -> bool:
        """Whether both densities keep their digits where a double does not hold them."""
        return self.target.logpdf is not None and self.reference.logpdf is not None

    def _shown(self, row: Indices, y: Array, bad: NDArray[np.bool_]) -> str:
        i, j = np.argwhere(bad)[0]
        x = "" if self.target.dimension == 1 else f"{self.x[row[i]]:.6g}, "
        return f"({x}{y[i, j]:.6g})"

    def place(self, row: int, v: float) -> str:
        """A point in words."""
        y = self.last.point(np.array([[v]]))
        return self._shown(np.array([row]), y, np.array([[True]]))

    def evaluate(self, row: Indices, a: Array, b: Array) -> Cells:
        """Cells with these edges."""
        far = np.minimum(self.last.seen, 1e-3 * (b - a))
        first = a + np.where(np.isinf(self.last.point(a)), far, _STEP * (b - a))
        last = b - np.where(np.isinf(self.last.point(b)), far, _STEP * (b - a))
        at = np.concatenate([first[:, None], quadrature.nodes(a, b), last[:, None]], axis=1)
        return Cells(row, a, b, at, *self.values(row, at))

    def _cells(self, rows: Indices) -> Cells:
        count = len(self.edges) - 1
        row = np.repeat(rows, count)
        a, b = np.tile(self.edges[:-1], len(rows)), np.tile(self.edges[1:], len(rows))
        done = []
        for _ in range(_ROUNDS):
            cells = self.evaluate(row, a, b)
            rough = self._rough(times(cells.base, cells.log), a, b)
            rough |= self._rough(np.exp(cells.base), a, b) | self._holed(cells)
            turn, cut = self._turns(cells)
            split = rough | turn
            done.append(cells.pick(~split))
            if not split.any():
                return Cells.join(done)
            cut[rough] = 0.5 * (a + b)[rough]
            row, a, b, cut = row[split], a[split], b[split], cut[split]
            if sum(len(c.a) for c in done) + 2 * len(a) > LARGEST_CELLS[self.target.dimension]:
                break
            if not self.last.finite and ((b - a < _STEP) & (np.maximum(b, -a) == 1)).any():
                problem = "its tail, or that of p, falls too slowly to be integrated"
                raise InputError("reference", problem, "give a finite interval")
            row, a, b = np.tile(row, 2), np.concatenate([a, cut]), np.concatenate([cut, b])
        place = self.place(int(row[0]), float(a[0]))
        raise InputError("target", f"p or h is not smooth near {place}", "name it as a kink")

    def _holed(self, cells: Cells) -> NDArray[np.bool_]:
        """Which cells have p = 0 in a part only, and mass of h: what the zeros hold is counted."""
        zero = cells.log == -np.inf
        mixed = zero.any(axis=1) & ~zero.all(axis=1)
        return np.asarray(mixed & (cells.mass[1] > self.tolerance))

    def _rough(self, values: Array, a: Array, b: Array) -> NDArray[np.bool_]:
        """Which cells are too wide to integrate the values at their 17 points."""
        step = np.abs(values[:, [1, -1]] - values[:, [0, -2]]).max(axis=1)
        # A jump between an end and the first node is seen by neither rule.
        jump = (step > 0.2 * np.ptp(values, axis=1)) & (step * (b - a) > 200 * self.tolerance)
        return np.asarray(jump | (quadrature.error(values[:, 1:-1], a, b) > self.tolerance))

    def _turns(self, cells: Cells) -> tuple[NDArray[np.bool_], Array]:
        """Which cells are not monotone, and where to cut them: at the turn if there is one."""
        log = cells.log
        size = np.where(np.isfinite(log), np.abs(log), 0.0).max(axis=1)
        slack = _BENT * (1.0 + size)  # of the logarithm: the least values decide where r is small
        with np.errstate(invalid="ignore"):
            step = np.diff(log, axis=1)
        rises, falls = (step > slack[:, None]).any(axis=1), (step < -slack[:, None]).any(axis=1)
        turn = rises & falls & (cells.mass[1] > _VOID)
        cut = 0.5 * (cells.a + cells.b)
        bent = np.flatnonzero(turn)
        if len(bent):
            bent_log, ends = log[bent], log[bent][:, [0, -1]]
            up = bent_log.max(axis=1) > ends.max(axis=1) + slack[bent]
            sign = np.where(up, 1.0, -1.0)
            best = np.argmax(sign[:, None] * bent_log, axis=1)
            inner = (best > 0) & (best < 16)
            bent, sign, best = bent[inner], sign[inner], best[inner]
        if len(bent):
            low, high = cells.at[bent, best - 1], cells.at[bent, best + 1]
            for _ in range(6):  # each round narrows the turn eightfold
                grid = np.linspace(low, high, 17, axis=1)
                found = np.argmax(sign[:, None] * self.values(cells.row[bent], grid)[0], axis=1)
                index = np.arange(len(bent))
                low = grid[index, np.maximum(found - 1, 0)]
                high = grid[index, np.minimum(found + 1, 16)]
            cut[bent] = 0.5 * (low + high)
        return turn, cut

    def _place(self, panels: Array) -> None:
        """Rows at the nodes of the panels."""
        a, b = panels[:, 0], panels[:, 1]
        v = quadrature.nodes(a, b)
        half = 0.5 * (b - a)[:, None] * self.first.stretch(v)
        self.x = self.first.point(v).ravel()
        self.weight = (half * quadrature.FINE).ravel()
        self.coarse = (half * quadrature.COARSE).ravel()

    def error(self, per_row: Array) -> Array:
        """What the panels may be wrong by, from the integrals (..., rows) along the rows.

        The plain difference of the two rules: along x the integrals have kinks that are not known.
        """
        if self.target.dimension == 1:
            return np.zeros((*per_row.shape[:-1], 1))
        difference = per_row * (self.weight - self.coarse)
        panels = difference.reshape(*per_row.shape[:-1], -1, 15)
        return np.asarray(np.abs(panels.sum(axis=-1)))

    def halve(self, panels: Indices) -> None:
        """Cut some panels in two.

        Raises:
            InputError: the mesh has the largest size that it may have.
        """
        if len(self.x) + 15 * len(panels) > LARGEST_ROWS:
            what = f"is too rough for {LARGEST_ROWS} lines of the plane"
            raise InputError("target", what, "name its kinks and peaks, or take smoother densities")
        keep = np.ones(len(self.panels), dtype=bool)
        keep[panels] = False
        a, b = self.panels[panels].T
        middle = 0.5 * (a + b)
        halves = np.stack([np.concatenate([a, middle]), np.concatenate([middle, b])], axis=1)
        stays = np.repeat(keep, 15)
        renamed = np.cumsum(stays) - 1
        old = self.cells.pick(stays[self.cells.row])
        self.panels = np.concatenate([self.panels[keep], halves])
        self._place(self.panels)
        start = 15 * int(keep.sum())
        moved = Cells(renamed[old.row], old.a, old.b, old.at, old.log, old.base)
        self.cells = Cells.join([moved, self._cells(np.arange(start, len(self.x)))])

    def _refuse_unless_normal(self) -> None:
        for _ in range(_ROUNDS):
            p, h = self.cells.mass
            rows = np.stack([quadrature.by_row(self.cells.row, m, len(self.x)) for m in (p, h)])
            wrong = self.error(rows).max(axis=0)
            if wrong.sum() <= 1e-9:
                break
            self.halve(np.flatnonzero(wrong > 1e-9 / len(wrong)))
        for name, mass in zip(("target", "reference"), rows @ self.weight, strict=True):
            if abs(mass - 1.0) > 1e-8:
                raise InputError(name, f"integrates to {mass:.10g}", "divide it by its integral")
