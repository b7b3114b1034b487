"""The random clients of the papers' continuous experiments, and the classes they belong to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from formulations.errors import InputError
from lpcheck.continuous.density import Density
from lpcheck.continuous.families import gaussian_envelope, gaussian_mixture, laplace_mixture

LARGEST_MIXTURE, MEAN_EXTRA = 10, 2
"""K and k0: a client has min(Poisson(k0) + 1, K) components."""


@dataclass(frozen=True, eq=False)
class Instance:
    """A client's density with its reference h and the class {c1 h ≤ p ≤ c2 h}."""

    target: Density
    reference: Density
    c1: float
    c2: float


def laplace_clients(
    n: int, seed: int, dimension: int = 1, gamma: float = 3.0, b: float = 1.0
) -> list[Instance]:
    """Laplace mixtures with means uniform on the unit l1 ball (ghoukasian2025, E.4 and E.7).

    The local class has γ = 3, the global one γ = 9: c1 = 1/γ, c2 = γ, h the Laplace at 0.
    """
    if dimension not in (1, 2):
        raise InputError("dimension", f"{dimension} is not 1 or 2", "give 1 or 2")
    rng = np.random.default_rng(seed)
    reference = laplace_mixture(np.zeros((1, dimension)), b=b)
    clients = []
    for _ in range(n):
        weights = _weights(rng)
        means = rng.uniform(-1.0, 1.0, (len(weights), dimension))
        if dimension == 2:  # the l1 ball is the square, turned by 45 degrees and halved
            means = np.stack([means.sum(axis=1), means[:, 0] - means[:, 1]], axis=1) / 2
        clients.append(Instance(laplace_mixture(means, weights, b), reference, 1 / gamma, gamma))
    return clients


def gaussian_clients(n: int, seed: int, radius: float = 4.0) -> list[Instance]:
    """Gaussian mixtures of unit variance truncated to [−radius, radius] (park2024, Figure 4).

    Means uniform on [−1, 1]; c1 = 0; h and c2 are the least bound of the whole class.
    """
    rng = np.random.default_rng(seed)
    interval = (-radius, radius)
    reference, c2 = gaussian_envelope(interval=interval)
    clients = []
    for _ in range(n):
        weights = _weights(rng)
        means = rng.uniform(-1.0, 1.0, len(weights))
        clients.append(Instance(gaussian_mixture(means, weights, 1.0, interval), reference, 0, c2))
    return clients


def laplace_figure(gamma: float = 2.0) -> Instance:
    """The density of ghoukasian2025, Figure 1: four 2-D Laplaces of scale 2 on the unit cross.

    The local class has γ = 2, the global one γ = 6.
    """
    means = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
    target, reference = laplace_mixture(means, b=2.0), laplace_mixture([(0.0, 0.0)], b=2.0)
    return Instance(target, reference, 1 / gamma, gamma)


def _weights(rng: np.random.Generator) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    size = min(int(rng.poisson(MEAN_EXTRA)) + 1, LARGEST_MIXTURE)
    return rng.dirichlet(np.ones(size))
