r"""The risk of a kernel, and of the best subset size where all letters are equally likely.

With C an orthonormal basis of the contrasts :math:`1^\perp` (k × (k − 1)) the risk is

.. math:: \operatorname{tr} J^{-1} - \|P\|^2 = \operatorname{tr} (C^TJC)^{-1}, \qquad
          J = Q \operatorname{diag}(1/PQ)\, Q^T,

since :math:`JP = 1`. The right side loses no digits at small ε, where the left is a difference.
"""

from __future__ import annotations

import math

import numpy as np

from formulations.formulation import Array

_RANK = 1e-13


def contrasts(norms: Array) -> Array:
    """An orthonormal basis of the complement of a positive vector, shape (k, k − 1)."""
    k = len(norms)
    basis, _ = np.linalg.qr(np.column_stack([norms, np.eye(k)[:, : k - 1]]))
    return np.asarray(basis[:, 1:])


def above_least(columns: Array) -> Array:
    """Columns, shape (k, n), less their least entries: constants tell nothing and cost digits."""
    return np.asarray(columns - columns.min(axis=0))


def risk(kernel: Array, prior: Array) -> float:
    r"""tr (Q diag(1/PQ) Qᵀ)⁻¹ − ‖P‖²: n times the mean squared error of n reports.

    Args:
        kernel: stochastic, shape (k, m).
        prior: distribution over the k inputs.

    Returns:
        ∞ where two distributions of the input look alike.

    >>> risk(np.eye(2), np.array([0.5, 0.5]))
    0.5
    """
    k = len(prior)
    if k == 1:
        return 0.0
    mass = prior @ kernel
    telling = contrasts(np.ones(k)).T @ above_least(kernel)
    # An output that only letters without mass have can be weighed at no cost.
    free = telling[:, (mass <= 0) & (np.abs(telling).max(axis=0) > 0)]
    seen = mass > 0
    scaled = telling[:, seen] / np.sqrt(mass[seen])
    if free.shape[1]:
        sides, sizes, _ = np.linalg.svd(free)
        rank = int((sizes > _RANK * sizes[0]).sum())
        scaled = sides[:, rank:].T @ scaled
        if rank == k - 1:
            return 0.0
    sizes = np.linalg.svd(scaled, compute_uv=False)
    if len(sizes) < len(scaled) or sizes[-1] <= _RANK * sizes[0]:
        return math.inf
    return float((1.0 / sizes**2).sum())


def subset_risk(k: int, epsilon: float, size: int | Array) -> float | Array:
    r"""The risk of subset selection at the uniform prior, for one subset size or an array of them.

    .. math:: \frac{(k - 1)^2 k\, a^2}{(1 - e^{-\varepsilon})^2 d (k - d)}, \qquad
              a = e^{-\varepsilon} + (1 - e^{-\varepsilon}) d/k.

    Args:
        k: the number of letters, at least 2.
        epsilon: the level in nats, above 0.
        size: the size d of the subsets, 1 to k − 1.

    >>> round(subset_risk(4, 1.0, 1), 6)
    8.306223
    """
    rest, d = -math.expm1(-epsilon), np.asarray(size, dtype=float)
    mean = math.exp(-epsilon) + rest * d / k
    found = (k - 1.0) ** 2 * k * (mean / rest) ** 2 / (d * (k - d))
    return float(found) if np.ndim(size) == 0 else np.asarray(found)


def subset_size(k: int, epsilon: float) -> int:
    """The size with the least risk, near k/(e^ε + 1); k at least 2, ε above 0.

    >>> subset_size(1_000_000, 1.0)
    268941
    """
    middle = k * math.exp(-epsilon) / (1.0 + math.exp(-epsilon))
    near = np.unique(np.clip([math.floor(middle), math.floor(middle) + 1], 1, k - 1))
    return int(near[np.argmin(subset_risk(k, epsilon, near))])
