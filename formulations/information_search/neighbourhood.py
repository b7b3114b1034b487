r"""Sets that break a dual vector, found fast and without a bound: a large neighbourhood of a set.

All letters but about a dozen, chosen at random, keep their counts; the best of all choices for
these is found by enumeration. Randomness has a fixed seed: the same problem gives the same answer.
"""

from __future__ import annotations

import numpy as np

from formulations.information_search.letters import Index
from formulations.information_search.relaxations import Counts, Prices

_SIZE = 4096
_BEST = 2


def neighbours(prices: Prices, start: Counts, generator: np.random.Generator) -> Counts:
    """The best sets that differ from the start, shape (n,), in a random window of letters only.

    Args:
        prices: the dual vector to be broken.
        start: counts of the letters, shape (n,).
        generator: what draws the window.
    """
    window = _window(prices.counts, generator)
    fixed = start.copy()
    fixed[window] = 0
    mass, cost = np.array([fixed @ prices.masses]), np.array([fixed @ prices.costs])
    for letter in window:
        number = np.arange(prices.counts[letter] + 1)
        mass = np.add.outer(mass, number * prices.masses[letter]).ravel()
        cost = np.add.outer(cost, number * prices.costs[letter]).ravel()
    amounts = prices.violations(mass, cost)
    best = np.argpartition(-amounts, min(_BEST, len(amounts)) - 1)[:_BEST]
    sets = np.repeat(fixed[None, :], len(best), axis=0)
    sets[:, window] = np.array(np.unravel_index(best, prices.counts[window] + 1)).T
    return sets


def _window(counts: Index, generator: np.random.Generator) -> Index:
    order = generator.permutation(len(counts))
    sizes = np.cumprod((counts[order] + 1).astype(float))
    return order[: max(int((sizes <= _SIZE).sum()), 1)]
