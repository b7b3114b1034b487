r"""The printed risk as a function of K_min."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from formulations.divergences import Divergence


def risk_at(f: Divergence, diagonal: float, rest: float | None = None) -> float:
    """(1 − x) f(0) + x f(1/x) at x = diagonal; `rest` is 1 − x where that is known better."""
    off = 1.0 - diagonal if rest is None else rest
    return f.between([1.0, 0.0], [diagonal, off], np.array([off, -off]))


def printed_risk(f: Divergence, prior: Any, epsilon: float, slip: float = 0.0) -> float:
    """The right-hand side of eq. 5; `slip` changes q_min by that fraction."""
    least = min(float(x) for x in prior) * (1.0 - slip)
    u = math.exp(-epsilon)
    total = least + u * (1.0 - least)
    return risk_at(f, least / total, u * (1.0 - least) / total)
