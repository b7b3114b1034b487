r"""Projection onto a box of distributions, for every f.

.. math:: \min_x D_f(p \| x), \qquad l \le x \le u,\ \textstyle\sum_y x_y = 1

One multiplier λ prices the sum. For each C > 0 and λ = f(C) − C f'(C) the Lagrangian is least at
:math:`x_y = \mathrm{clip}(p_y / C;\ l_y, u_y)`, whatever f is, which gives the dual bound below,
and with the right C the optimum. So the model is asked only where rounding is in the way.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from formulations.divergences import Divergence
from formulations.divergences.divergence import UNIT
from formulations.errors import InputError
from formulations.formulation import (
    Array,
    Formulation,
    Program,
    Proposal,
    Solution,
    Violation,
    settle,
)
from formulations.parameters import Distribution, read_vector


class BoxProjection(Formulation):
    """What every projection onto {l ≤ x ≤ u, Σx = 1} shares; subclasses say which box."""

    sense = "minimize"
    shape = "distribution"
    target: Distribution
    divergence: Divergence

    @property
    def lower(self) -> Array:
        """Lower bounds l, shape (n,)."""
        raise NotImplementedError

    @property
    def upper(self) -> Array:
        """Upper bounds u, shape (n,), at most 1."""
        raise NotImplementedError

    @property
    @abstractmethod
    def holds_target(self) -> bool:
        """Whether the target is in the box, as far as that can be told."""

    @property
    def holds_free(self) -> bool:
        """Whether some x in the box has p/x where f is 0, where that can be told."""
        return False

    @property
    @abstractmethod
    def holds_nothing_near(self) -> bool:
        """Whether D_f(p‖x) = ∞ for every x in the box, because of entries that are exactly 0."""

    def settled(self) -> Solution | None:
        """D_f(p‖x) = ∞ for every x in the box, or p in the box."""
        _ = self.lower, self.upper  # which may be refused: then so is the problem, at once
        if self.holds_nothing_near:
            return settle(np.inf, self._start, "every distribution in the box is infinitely far")
        if self.holds_target:
            return settle(0.0, self.target.array, "the target is in the box")
        if self.holds_free:
            free = self._nearest(self._clip(self.divergence.free))
            return settle(0.0, free, "f is 0 up to the ratios that the box allows")
        return None

    def proposal(self) -> Proposal:
        """The Lagrangian's minimiser, moved into the box."""
        found = self._nearest(self._best_multiplier[1])
        free = self._clip(self.divergence.free)
        if self.divergence.free > 1.0 and _excess(free) < 0.0:
            # Where f is 0 up to there, this costs nothing, and stays clear of where costs begin.
            found = self._nearest(free)
        return Proposal(found, {}, "one multiplier")

    @cached_property
    def _cap(self) -> Array:
        """Upper bounds that D_f < ∞ leaves: where p has no mass and f(0) = ∞, the lower bound."""
        payable = np.isfinite(self.divergence.centred_at_zero) | (self.target.array > 0)
        return np.where(payable, self.upper, self.lower)

    @cached_property
    def _start(self) -> Array:
        """A point of the box at which D_f is finite if it is finite anywhere in the box."""
        return _fill(self.lower.copy(), self._cap, self.upper)

    def program(self) -> Program:
        """The projection as a CVXPY model: named box, sum, and one convex term a letter."""
        return self._program(self.divergence.expression is not None)

    def second_program(self) -> Program:
        """The projection with tangent planes for the terms, so that HiGHS can take it."""
        return self._program(False)

    def _program(self, conic: bool) -> Program:
        import cvxpy as cp

        p, f = self.target.array, self.divergence
        x, epigraph = cp.Variable(len(p), name="x"), cp.Variable(len(p), name="epigraph")
        constraints: dict[str, Any] = {
            "sum": cp.sum(x) == 1,
            "lower": x >= self.lower,
            "upper": x <= self._cap,
            "nonnegative": x >= 0,
            "epigraph": epigraph >= 0,
        }
        live = np.flatnonzero((p > 0) & (self.upper > 0))
        empty = np.flatnonzero((p <= 0) & (self._cap > self.lower))
        cost = cp.sum(epigraph) + (f.centred_at_zero * cp.sum(x[empty]) if len(empty) else 0.0)
        if conic and len(live) and f.expression is not None:
            constraints["cost"] = epigraph[live] >= f.expression(p[live], x[live])

        def tangents(values: Mapping[str, Array]) -> dict[str, Any]:
            at = np.clip(values["x"], np.maximum(self.lower, 1e-12), self.upper)[live]
            height, slope = f.terms(p[live], at), f.cost_slope(p[live], at)
            plane = epigraph[live] >= height + cp.multiply(slope, x[live] - at)
            return {f"tangent_{plane.id}": plane}

        problem = cp.Problem(cp.Minimize(cost), list(constraints.values()))
        return Program(problem, {"x": x}, constraints, 1.0, None if conic else tangents)

    def recover(self, values: Mapping[str, Array]) -> Array:
        """The better of the solver's point, moved into the box, and the Lagrangian's: (n,)."""
        x = np.clip(values["x"], self.lower, self.upper)
        found = [self._nearest(x), self._nearest(self._best_multiplier[1])]
        costs = [self.divergence.between(self.target.array, x) for x in found]
        return found[int(np.argmin(costs))]

    def _nearest(self, x: Array) -> Array:
        """A point between the bounds, moved so that it sums to 1 to rounding."""
        if abs(_excess(x)) <= 4.0 * UNIT:
            return x
        return _fill(_drain(x, self.lower), self._cap, self.upper)

    def dual_bound(self, duals: Mapping[str, Array], values: Mapping[str, Array]) -> float:
        """The Lagrangian of x, shape (n,), at the best C: the dual has one variable."""
        return self._best_multiplier[0]

    @cached_property
    def _best_multiplier(self) -> tuple[float, Array]:
        """The best dual bound, and the Lagrangian's minimiser there (which may not sum to 1)."""
        p = self.target.array
        live = (p > 0) & (self.upper > 0)
        if not live.any():
            return self._at_price(self._start, self.divergence.centred_at_zero), self._start
        # Outside these two, every clip(p_y/C) stays at a bound.
        low = float((p[live] / self.upper[live]).min())
        high = float((p[live] / np.maximum(self.lower[live], 1e-300)).max())
        if not (p > 0).all() and self._clip(low).sum() < 1.0:
            # Every letter of supp p is full: the rest of the mass goes where p has none.
            full = np.where(p > 0, self.upper, self.lower)
            return self._at_price(full, self.divergence.centred_at_zero), full
        for _ in range(200):  # Σ clip(p/C; l, u) falls in C: bisection in log C
            middle = float(np.sqrt(low) * np.sqrt(high))
            if not low < middle < high:
                break
            if _excess(self._clip(middle)) > 0.0:
                low = middle
            else:
                high = middle
        return max((self._lagrangian(c) for c in (low, high, 1.0)), key=lambda pair: pair[0])

    def _clip(self, normaliser: float) -> Array:
        with np.errstate(over="ignore"):
            return np.clip(self.target.array / normaliser, self.lower, self.upper)

    def _lagrangian(self, normaliser: float) -> tuple[float, Array]:
        x = self._clip(normaliser)
        point = np.array([normaliser])
        with np.errstate(over="ignore", invalid="ignore"):
            price = float(self.divergence.cost_slope(point, np.ones(1))[0])
            return self._at_price(x, price), x

    def _at_price(self, x: Array, price: float) -> float:
        """A lower bound on the Lagrangian at any price λ, whose minimiser is near x; else 0.

        Its value at x, less what rounding adds, less how far it may dip below within the box.
        """
        p, excess = self.target.array, _excess(x)
        with np.errstate(all="ignore"):
            value = self.divergence.between(p, x) - price * excess
            off = float(self.divergence.rounding(p, x).sum()) + 4.0 * UNIT * abs(price * excess)
            bound = value - off - self._dip(x, price)
        return bound if 0.0 < bound < np.inf else 0.0

    def _dip(self, x: Array, price: float) -> float:
        """How far t(p, x) − λx may be above its least value over the box, summed: it is convex.

        A slope off λ by d costs at most d times the way to the minimiser: the way to the end of
        the box, or, where the slopes a step aside enclose λ, that step.
        """
        f, p, low, high = self.divergence, self.target.array, self.lower, self._cap
        if ((x <= 0) & (p > 0) & (high > 0)).any():
            return math.inf  # an entry that underflowed
        kept = high > low
        p, x, low, high = p[kept], x[kept], low[kept], high[kept]
        at, far = f.cost_slope(p, np.where(x > 0, x, 1.0)), np.zeros_like(x)
        far[p > 0] = np.abs(np.log(p[p > 0]) - np.log(x[p > 0]))
        digits = 8.0 * UNIT * np.where(p > 0, 1.0 + far, 1.0) * np.abs(at)
        down, up, error = x - low, high - x, np.zeros_like(x)
        for step in (1e-14,) if f.linear else (1e-6, 1e-10, 1e-13):
            ends = [np.where(x > 0, x * s, 1.0) for s in (1.0 - step, 1.0 + step)]
            below, above = (f.cost_slope(p, end) for end in ends)
            if not f.linear:
                error = digits + 8.0 * UNIT * np.abs(above - below) / step
            held = (below + error <= price) & (price <= above - error)
            down, up = (np.where(held, np.minimum(way, step * x), way) for way in (down, up))
        dips = np.where(down > 0, np.maximum(at - price + error, 0.0) * down, 0.0)
        dips += np.where(up > 0, np.maximum(price - at + error, 0.0) * up, 0.0)
        return float(dips.sum())

    def value(self, mechanism: Array) -> float:
        """D_f(p‖x) of a distribution x, shape (n,)."""
        p = self.target.array
        return self.divergence.total(self.divergence.terms(p, mechanism), p, mechanism)

    @property
    def vanishes(self) -> bool:
        """Whether the divergence is 0 between distributions that differ, as hockey-sticks are."""
        return self.divergence.flat

    def rounding(self, mechanism: Array) -> float:
        """From the n terms of this mechanism, shape (n,): the closer to the target, the less."""
        f, p = self.divergence, self.target.array
        terms = float(f.rounding(p, mechanism).sum())
        # The sum is 1 to rounding only: the letter with room that does so most cheaply makes up
        # for it, in either direction. A small letter may pay a lot.
        mass, dearest = 4.0 * UNIT, 0.0
        for way, moved in (
            (mechanism - self.lower, mechanism - mass),
            (self._cap - mechanism, mechanism + mass),
        ):
            room = way > 16.0 * mass
            if room.any():
                costs = f.terms(p[room], moved[room]) - f.terms(p[room], mechanism[room])
                dearest = max(dearest, float(np.abs(costs).min()))
        return 2.0 * terms + dearest

    def violations(self, mechanism: Array, tolerance: float) -> tuple[Violation, ...]:
        """The sum, and the entry of x, shape (n,), furthest outside the box, relative to it."""
        found = []
        total = float(mechanism.sum())
        if abs(total - 1.0) > tolerance:
            found.append(
                Violation("sum", {}, abs(total - 1.0), f"the entries sum to {total:.10g}, not 1")
            )
        for name, bound, excess in (
            ("lower", self.lower, self.lower - mechanism),
            ("upper", self.upper, mechanism - self.upper),
        ):
            slack = tolerance * np.maximum(bound, np.finfo(float).tiny)
            worst = int(np.argmax(excess - slack))
            if excess[worst] > slack[worst]:
                found.append(
                    Violation(
                        name,
                        {"entry": worst},
                        float(excess[worst]),
                        f"entry {worst} is {mechanism[worst]:.10g}, beyond its {name} bound "
                        f"{bound[worst]:.10g}",
                    )
                )
        return tuple(found)

    def read_mechanism(self, mechanism: Any) -> Array:
        """A vector of n numbers, shape (n,).

        Raises:
            InputError: it is no such vector.
        """
        entries = mechanism
        if isinstance(mechanism, np.ndarray) and mechanism.ndim == 2 and 1 in mechanism.shape:
            entries = mechanism.ravel()
        x = np.array([float(v) for v in read_vector("mechanism", entries)])
        if len(x) != len(self.target):
            raise InputError(
                "mechanism",
                f"has {len(x)} entries",
                f"give {len(self.target)}, one for each letter",
            )
        return x


def _excess(x: Array) -> float:
    """Σx − 1, rounded once."""
    return math.fsum([*x.tolist(), -1.0])


def _fill(x: Array, *caps: Array) -> Array:
    """Raise entries, in proportion to the slack below each cap in turn, until the sum is 1."""
    for cap in caps:
        missing = 1.0 - float(x.sum())
        slack = np.maximum(cap - x, 0.0)
        if missing > 0 and slack.sum() > 0:
            x = x + slack * min(1.0, missing / float(slack.sum()))
    return x


def _drain(x: Array, lower: Array) -> Array:
    """Lower entries, in proportion to the slack above their bounds, until the sum is at most 1."""
    surplus, slack = float(x.sum()) - 1.0, x - lower
    if surplus > 0 and slack.sum() > 0:
        x = x - slack * min(1.0, surplus / float(slack.sum()))
    return x
