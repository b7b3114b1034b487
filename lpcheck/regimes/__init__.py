"""Which partition is optimal at which ε."""

from lpcheck.regimes.search import WIDTH, Blocks, Change, Regimes, regimes

__all__ = ["WIDTH", "Blocks", "Change", "Regimes", "regimes"]
