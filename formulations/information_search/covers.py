r"""Mixtures that need no program: sets of nearly the best mass, every input in equally many.

L sets, in which every input is c times, are a private kernel with equal weights, since
:math:`\sum_T S_T` is then the same in every row. Where all of them have the same mass c/L, and that
is the mass at which the utility for the output's probability is largest, no mixture is better. Of
many letters of little mass each, such sets are found by giving the letters, by falling mass, to the
c lightest sets.
"""

from __future__ import annotations

import math

import numpy as np

from formulations.formulation import Array
from formulations.information_search.letters import Letters
from formulations.information_search.relaxations import Counts

_LARGEST, _TRIED = 150, 4


def best_mass(letters: Letters) -> float:
    """The mass s at which g(s)/m(s) is largest: m = εu/(1 − u)."""
    curve = letters.curve
    return (curve.epsilon * curve.u / curve.rest - curve.u) / curve.rest


def best_cover(letters: Letters) -> tuple[Counts, Array, float]:
    """The best of a few covers.

    Returns:
        the sets by counts, shape (L, n), their weights, and the value of that mixture.
    """
    mass = best_mass(letters)
    sizes = [(min(max(round(mass * n), 1), n - 1), n) for n in range(2, _LARGEST + 1)]
    # The smallest L of each ratio c/L, those next to the best mass first.
    distinct = [(c, n) for c, n in sizes if math.gcd(c, n) == 1]
    nearest = sorted(distinct, key=lambda size: abs(size[0] / size[1] - mass))[:_TRIED]
    found = [_mixed(letters, _cover(letters, c, n), c) for c, n in nearest]
    found.append(_response(letters))
    return max(found, key=lambda mixture: mixture[2])


def _cover(letters: Letters, times: int, number: int) -> Counts:
    """Sets of nearly equal masses, every input in `times` of them."""
    sets = np.zeros((number, len(letters)), dtype=np.int16)
    loads = np.zeros(number)
    for letter, (mass, count) in enumerate(zip(letters.masses, letters.counts, strict=True)):
        for _ in range(count):
            lightest = np.argpartition(loads, times - 1)[:times]
            sets[lightest, letter] += 1
            loads[lightest] += mass
    return sets


def _response(letters: Letters) -> tuple[Counts, Array, float]:
    """Randomized response: every input alone."""
    k, curve = int(letters.counts.sum()), letters.curve
    sets = np.eye(len(letters), dtype=np.int16)
    weights = letters.counts / (1.0 + (k - 1) * curve.u)
    return sets, weights, float(weights @ letters.utilities(sets))


def _mixed(letters: Letters, sets: Counts, times: int) -> tuple[Counts, Array, float]:
    curve, number = letters.curve, len(sets)
    weight = 1.0 / (number * curve.u + curve.rest * times)
    value = weight * float(letters.utilities(sets).sum())
    return sets, np.full(number, weight), value
