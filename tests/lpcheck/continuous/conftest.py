"""Slow and plain integrals, to compare with."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from lpcheck.continuous import PrivateDensity

_TERMS = {
    "kl": lambda p, q: p * np.log(p / q),
    "tv": lambda p, q: abs(p - q) / 2,
    "hellinger": lambda p, q: (np.sqrt(p) - np.sqrt(q)) ** 2,
    "chi2": lambda p, q: p * p / q - q,
    "hockey-stick:1.05": lambda p, q: np.maximum(p - 1.05 * q, 0.0),
}


def _plain(private: PrivateDensity, name: str, n: int = 2_000_000) -> float:
    """Midpoint rule, on the support or on the quantiles of a Laplace distribution."""
    low, high = private.target.support[0]
    middle = (np.arange(n) + 0.5) / n
    if np.isfinite(high - low):
        x, width = low + (high - low) * middle, (high - low) / n
    else:
        tail = np.minimum(middle, 1 - middle)
        x, width = np.sign(middle - 0.5) * -np.log(2 * tail), 1 / (n * tail)
    p, q = private.target.at(x), private.at(x)
    return float(((q if name == "mass" else _TERMS[name](p, q)) * width).sum())


@pytest.fixture(scope="session")
def plain() -> Callable[..., float]:
    """D_f(p‖q), or "mass" for the integral of q, to about 1e-11 (quad errs by 1e-9 at kinks)."""
    return _plain


def _plane(private: PrivateDensity, n: int = 1600) -> tuple[Any, Any, Any]:
    """Midpoint weights, p and q on a grid in the coordinates of the mesh."""
    v = (np.arange(n) + 0.5) * 2 / n - 1
    first, last = private.mesh.first, private.mesh.last
    x, y = np.meshgrid(first.point(v), last.point(v), indexing="ij")
    weight = first.stretch(v)[:, None] * last.stretch(v) * (2 / n) ** 2
    points = np.stack([x.ravel(), y.ravel()], axis=1)
    p, q = private.target.at(points), private.at(points)
    seen = (p > 0) & (q > 0)  # far out both underflow
    return weight.ravel()[seen], p[seen], q[seen]


@pytest.fixture(scope="session")
def plane() -> Callable[..., Any]:
    """The same in two dimensions: (weights, p, q) at 1600² midpoints."""
    return _plane
