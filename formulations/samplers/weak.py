r"""Levels of privacy so weak that a solver does not see their :math:`u = e^{-\varepsilon}`.

As u falls to 0 the answer to p tends to :math:`p + u d` for some d. So a program is built with
:math:`u' = \max(u, 10^{-8})`, and what it finds is moved towards p by the factor u/u'.
The bounds on both sides are then computed at u, whatever was found.
"""

from __future__ import annotations

import math

from formulations.formulation import Array
from formulations.trade_off import PrivacyLevel

_LEAST = 1e-8


def visible(privacy: PrivacyLevel, beta: float) -> float:
    """The u of one level β in a program: e^{−β}, or more where privacy has that level only.

    Args:
        privacy: what is asked of every pair of rows.
        beta: a level in nats.
    """
    return max(math.exp(-beta), 0.0 if privacy.level is None else _LEAST)


def shrinkage(privacy: PrivacyLevel) -> float:
    """The factor u/u', which is 1 where the program is what it says."""
    level = privacy.level
    return 1.0 if level is None else math.exp(-level) / visible(privacy, level)


def at_level(privacy: PrivacyLevel, p: Array, q: Array) -> Array:
    """What a program's answers q to p say of the level that it stands for.

    Args:
        privacy: what is asked of every pair of rows.
        p: P, one value a cell, shape (cells,).
        q: the answers, shape (cells,).
    """
    share = shrinkage(privacy)
    return q if share == 1.0 else (1.0 - share) * p + share * q
