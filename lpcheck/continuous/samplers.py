r"""Private samplers on densities: clipped (park2024, Theorem 3.3) and linear (ghoukasian2025)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import SupportsFloat

import numpy as np

from formulations.divergences import Divergence
from formulations.errors import InputError
from formulations.formulation import Array
from formulations.trade_off import PrivacyLevel
from lpcheck.continuous import normaliser, quadrature
from lpcheck.continuous.density import Density
from lpcheck.continuous.divergences import divergences
from lpcheck.continuous.mesh import Mesh
from lpcheck.continuous.pieces import crossings
from lpcheck.continuous.response import Response, mix
from lpcheck.mechanisms.clipped_sampler import class_band
from lpcheck.mechanisms.linear_sampler import linear_weight

_OUTSIDE = 1e-9
_BATCH = 2_000_000
_SHALLOW = -9.0
"""Down to this log r, differences of p's distribution function keep the digits that r needs."""


@dataclass(frozen=True, eq=False)
class PrivateDensity:
    """What a private sampler makes of one density.

    In the plane q integrates to one within 2e-8 (on a line within 1e-10), which was checked; points
    are drawn from q divided by its integral, which costs as much of ε (park2024, section 4.1).

    Attributes:
        mesh: the density p, its reference h, and the cells they were cut into.
        response: κ, with q = h κ(p/h).
        most: a bound on log(p/h) that is known.
        premise: what was assumed and not proved, in words; "" where nothing was. A clip is private
            whatever p is; a mixture, and an answer that is p itself, only as far as p is in its
            class.
    """

    mesh: Mesh
    response: Response
    most: float = math.inf
    premise: str = ""

    @property
    def log_normaliser(self) -> float | None:
        """The logarithm of r of a clipped answer; None where none exists, or none is needed."""
        return self.response.log_r if len(self.response.levels) == 2 else None

    @property
    def normaliser(self) -> float | None:
        """The r of a clipped answer, 0 where it is below every double; else None."""
        log_r = self.log_normaliser
        return None if log_r is None else math.exp(min(log_r, 709.0))

    @property
    def target(self) -> Density:
        """The density p."""
        return self.mesh.target

    @property
    def reference(self) -> Density:
        """The reference h."""
        return self.mesh.reference

    def at(self, points: Array) -> Array:
        """The density q at points of shape (n,) or (n, 2)."""
        h = self.reference.log_at(points)
        return np.asarray(np.exp(h) * self._answer(points, h))

    def _answer(self, points: Array, h: Array) -> Array:
        p, some = self.target.log_at(points), h > -np.inf
        return self.response.at_log(np.subtract(p, h, out=np.full_like(p, -np.inf), where=some))

    def divergences(self, names: Sequence[str | Divergence]) -> list[float]:
        """D_f(p‖q) for each f: error at most 1e-9 on a line, 1e-6 in the plane (see there)."""
        return divergences(self.mesh, self.response, names)

    @property
    def largest(self) -> float:
        """A bound B with q ≤ B h, the least on a line: rejection accepts one point in B."""
        most = self.most
        if self.target.dimension == 1:  # cells end at the turns of p/h, so its maximum is known
            most = min(most, float(self.mesh.cells.log.max()) + 1e-12)
        return float(self.response.at_log(np.array([most]))[0])

    def sample(self, n: int, rng: np.random.Generator) -> tuple[Array, float]:
        """Independent points from q, by rejection from h; the acceptance rate had (about 1/B).

        Returns:
            points of shape (n,) or (n, 2), and the share of proposals that were accepted.

        Raises:
            InputError: h has no `draw`, or q passes its bound at a point: p has a part that the
                mesh did not see.
        """
        draw = self.reference.draw
        if draw is None:
            raise InputError("reference", "cannot be drawn from", "give the density h a `draw`")
        top, parts, got, tried, accepted = self.largest, [], 0, 0, 0
        while got < n:
            size = min(_BATCH, math.ceil(1.02 * top * (n - got)) + 64)
            points = draw(size, rng)
            answer = self._answer(points, self.reference.log_at(points))
            if answer.max() > top * (1 + _OUTSIDE):
                where = points[int(np.argmax(answer))]
                problem = f"its answer is {answer.max():.6g} h at {where}, above {top:.6g} h"
                raise InputError("target", problem, "name its kinks and peaks")
            kept = points[rng.uniform(size=size) * top <= answer]
            parts.append(kept[: n - got])
            tried, accepted, got = tried + size, accepted + len(kept), got + len(kept)
        return np.concatenate(parts), accepted / tried

    def cdf(self, x: Array) -> Array:
        """The distribution function of q, exactly (one dimension, p and h with a `cdf`)."""
        P, H = self.target.cdf, self.reference.cdf
        if P is None or H is None:
            raise InputError("target", "p or h has no cdf", "give both densities a `cdf`")
        cells, axis, response = self.mesh.cells, self.mesh.last, self.response
        ends = [cells.a, *(crossings(self.mesh, cells, c) for c in response.log_levels), cells.b]
        v = np.unique(np.concatenate(ends))
        with np.errstate(divide="ignore"):
            edges = axis.point(v)
        row = np.zeros(len(v) - 1, dtype=np.intp)
        piece = response.piece(self.mesh.values(row, 0.5 * (v[1:] + v[:-1])[:, None])[0][:, 0])
        u, slope = np.array(response.constants)[piece], np.array(response.slopes)[piece]
        deep = (slope > 0) & (response.log_r < _SHALLOW)
        slope = np.where(deep, 0.0, slope * math.exp(-max(response.log_r, _SHALLOW)))
        P0, H0 = P(edges), H(edges)
        parts = u * np.diff(H0) + slope * np.diff(P0)
        parts[deep] = self._between(v[:-1][deep], v[1:][deep])
        before = np.concatenate([[0.0], np.cumsum(parts)])
        x = np.asarray(x, dtype=float)
        i = np.clip(np.searchsorted(edges, x, side="right") - 1, 0, len(piece) - 1)
        result = np.asarray(before[i] + u[i] * (H(x) - H0[i]) + slope[i] * (P(x) - P0[i]))
        far = deep[i] & (x > edges[i])
        here = np.array([axis.coordinate(float(y)) for y in x[far]])
        result[far] = before[i][far] + self._between(v[i][far], here)
        return result

    def _between(self, a: Array, b: Array) -> Array:
        """The mass of q on intervals of the coordinate in which it is smooth."""
        log, base = self.mesh.values(np.zeros(len(a), dtype=np.intp), quadrature.nodes(a, b))
        return quadrature.integral(np.exp(base) * self.response.at_log(log), a, b)


