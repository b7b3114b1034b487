"""Kernels and prices in doubles, for losses whose linear program has too many inequalities."""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from formulations.gate import answer
from formulations.loss import Loss
from lpcheck.certificates.exact.numbers import Row
from lpcheck.certificates.loss.private import Distances
from lpcheck.certificates.loss.program import Prices

_MOST_PRICES = 60_000
"""The largest ones are kept: any are sound, and a file has to hold them."""

_LEAST = 1e-15


def in_doubles(problem: Loss, _distances: Distances) -> tuple[list[Row], Row, Prices]:
    """The kernel, weights of the priors and prices of the pairs that the gate finds."""
    solution = answer(problem)
    n, m = len(problem.loss), len(problem.loss[0])
    kernel = np.full((n, m), 1.0 / m) if solution.mechanism is None else solution.mechanism
    rows = [[Decimal(repr(x)) for x in row] for row in kernel.tolist()]
    risk = np.maximum(np.ravel(solution.duals.get("risk", np.ones(max(len(problem.priors), 1)))), 0)
    if not problem.priors and len(risk) != n:
        risk = np.ones(n)
    G = problem.privacy.inequalities(n)
    found = np.maximum(solution.duals.get("privacy", np.zeros((len(G), m))), 0.0)
    least = max(_LEAST * float(problem.costs.max()), 0.0)
    if found.size > _MOST_PRICES:
        least = max(least, float(np.partition(found, -_MOST_PRICES, axis=None)[-_MOST_PRICES]))
    pairs = list(zip(G.argmax(axis=1).tolist(), G.argmin(axis=1).tolist(), strict=True))
    prices: Prices = [
        [(*pairs[i], Decimal(repr(float(found[i, y])))) for i in np.nonzero(found[:, y] > least)[0]]
        for y in range(m)
    ]
    return rows, [Decimal(repr(float(w))) for w in risk], prices
