r"""The relative mollifier of Husain et al. on densities, projected onto exactly.

.. math:: \min_q D_f(p \| q), \qquad e^{-\varepsilon/2} h \le q \le e^{\varepsilon/2} h

park2024 (section 2.3) quotes :math:`q = \mathrm{clip}(p/r; \cdot)` for KL and notes that no r need
exist. It exists, for ε > 0, if and only if
:math:`h(p > 0) \ge 1/(1 + e^{\varepsilon/2})`: with :math:`\tau = e^{\varepsilon/2}` and
:math:`H = h(p > 0)` the integral falls from :math:`\tau H + (1 - H)/\tau` to 1/τ as r grows, and
the former is at least 1 iff :math:`H (\tau^2 - 1) \ge \tau - 1`. The projection is the same for
every f (`normaliser.clipped`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import SupportsFloat

from formulations.errors import InputError
from lpcheck.continuous.density import Density
from lpcheck.continuous.mesh import Mesh
from lpcheck.continuous.normaliser import clipped
from lpcheck.continuous.pieces import masses
from lpcheck.continuous.samplers import PrivateDensity


@dataclass(frozen=True)
class Proof:
    """Why there is a normaliser, or is none: h(p > 0) against the least that gives one."""

    mass: float
    threshold: float

    @property
    def exists(self) -> bool:
        """Whether some r > 0 makes the clip integrate to one."""
        return self.mass >= self.threshold * (1.0 - 1e-12)


def mollified(target: Density, reference: Density, epsilon: SupportsFloat) -> PrivateDensity:
    """The projection of p onto the relative ε-mollifier of h, for KL and every other f.

    Its `normaliser` is None where none exists (`normaliser_proof` says why); it is optimal still.
    """
    root = math.exp(_level(epsilon) / 2)
    mesh = Mesh(target, reference)
    return PrivateDensity(mesh, clipped(mesh, 1.0 / root, root))


def normaliser_proof(target: Density, reference: Density, epsilon: SupportsFloat) -> Proof:
    """The mass of h where p is positive, and the threshold 1/(1 + e^{ε/2}) (0 for ε = 0).

    A density without `logpdf` counts as zero where its `pdf` underflows.
    """
    level = _level(epsilon)
    mesh = Mesh(target, reference)
    _, h = masses(mesh, (-math.inf,))
    threshold = 1.0 / (1.0 + math.exp(level / 2)) if level > 0 else 0.0
    return Proof(float(h[1] @ mesh.weight), threshold)


def _level(epsilon: SupportsFloat) -> float:
    level = float(epsilon)
    if not 0 <= level <= 1400:
        raise InputError("epsilon", f"{level} is not allowed", "give a number in [0, 1400]")
    return level
