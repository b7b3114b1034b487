r"""Private samplers on densities: clipped (park2024, Theorem 3.3) and linear (ghoukasian2025)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import SupportsFloat

import numpy as np
from numpy.typing import NDArray

from formulations.divergences import Divergence
from formulations.errors import InputError
from formulations.trade_off import PrivacyLevel
from lpcheck.continuous import normaliser
from lpcheck.continuous.density import Density
from lpcheck.continuous.divergences import divergences
from lpcheck.continuous.mesh import Mesh
from lpcheck.continuous.pieces import crossings
from lpcheck.continuous.response import Response, mix
from lpcheck.mechanisms.clipped_sampler import class_band
from lpcheck.mechanisms.linear_sampler import linear_weight

Array = NDArray[np.float64]

_OUTSIDE = 1e-9
_BATCH = 2_000_000


@dataclass(frozen=True, eq=False)
class PrivateDensity:
    """What a private sampler makes of one density.

    In the plane q integrates to one within 1e-9 (on a line to the last digits); points are drawn
    from q divided by its integral, which costs about 1e-9 of ε (park2024, section 4.1).

    Attributes:
        mesh: the density p, its reference h, and the cells they were cut into.
        response: κ, with q = h κ(p/h).
        normaliser: r of a clipped answer; None where none exists, or none is needed.
        most: a bound on p/h that is known.
    """

    mesh: Mesh
    response: Response
    normaliser: float | None = None
    most: float = 1e300

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
        h = self.reference.at(points)
        return np.asarray(h * self._answer(points, h))

    def _answer(self, points: Array, h: Array) -> Array:
        p = self.target.at(points)
        return self.response(np.divide(p, h, out=np.zeros_like(p), where=h > 0))

    def divergences(self, names: Sequence[str | Divergence]) -> list[float]:
        """D_f(p‖q) for each f: error at most 1e-9 on a line, 1e-6 in the plane."""
        return divergences(self.mesh, self.response, names)

    @property
    def largest(self) -> float:
        """A bound B with q ≤ B h, the least on a line: rejection accepts one point in B."""
        most = self.most
        if self.target.dimension == 1:  # cells end at the turns of p/h, so its maximum is known
            most = min(most, float(self.mesh.cells.ratio.max()) * (1 + 1e-12))
        return float(self.response(np.array([most]))[0])

    def sample(self, n: int, rng: np.random.Generator) -> tuple[Array, float]:
        """Independent points from q, by rejection from h; the acceptance rate had (about 1/B).

        Returns:
            points of shape (n,) or (n, 2), and the share of proposals that were accepted.
        """
        draw = self.reference.draw
        if draw is None:
            raise InputError("reference", "cannot be drawn from", "give the density h a `draw`")
        top, parts, got, tried, accepted = self.largest, [], 0, 0, 0
        while got < n:
            size = min(_BATCH, math.ceil(1.02 * top * (n - got)) + 64)
            points = draw(size, rng)
            answer = self._answer(points, self.reference.at(points))
            kept = points[rng.uniform(size=size) * top <= answer]
            parts.append(kept[: n - got])
            tried, accepted, got = tried + size, accepted + len(kept), got + len(kept)
        return np.concatenate(parts), accepted / tried

    def cdf(self, x: Array) -> Array:
        """The distribution function of q, exactly (one dimension, p and h with a `cdf`)."""
        P, H = self.target.cdf, self.reference.cdf
        if P is None or H is None:
            raise InputError("target", "p or h has no cdf", "give both densities a `cdf`")
        cells, axis = self.mesh.cells, self.mesh.last
        ends = [cells.a, *(crossings(self.mesh, cells, c) for c in self.response.levels), cells.b]
        v = np.unique(np.concatenate(ends))
        with np.errstate(divide="ignore"):
            edges = axis.point(v)
        inside = self.mesh.values(
            np.zeros(len(v) - 1, dtype=np.intp), 0.5 * (v[1:] + v[:-1])[:, None]
        )
        piece = np.searchsorted(self.response.levels, inside[0][:, 0])
        u, slope = np.array(self.response.constants)[piece], np.array(self.response.slopes)[piece]
        P0, H0 = P(edges), H(edges)
        before = np.concatenate([[0.0], np.cumsum(u * np.diff(H0) + slope * np.diff(P0))])
        i = np.clip(np.searchsorted(edges, x, side="right") - 1, 0, len(piece) - 1)
        return np.asarray(before[i] + u[i] * (H(x) - H0[i]) + slope[i] * (P(x) - P0[i]))


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
    band = class_band(c1, c2, epsilon)
    if band is None:
        return PrivateDensity(mesh, mix(1.0), most=float(c2))
    response, r = normaliser.clipped(mesh, *band)
    return PrivateDensity(mesh, response, r, float(c2))


def linear_sampler(
    target: Density,
    reference: Density,
    c1: SupportsFloat,
    c2: SupportsFloat,
    privacy: PrivacyLevel,
) -> PrivateDensity:
    """The private answer λ p + (1 − λ) h (ghoukasian2025, Theorem 3.4).

    Raises:
        InputError: as `clipped_sampler`.
    """
    mesh = Mesh(target, reference)
    _refuse_outside(mesh, float(c1), float(c2))
    return PrivateDensity(mesh, mix(linear_weight(c1, c2, privacy)), most=float(c2))


def _refuse_outside(mesh: Mesh, c1: float, c2: float) -> None:
    """Exact on a line, where cells are monotone; in the plane on the lines of the mesh."""
    cells = mesh.cells
    for bound, extreme, sign, word in (
        (c2, cells.ratio.argmax(), 1, "exceeds c2"),
        (c1, cells.ratio.argmin(), -1, "falls below c1"),
    ):
        i, j = np.unravel_index(extreme, cells.ratio.shape)
        ratio = float(cells.ratio[i, j])
        if sign * (ratio - bound) > _OUTSIDE * max(bound, _OUTSIDE):
            where = mesh.place(int(cells.row[i]), float(cells.at[i, j]))
            raise InputError(
                "target",
                f"{word} h at {where}: p/h = {ratio:.9g}, against {bound:.9g}",
                "widen the class or the reference",
            )