def clipped_sampler(
    target: Density,
    reference: Density,
    c1: SupportsFloat,
    c2: SupportsFloat,
    epsilon: SupportsFloat,
) -> PrivateDensity:
    r"""The ε-private answer :math:`\mathrm{clip}(p/r; b h, b e^\varepsilon h)`.

    Where :math:`c_2 \le c_1 e^\varepsilon` the class is private as it is and the answer is p.

    Raises:
        InputError: p is outside {c1 h ≤ p ≤ c2 h}, with where and by how much; bad parameters.
    """
    mesh = Mesh(target, reference)
    _refuse_outside(mesh, float(c1), float(c2))
    band, most = class_band(c1, c2, epsilon), math.log(float(c2))
    if band is None:
        return PrivateDensity(mesh, mix(1.0), most, _premise(mesh, c1, c2))
    return PrivateDensity(mesh, normaliser.clipped(mesh, *band), most)


def linear_sampler(
    target: Density,
    reference: Density,
    c1: SupportsFloat,
    c2: SupportsFloat,
    privacy: PrivacyLevel,
) -> PrivateDensity:
    """The private answer λ p + (1 − λ) h (ghoukasian2025, Theorem 3.4).

    It is private if every density that is answered so is in {c1 h ≤ p ≤ c2 h}. That is looked at
    wherever the mesh has points, a million scales out on an infinite axis, and not proved: a bump
    between them stays unseen. The `premise` of what is returned says so.

    Raises:
        InputError: as `clipped_sampler`.
    """
    mesh = Mesh(target, reference)
    _refuse_outside(mesh, float(c1), float(c2))
    weight, most = linear_weight(c1, c2, privacy), math.log(float(c2))
    return PrivateDensity(mesh, mix(weight), most, _premise(mesh, c1, c2))


def _premise(mesh: Mesh, c1: SupportsFloat, c2: SupportsFloat) -> str:
    return (
        f"{float(c1):g} h ≤ p ≤ {float(c2):g} h is the caller's word: it was looked at at "
        f"{mesh.cells.log.size} points and not proved, and privacy rests on it"
    )


def _refuse_outside(mesh: Mesh, c1: float, c2: float) -> None:
    """On a line at the turns of p/h, as cells are monotone; in the plane on the mesh's lines."""
    cells = mesh.cells
    for bound, sign, word in ((c2, 1, "exceeds c2"), (c1, -1, "falls below c1")):
        if bound <= 0:
            continue
        beyond = sign * (cells.log - math.log(bound))
        # Far out logarithms are large, and their difference has lost digits.
        rounding = 2e-15 * np.where(cells.base > -np.inf, np.abs(cells.base) + np.abs(cells.log), 0)
        beyond = np.where(cells.log == -np.inf, -sign * np.inf, beyond - rounding)
        i, j = np.unravel_index(np.argmax(beyond), beyond.shape)
        if beyond[i, j] > _OUTSIDE:
            where = mesh.place(int(cells.row[i]), float(cells.at[i, j]))
            ratio = cells.ratio[i, j]
            raise InputError(
                "target",
                f"{word} h at {where}: p/h = {ratio:.9g}, against {bound:.9g}",
                "widen the class or the reference",
            )
