"""What mechanisms that libraries ship are worth, beside the best of all."""

from lpcheck.league.estimation import estimation_league
from lpcheck.league.league import League, Standing
from lpcheck.league.loss import counts, loss_league
from lpcheck.league.skew import Cell, SkewMap, skew_map

__all__ = [
    "Cell",
    "League",
    "SkewMap",
    "Standing",
    "counts",
    "estimation_league",
    "loss_league",
    "skew_map",
]
