r"""Local differential privacy: as constraints, as a check, and as a repair.

A kernel Q (rows: inputs, columns: outputs) is (ε, δ)-LDP when for all inputs x, x'

.. math:: \sum_y \max(Q_{xy} - e^\varepsilon Q_{x'y}, 0) \le \delta,

which for δ = 0 says :math:`Q_{xy} \le e^\varepsilon Q_{x'y}` for every output.
Privacy is measured as a *ratio*: at ε = 20 a breach of 0.01 in ε moves entries by 1e-11 only.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from formulations.formulation import Array


@dataclass(frozen=True)
class Breach:
    """The worst pair of rows: `row` is too likely, against `other_row`, at `column`."""

    epsilon: float
    """The ε really had, in nats (+∞ when a zero stands against a positive entry)."""
    row: int
    other_row: int
    column: int


def true_epsilon(kernel: ArrayLike) -> float:
    """The smallest ε ≥ 0 for which a kernel ≥ 0, shape (k, m), is ε-LDP (+∞ if none), in nats."""
    return worst_ratio(kernel).epsilon


def worst_ratio(kernel: ArrayLike) -> Breach:
    """Where a non-negative kernel, shape (k, m), spends the most ε, and how much."""
    Q = np.asarray(kernel, dtype=float)
    high, low = Q.max(axis=0), Q.min(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        cost = np.where(high > 0, np.log(np.maximum(high, 0)) - np.log(np.maximum(low, 0)), 0.0)
    y = int(np.argmax(cost))
    return Breach(max(float(cost[y]), 0.0), int(np.argmax(Q[:, y])), int(np.argmin(Q[:, y])), y)


def hockey_stick_profile(kernel: ArrayLike, epsilon: float) -> Array:
    r"""E_{e^ε}(Q_x‖Q_x') for all pairs of rows, shape (k, k).

    Args:
        kernel: a row an input, shape (k, m).
        epsilon: in nats.
    """
    Q = np.asarray(kernel, dtype=float)
    u = math.exp(-epsilon)
    scaled = np.maximum(u * Q[:, None, :] - Q[None, :, :], 0.0).sum(axis=2)
    return np.asarray(np.exp(epsilon) * scaled)


def true_delta(kernel: ArrayLike, epsilon: float) -> float:
    """The smallest δ for which a kernel is (ε, δ)-LDP.

    Args:
        kernel: a row an input, shape (k, m).
        epsilon: in nats.
    """
    return float(hockey_stick_profile(kernel, epsilon).max(initial=0.0))


def true_epsilon_at(kernel: ArrayLike, delta: float) -> float:
    """The smallest ε ≥ 0 for which a kernel is (ε, δ)-LDP (+∞ if none), in nats.

    The profile of each pair of rows is piecewise linear in e^ε with break points at the ratios
    of its entries, so that the answer is exact.

    Args:
        kernel: a row an input, shape (k, m).
        delta: the δ that is allowed.
    """
    Q = np.asarray(kernel, dtype=float)
    worst = 0.0
    for x in range(len(Q)):
        for other in range(len(Q)):
            if x != other:
                worst = max(worst, _epsilon_between(Q[x], Q[other], delta))
    return worst


def _epsilon_between(p: Array, q: Array, delta: float) -> float:
    delta *= 1.0 + 1e-14  # a sum that is δ but for rounding is δ, and not an infinite breach
    alone = float(p[q <= 0].sum())
    p, q = p[(p > 0) & (q > 0)], q[(p > 0) & (q > 0)]
    if alone > delta:
        return math.inf
    if alone + float(np.maximum(p - q, 0).sum()) <= delta or not len(p):
        return 0.0
    # Outputs by falling ratio: with the first j of them active, E = alone + P_j − t Q_j.
    order = np.argsort(np.log(q) - np.log(p), kind="stable")
    P, Q = alone + np.cumsum(p[order]), np.cumsum(q[order])
    t = (P - delta) / Q
    ratio_next = np.append((p / q)[order][1:], 0.0)
    j = int(np.argmax(t >= ratio_next))
    return max(math.log(float(t[j])), 0.0)


def column_form(kernel: Any, highest: Any, u: Any) -> dict[str, Any]:
    r"""ε-LDP in 2·k·m rows, with one extra variable a column: u h_y ≤ Q_xy ≤ h_y, u = e^{−ε}.

    The pairwise form has k(k − 1)m rows. h_y is e^ε times the column minimum l_y of the usual
    form l_y ≤ Q_xy ≤ e^ε l_y; written with h, no coefficient overflows at large ε.

    Args:
        kernel: CVXPY expression, shape (k, m).
        highest: CVXPY variable, shape (1, m).
        u: e^{−ε}, a number or a CVXPY parameter.
    """
    ones = np.ones((kernel.shape[0], 1))
    return {
        "privacy_low": kernel - u * (ones @ highest) >= 0,
        "privacy_high": ones @ highest - kernel >= 0,
    }


def make_private(kernel: Array, base: Array, epsilon: float) -> Array:
    """The kernel mixed with just enough of a constant kernel to be ε-LDP.

    Args:
        kernel: non-negative, shape (k, m), every row sum 1 to rounding.
        base: a distribution over the m outputs, positive wherever the kernel is.
        epsilon: the level to reach, in nats.
    """
    high, low = kernel.max(axis=0), kernel.min(axis=0)
    if epsilon < 1.0:  # u high − low, to full precision at either end
        excess = (high - low) + math.expm1(-epsilon) * high
    else:
        excess = math.exp(-epsilon) * high - low
    room = -math.expm1(-epsilon) * base
    with np.errstate(divide="ignore", invalid="ignore"):
        odds = np.where(excess > 0, excess / room, 0.0)
    worst = float(np.max(odds, initial=0.0))
    if worst == 0.0:
        return kernel
    if not math.isfinite(worst):  # ε = 0: only a constant kernel is private
        return np.tile(base, (len(kernel), 1))
    weight = worst / (1.0 + worst)
    return (1.0 - weight) * kernel + weight * base[None, :]
