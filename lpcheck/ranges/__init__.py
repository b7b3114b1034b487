"""Whole ranges of ε: grids, intervals, and the levels at which a formula starts to be optimal.

A formula is a mechanism as a function of a problem's parameters, asked anew for every instance.
"""

from lpcheck.ranges.formula import Instances, instances
from lpcheck.ranges.grid import Grid, check_grid, read_levels
from lpcheck.ranges.threshold import End, Threshold, thresholds
from lpcheck.ranges.whole import Whole, prove_whole

__all__ = [
    "End",
    "Grid",
    "Instances",
    "Threshold",
    "Whole",
    "check_grid",
    "instances",
    "prove_whole",
    "read_levels",
    "thresholds",
]
