"""What mechanisms that libraries ship are worth, beside the best of all."""

from lpcheck.league.estimation import estimation_league
from lpcheck.league.league import League, Standing
from lpcheck.league.loss import counts, loss_league

__all__ = ["League", "Standing", "counts", "estimation_league", "loss_league"]
