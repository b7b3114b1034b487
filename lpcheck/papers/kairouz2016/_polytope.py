r"""The polytope of all ε-locally private kernels with a given number of outputs, by brute force."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations

import numpy as np
from scipy.optimize import linprog

from formulations.formulation import Array


def inequalities(k: int, outputs: int, epsilon: float) -> Array:
    r"""The matrix A of (29), acting on the stacked columns: privacy rows, then −q ≤ 0.

    Privacy rows are divided by :math:`e^\varepsilon`, which keeps every entry at most 1.
    """
    u, block = np.exp(-epsilon), np.zeros((k * (k - 1), k))
    for row, (x, other) in enumerate(permutations(range(k), 2)):
        block[row, x], block[row, other] = u, -1.0
    privacy = np.kron(np.eye(outputs), block)
    return np.vstack([privacy, -np.eye(k * outputs)])


def equalities(k: int, outputs: int) -> Array:
    """The matrix B of (29): row sums."""
    return np.tile(np.eye(k), outputs)


@lru_cache(maxsize=16)
def corner_points(k: int, outputs: int, epsilon: float) -> tuple[Array, ...]:
    """All corner points of D_{ε,ℓ} as kernels: every basis is tried. For ε > 0 and k ≥ 2.

    The signs follow from the privacy rows then, and are left out.
    """
    A, B = inequalities(k, outputs, epsilon), equalities(k, outputs)
    A = A[: -k * outputs]
    free = k * outputs - k
    chosen = np.array(list(combinations(range(len(A)), free)), dtype=int)
    systems = np.concatenate(
        [np.broadcast_to(B, (len(chosen), *B.shape)), A[chosen.reshape(len(chosen), free)]], axis=1
    )
    right = np.concatenate([np.ones(k), np.zeros(free)])
    regular = np.abs(np.linalg.det(systems)) > 1e-9
    points = np.linalg.solve(systems[regular], right[None, :, None])[..., 0]
    points = points[(A @ points.T <= 1e-10).all(axis=0)]
    points = np.unique(points.round(10) + 0.0, axis=0)
    return tuple(p.reshape(outputs, k).T for p in points)


def random_corner_point(
    generator: np.random.Generator, k: int, outputs: int, epsilon: float
) -> Array:
    """The corner point of D_{ε,ℓ} at which a random linear objective is largest."""
    found = linprog(
        generator.normal(size=k * outputs),
        A_ub=inequalities(k, outputs, epsilon)[: -k * outputs],
        b_ub=np.zeros(k * (k - 1) * outputs),
        A_eq=equalities(k, outputs),
        b_eq=np.ones(k),
        method="highs-ds",
    )
    return np.asarray(found.x.reshape(outputs, k).T)


def tight_rank(kernel: Array, epsilon: float, *, with_rows: bool) -> int:
    """How many independent constraints hold with equality; with the row sums or without."""
    k, outputs = kernel.shape
    A, q = inequalities(k, outputs, epsilon), kernel.T.reshape(-1)
    tight = A[np.abs(A @ q) <= 1e-10]
    if with_rows:
        tight = np.vstack([tight, equalities(k, outputs)])
    return int(np.linalg.matrix_rank(tight, tol=1e-8)) if len(tight) else 0


def random_kernel(generator: np.random.Generator, k: int, outputs: int, epsilon: float) -> Array:
    """An ε-private kernel of many different columns; the last one makes up the row sums."""
    t = np.exp(epsilon)
    if outputs == 1 or t == 1.0:
        return np.tile(generator.dirichlet(np.ones(outputs)), (k, 1))
    spread = generator.uniform(size=(k, outputs - 1)) ** generator.choice([0.2, 1.0, 5.0])
    columns = np.exp(-epsilon * spread) * generator.exponential(size=outputs - 1)
    used = columns.sum(axis=1)
    level = (t * used.max() - used.min()) / (t - 1.0)
    return np.asarray(np.column_stack([columns, level - used]) / level)


def worst_subset_ratio(kernel: Array) -> float:
    """The supremum in (1) over all sets of outputs and pairs of inputs, 0/0 left out."""
    outputs = kernel.shape[1]
    codes = np.arange(1, 2**outputs)
    members = ((codes[None, :] >> np.arange(outputs)[:, None]) & 1).astype(float)
    mass = kernel @ members
    high, low = mass.max(axis=0), mass.min(axis=0)
    seen = high > 0
    with np.errstate(divide="ignore"):
        return float(np.max(high[seen] / low[seen], initial=1.0))
