"""Checks shared by the tests of the mechanisms; each test also feeds them something wrong."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from formulations.formulation import Array


def _is_private(kernel: Array, epsilon: float) -> bool:
    high, low = kernel.max(axis=0), kernel.min(axis=0)
    return bool((kernel >= 0).all() and (high * math.exp(-epsilon) <= low * (1 + 1e-13)).all())


def _is_stochastic(kernel: Array) -> bool:
    return bool((kernel >= 0).all() and (abs(kernel.sum(axis=1) - 1) <= 1e-14).all())


def _is_nearest(p: Array, low: Array, high: Array, q: Array) -> bool:
    """Whether q minimises KL(p, .) on the band: p / q is C where free, less at l, more at h."""
    tolerance = 1e-12
    ratio = np.where(q > 0, p / np.where(q > 0, q, 1), 0)
    can_fall, can_rise = q > low * (1 + tolerance), q < high * (1 - tolerance)
    if not (can_fall.any() and can_rise.any()):
        return True
    return bool(ratio[can_rise].max() <= ratio[can_fall].min() * (1 + tolerance))


@pytest.fixture(scope="session")
def is_private() -> Callable[[Array, float], bool]:
    """Whether a kernel is epsilon-LDP, up to rounding only."""
    return _is_private


@pytest.fixture(scope="session")
def is_stochastic() -> Callable[[Array], bool]:
    """Whether the rows are distributions, up to rounding only."""
    return _is_stochastic


@pytest.fixture(scope="session")
def is_tight() -> Callable[[Array, float], bool]:
    """Whether a kernel is stochastic, private at epsilon, and not at epsilon - 0.01."""
    return lambda kernel, epsilon: (
        _is_stochastic(kernel)
        and _is_private(kernel, epsilon)
        and not _is_private(kernel, epsilon - 0.01)
    )


@pytest.fixture(scope="session")
def nudge() -> Callable[[Array], Array]:
    """Return a copy with 1e-6 moved from the largest entry of row 0 to its smallest."""

    def nudged(kernel: Array) -> Array:
        copy = kernel.copy()
        order = copy[0].argsort()
        copy[0, order[-1]] -= 1e-6
        copy[0, order[0]] += 1e-6
        return copy

    return nudged


@pytest.fixture(scope="session")
def is_nearest() -> Callable[[Array, Array, Array, Array], bool]:
    """Whether q minimises KL(p, .) on the band from low to high, by the optimality conditions."""
    return _is_nearest
