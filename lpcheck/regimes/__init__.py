"""Which partition is optimal at which ε, for given priors: staircase mechanisms as ε grows.

The optimum of hypothesis testing randomizes over the blocks of a partition of the alphabet, from
two blocks (the binary mechanism) at small ε to one a letter (randomized response) at large ε.
"""

from lpcheck.regimes.find import regimes
from lpcheck.regimes.regime import Blocks, Change, Interval, Regimes
from lpcheck.regimes.search import WIDTH

__all__ = ["WIDTH", "Blocks", "Change", "Interval", "Regimes", "regimes"]
