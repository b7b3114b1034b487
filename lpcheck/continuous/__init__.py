"""Private samplers on densities, in one and two dimensions, without discretising them."""

from lpcheck.continuous.density import Density
from lpcheck.continuous.families import (
    gaussian_envelope,
    gaussian_mixture,
    gaussian_ring,
    laplace_mixture,
)
from lpcheck.continuous.generators import (
    Instance,
    gaussian_clients,
    laplace_clients,
    laplace_figure,
)
from lpcheck.continuous.husain import Proof, mollified, normaliser_proof
from lpcheck.continuous.samplers import PrivateDensity, clipped_sampler, linear_sampler

__all__ = [
    "Density",
    "Instance",
    "PrivateDensity",
    "Proof",
    "clipped_sampler",
    "gaussian_clients",
    "gaussian_envelope",
    "gaussian_mixture",
    "gaussian_ring",
    "laplace_clients",
    "laplace_figure",
    "laplace_mixture",
    "linear_sampler",
    "mollified",
    "normaliser_proof",
]
