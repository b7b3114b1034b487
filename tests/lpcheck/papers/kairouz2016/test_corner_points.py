"""Every corner point of the private kernels on four letters is a staircase mechanism."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
import pytest

LOW, HIGH, FREE = 0, 1, 2


def _kinds(k: int) -> dict[int, list[tuple[int, ...]]]:
    """Columns by what is at its least entry, at e^ε times it, or between; by free numbers.

    A column without one of the first two has no tight constraint, hence k free numbers, and stands
    alone in a corner point: the constant mechanism.
    """
    found: dict[int, list[tuple[int, ...]]] = {}
    for kind in product((LOW, HIGH, FREE), repeat=k):
        if LOW in kind and HIGH in kind:
            found.setdefault(1 + kind.count(FREE), []).append(kind)
    return found


def _supports(k: int) -> Iterator[list[tuple[int, ...]]]:
    """Sets of different columns, not all patterns, with at most k free numbers: k equations."""
    kinds = _kinds(k)
    sizes = [s for n in range(1, k + 1) for s in product(kinds, repeat=n)]
    for size in {tuple(sorted(s)) for s in sizes if sum(s) <= k and max(s) > 1}:
        groups = [combinations(kinds[s], size.count(s)) for s in sorted(set(size))]
        for chosen in product(*groups):
            yield [kind for group in chosen for kind in group]


def _system(columns: list[tuple[int, ...]], t: float) -> np.ndarray:
    """Row sums as a function of the free numbers: a least entry, then those between."""
    parts = []
    for kind in columns:
        marks = np.array(kind)
        parts.append((marks == LOW) + t * (marks == HIGH))
        parts += [np.eye(len(kind))[x] for x in np.flatnonzero(marks == FREE)]
    return np.array(parts, dtype=float).T


def _corner(columns: list[tuple[int, ...]], t: float) -> bool:
    A = _system(columns, t)
    if np.linalg.matrix_rank(A) < A.shape[1]:
        return False
    x = np.linalg.lstsq(A, np.ones(len(A)), rcond=None)[0]
    if np.abs(A @ x - 1).max() > 1e-9 or x.min() <= 1e-9:
        return False
    place = 0
    for kind in columns:
        between = x[place + 1 : place + 1 + kind.count(FREE)] / x[place]
        if ((between < 1 + 1e-7) | (between > t * (1 - 1e-7))).any():
            return False
        place += 1 + kind.count(FREE)
    return True


@pytest.mark.parametrize("t", [2.0, 1.1, 7.0])
@pytest.mark.parametrize("k", [2, 3, 4])
def test_none_is_missed_on_four_letters_or_fewer(k, t):
    assert not any(_corner(columns, t) for columns in _supports(k))


def test_the_known_one_on_five_letters_is_found():
    # Columns (2,2,1,1,2)/7, (2,1,2,1,1)/7, (1,2,2,1,1)/7, (2,2,2,4,3)/7 at e^ε = 2.
    columns = [(1, 1, 0, 0, 1), (1, 0, 1, 0, 0), (0, 1, 1, 0, 0), (0, 0, 0, 1, 2)]
    assert _corner(columns, 2.0)
    assert not _corner([*columns[:3], (0, 0, 0, 1, 0)], 2.0)
