"""Weights of patterns in doubles, changed in their last digits so that rows sum to 1 exactly."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import qr

from lpcheck.certificates.exact.numbers import Row
from lpcheck.certificates.exact.simplex import inverse_of


def mended(inside: NDArray[np.bool_], weights: NDArray[np.float64], u: Decimal) -> Row:
    """The weights w with Σ w_T S_T = 1 to the working precision.

    Those of as many patterns as there are letters are moved: heavy ones, far from dependent.

    Args:
        inside: the patterns' sets as columns, shape (k, n).
        weights: one a pattern, shape (n,).
        u: e^−ε.
    """
    k = len(inside)
    exact = [Decimal(repr(float(w))) for w in weights]
    rest = 1 - u
    # In the sums over sets, w(T), the rows read (1 − u) Σ_{T∋x} w_T = 1 − u Σ_T w_T.
    scaled = (inside - (inside.mean(axis=0) - 0.5)) * weights
    chosen = qr(scaled, pivoting=True, mode="r")[1][:k].tolist()
    columns = [[Decimal(1) if inside[x, t] else u for x in range(k)] for t in chosen]
    inverse = inverse_of(columns)
    total = sum(exact, Decimal(0))
    short = [
        1 - u * total - rest * sum((w for w, x in zip(exact, row, strict=True) if x), Decimal(0))
        for row in inside
    ]
    for t, row in zip(chosen, inverse, strict=True):
        exact[t] += sum((a * b for a, b in zip(row, short, strict=True)), Decimal(0))
    return exact
