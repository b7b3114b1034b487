"""Whole ranges of ε: grids, intervals, where a formula starts to be optimal, and hunts.

A formula is a mechanism as a function of a problem's parameters, asked anew for every instance.
"""

from lpcheck.ranges.formula import Instances, instances
from lpcheck.ranges.grid import Grid, check_grid, read_levels
from lpcheck.ranges.hunt import Counterexample, Hunt, hunt
from lpcheck.ranges.map import Map, check_map
from lpcheck.ranges.printed import Printed, printed
from lpcheck.ranges.seeds import Question, hunt_seeds
from lpcheck.ranges.threshold import End, Threshold, thresholds
from lpcheck.ranges.whole import Part, Whole, prove_whole

__all__ = [
    "Counterexample",
    "End",
    "Grid",
    "Hunt",
    "Instances",
    "Map",
    "Part",
    "Printed",
    "Question",
    "Threshold",
    "Whole",
    "check_grid",
    "check_map",
    "hunt",
    "hunt_seeds",
    "instances",
    "printed",
    "prove_whole",
    "read_levels",
    "thresholds",
]
