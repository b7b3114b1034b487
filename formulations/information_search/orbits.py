r"""From counts to inputs: which sets of inputs stand for "n_X inputs of letter X, any of them".

All such sets have one mass. Systematic sampling picks few of them that cover the inputs of every
letter equally: with an offset r, input i of the c inputs of a letter is taken when an integer lies
in (r + i n/c, r + (i + 1) n/c]. As r goes through [0, 1) the set changes at multiples of 1/c only.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np

from formulations.formulation import Array
from formulations.information_search.letters import Letters
from formulations.information_search.relaxations import Counts


def input_sets(letters: Letters, sets: Counts, weights: Array) -> tuple[Array, Array]:
    """Sets of inputs as columns of 0 and 1, shape (k, columns), and their weights.

    Inputs without mass go with one input of the largest mass.

    Args:
        letters: the inputs with mass, counted.
        sets: counts of the letters, shape (columns, n).
        weights: the weight of each set, shape (columns,).
    """
    columns, shares = [], []
    for counts, weight in zip(sets.tolist(), weights.tolist(), strict=True):
        for offset, length in _offsets(letters, counts):
            columns.append(_column(letters, counts, offset))
            shares.append(weight * length)
    inside, all_shares = np.array(columns).T, np.array(shares)
    patterns, place = np.unique(inside, axis=1, return_inverse=True)
    return patterns, np.bincount(place.ravel(), weights=all_shares).astype(float)


def _offsets(letters: Letters, counts: list[int]) -> list[tuple[Fraction, float]]:
    """An offset inside each interval on which the set is the same, and the interval's length."""
    ends = {Fraction(0), Fraction(1)}
    for number, size in zip(counts, letters.counts.tolist(), strict=True):
        ends |= {Fraction(-i * number, size) % 1 for i in range(size)}
    cuts = sorted(ends)
    return [((a + b) / 2, float(b - a)) for a, b in pairwise(cuts)]


def _column(letters: Letters, counts: list[int], offset: Fraction) -> Array:
    column = np.zeros(len(letters.place))
    for letter, (number, size) in enumerate(zip(counts, letters.counts.tolist(), strict=True)):
        steps = [(offset + Fraction(i * number, size)).__floor__() for i in range(size + 1)]
        column[letters.place == letter] = np.diff(steps)
    column[letters.place < 0] = column[np.argmax(letters.place == 0)]
    return column
