r"""Tangent planes of the cost of a cell, :math:`q \mapsto q f(p/q)`, for a linear program."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from formulations.divergences import Divergence
from formulations.formulation import Array
from formulations.samplers.cells import Cells

_STEEPEST = 1e9


class TangentPlanes:
    """The planes made so far, whichever program they were for.

    Attributes:
        touched: the cells' values at which planes touch, by the name of the planes.
    """

    def __init__(self, cells: Cells, divergence: Divergence, unit: float) -> None:
        self.p, self.f, self.unit = cells.p, divergence, unit
        self.live = np.flatnonzero(cells.p > 0)
        self.touched: dict[str, Array] = {}

    def at(self, point: Array, q: Any, cost: Any) -> dict[str, Any]:
        """One plane for each cell with p > 0, on the variables q and cost.

        Args:
            point: one value a cell, shape (cells,).
            q: the variable of the cells.
            cost: the variable of the costs.
        """
        import cvxpy as cp

        p, x = self.p[self.live], point[self.live]
        height, slope = self.f.terms(p, x) / self.unit, self.f.cost_slope(p, x) / self.unit
        name = f"tangent_{len(self.touched)}"
        self.touched[name] = point
        above = height - slope * x + cp.multiply(slope, q[self.live])
        return {name: cost[self.live] >= above}

    def near(self, values: Mapping[str, Array], q: Any, cost: Any) -> dict[str, Any]:
        """Planes at a program's values, away from 0; none where f's pieces are all there.

        Args:
            values: a program's values, one a cell, shape (cells,).
            q: the variable of the cells.
            cost: the variable of the costs.
        """
        if self.f.linear and self._tight(values):
            return {}
        return self.at(np.maximum(values["q"], self._floor * self.p), q, cost)

    def of_pieces(self, q: Any, cost: Any) -> dict[str, Any]:
        """Planes on every linear piece of a piecewise linear f (on all but the most extreme).

        Args:
            q: the variable of the cells.
            cost: the variable of the costs.
        """
        scales: Array = 1.3 * np.logspace(-10, 9, 20, base=2.0, dtype=np.float64)
        slopes = self.f.cost_slope(np.ones(len(scales)), scales)
        _, where = np.unique(slopes, return_index=True)
        planes: dict[str, Any] = {}
        for i in where:
            planes |= self.at(scales[i] * self.p, q, cost)
        return planes

    def _tight(self, values: Mapping[str, Array]) -> bool:
        """Whether the planes so far hold the terms up where they are."""
        terms = self.f.terms(self.p, np.maximum(values["q"], 0.0))
        held = self.unit * values["cost"][self.live] + 1e-12 * self.unit
        return bool((terms[self.live] <= held).all())

    @cached_property
    def _floor(self) -> float:
        """The least q/p at which planes touch: beyond, slopes are too steep for a simplex."""
        scales = np.logspace(-1, -6, 6, dtype=np.float64)
        slopes = np.abs(self.f.cost_slope(np.ones(len(scales)), scales))
        return float(scales[slopes <= _STEEPEST].min(initial=scales[0]))
