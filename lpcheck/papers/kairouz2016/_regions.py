r"""Two inputs: error regions, dominance, and (ε, δ)-private kernels by brute force."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from scipy.optimize import linprog

from formulations.formulation import Array

_TIGHT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


def errors(kernel: Array) -> Array:
    """(P_MD, P_FA) of every deterministic rule, shape (2^m, 2); R_Q is their convex hull."""
    m = kernel.shape[1]
    says_one = ((np.arange(2**m)[:, None] >> np.arange(m)) & 1).astype(float)
    return np.column_stack([(1.0 - says_one) @ kernel[1], says_one @ kernel[0]])


def distance_to_hull(point: Array, points: Array) -> float:
    """The ℓ1 distance from a point of the plane to the convex hull of others."""
    n = len(points)
    found = linprog(
        np.concatenate([np.zeros(n), np.ones(4)]),
        A_eq=np.vstack(
            [
                np.column_stack([points.T, np.eye(2), -np.eye(2)]),
                np.concatenate([np.ones(n), np.zeros(4)]),
            ]
        ),
        b_eq=np.append(point, 1.0),
        method="highs-ds",
        options=_TIGHT,
    )
    return float(found.fun)


def dominance_defect(first: Array, second: Array) -> float:
    """The least ‖Q2 − Q1 W‖₁ (entries) over stochastic W; 0 iff Q1 dominates Q2."""
    ell, m = first.shape[1], second.shape[1]
    size, rows = ell * m, len(first) * m
    product = np.kron(first, np.eye(m))
    sums = np.kron(np.eye(ell), np.ones(m))
    found = linprog(
        np.concatenate([np.zeros(size), np.ones(2 * rows)]),
        A_eq=np.block([[product, np.eye(rows), -np.eye(rows)], [sums, np.zeros((ell, 2 * rows))]]),
        b_eq=np.concatenate([second.reshape(-1), np.ones(ell)]),
        method="highs-ds",
        options=_TIGHT,
    )
    return float(found.fun)


def containment_excess(inner: Array, outer: Array) -> float:
    r"""By how much R_inner leaves R_outer, over the edge directions of R_outer; ≤ 0 if inside.

    The region of Q is, up to a reflection, the zonotope of its columns, with support function
    :math:`h(d) = \sum_y \max(d^T Q_y, 0)`; each edge of it is parallel to a column.
    """
    edges = outer[:, outer.max(axis=0) > 0]
    normals = np.array([edges[1], -edges[0]]) / np.abs(edges).sum(axis=0)
    normals = np.concatenate([normals, -normals], axis=1)

    def support(Q: Array) -> Array:
        return np.asarray(np.maximum(normals.T @ Q, 0.0).sum(axis=1))

    return float((support(inner) - support(outer)).max())


def set_delta(kernel: Array, epsilon: float) -> float:
    """The smallest δ in (23): the largest Q(S|x) − e^ε Q(S|x') over all sets S."""
    m = kernel.shape[1]
    sets = ((np.arange(2**m)[:, None] >> np.arange(m)) & 1).astype(float)
    mass, t = sets @ kernel.T, np.exp(epsilon)
    return float((mass[:, :, None] - t * mass[:, None, :]).max())


def polygon(halfplanes: Array) -> Array:
    """Corner points of {z : a·z ≤ b} for rows (a1, a2, b) with a bounded solution set."""
    points = []
    for one, two in combinations(halfplanes, 2):
        square = np.array([one[:2], two[:2]])
        if abs(np.linalg.det(square)) > 1e-12:
            z = np.linalg.solve(square, [one[2], two[2]])
            if (halfplanes[:, :2] @ z <= halfplanes[:, 2] + 1e-9).all():
                points.append(z)
    return np.array(points)


def random_private(
    generator: np.random.Generator, outputs: int, epsilon: float, delta: float
) -> Array:
    """An (ε, δ)-private kernel of two rows: a corner point for a random linear objective."""
    u, eye = np.exp(-epsilon), np.eye(outputs)
    zero, ones, none = np.zeros((outputs, outputs)), np.ones(outputs), np.zeros(outputs)
    found = linprog(
        np.concatenate([generator.normal(size=2 * outputs), np.zeros(2 * outputs)]),
        A_ub=np.vstack(
            [
                np.column_stack([u * eye, -eye, -eye, zero]),
                np.column_stack([-eye, u * eye, zero, -eye]),
                np.concatenate([none, none, ones, none]),
                np.concatenate([none, none, none, ones]),
            ]
        ),
        b_ub=np.concatenate([none, none, [u * delta, u * delta]]),
        A_eq=np.array(
            [np.concatenate([ones, none, none, none]), np.concatenate([none, ones, none, none])]
        ),
        b_eq=np.ones(2),
        method="highs-ds",
        options=_TIGHT,
    )
    Q = np.maximum(found.x[: 2 * outputs].reshape(2, outputs), 0.0)
    return np.asarray(Q / Q.sum(axis=1, keepdims=True))
