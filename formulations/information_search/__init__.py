"""Mutual information beyond the alphabets whose 2^k patterns can be listed.

Column generation (:mod:`.column_generation`) over a linear program of few patterns
(:mod:`.master`), with a bound on all others by branch and bound (:mod:`.separation`) or, up to 40
letters, by meet in the middle (:mod:`.halves`), which is exact. The worst case stays exponential:
the separation contains PARTITION. Beyond 40 letters the answer may be an interval, and is said to
be one. The program has a budget of work; beyond it, and beyond 1000 letters, sets that cover all
inputs equally often (:mod:`.covers`) are compared with a bound in closed form (:mod:`.fluid`).
"""

from __future__ import annotations

from formulations.information_search.column_generation import Found, search
from formulations.information_search.fluid import fluid_prices
from formulations.information_search.infeasibility import dual_infeasibility
from formulations.information_search.letters import Curve, Letters, read_letters
from formulations.information_search.orbits import input_sets
from formulations.information_search.relaxations import Prices
from formulations.information_search.separation import Separated, separate

__all__ = [
    "Curve",
    "Found",
    "Letters",
    "Prices",
    "Separated",
    "dual_infeasibility",
    "fluid_prices",
    "input_sets",
    "read_letters",
    "search",
    "separate",
]
