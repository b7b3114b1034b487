"""What mechanisms that libraries ship are worth, beside the best of all."""

from lpcheck.league.estimation import League, Standing, estimation_league

__all__ = ["League", "Standing", "estimation_league"]
