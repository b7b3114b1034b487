"""Extreme points against enumeration of bounds and one free letter, and against random vertices."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog

from formulations import InputError, LocalMinimax, MinimaxSampler
from formulations.samplers.extreme_points import blocks_of, orbits_of, spread

F = Fraction
CLASSES = [
    ([F(1)], 0, 1), ([F(1)], 1, 1), ([F(1)], F(1, 3), 7), ([F(1, 2)] * 2, 0, 2),
    ([F(1, 3), F(2, 3)], 0, 3), ([F(1, 3), F(2, 3)], F(1, 2), F(3, 2)), ([F(1, 4)] * 4, 0, 4),
    ([F(1, 4)] * 4, F(1, 3), 2), ([F(1, 4)] * 4, F(1, 2), F(3, 2)), ([F(1, 5)] * 5, F(1, 2), 2),
    ([F(1, 2), F(1, 3), F(1, 6)], F(1, 3), 2), ([F(1, 2), F(1, 3), F(1, 6)], 0, 6),
    ([F(1, 2), F(1, 2), F(0)], 0, 2), ([F(0), F(1, 4), F(3, 4), F(0)], F(1, 2), 2),
    ([F(1, 2), F(1, 4), F(1, 4)], F(1, 2), F(3, 2)), ([F(2, 5), F(2, 5), F(1, 5)], 0, 5),
    ([F(1, 4)] * 4, 0, F(100001, 100000)), ([F(1, 3)] * 3, 1, 1), ([F(1, 3)] * 3, 1, 5),
    ([F(1, 3)] * 3, 0, 1), ([F(1, 2), F(1, 3), F(1, 6)], 1, 1),
    ([F(1, 10), F(2, 10), F(3, 10), F(4, 10)], F(1, 7), F(9, 5)),
]  # fmt: skip


def brute(reference, c1, c2):
    """All P with every letter at a bound but at most one, exactly, as a set."""
    k, found = len(reference), set()
    for bounds in itertools.product((c1, c2), repeat=k - 1):
        for free in range(k):
            levels = list(bounds)
            levels.insert(free, None)
            fixed = [None if c is None else c * w for c, w in zip(levels, reference, strict=True)]
            rest = 1 - sum(x for x in fixed if x is not None)
            if c1 * reference[free] <= rest <= c2 * reference[free]:
                fixed[free] = rest
                found.add(tuple(fixed))
    return found


def listed(reference, c1, c2, symmetric):
    """The points of all orbits, exactly, with repetitions."""
    blocks = blocks_of(reference, symmetric)
    points = []
    for orbit in orbits_of(reference, blocks, F(c1), F(c2)):
        rows = spread(orbit, blocks, len(reference))
        assert len(rows) == orbit.size
        for row in rows:
            points.append(tuple(F(0) if i < 0 else orbit.cells[i].p for i in row))
    return points


@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize(("reference", "c1", "c2"), CLASSES)
def test_each_extreme_point_once(reference, c1, c2, symmetric):
    points = listed(reference, c1, c2, symmetric)
    assert len(points) == len(set(points))
    assert set(points) == brute(reference, F(c1), F(c2))


@pytest.mark.parametrize(("reference", "c1", "c2"), CLASSES)
def test_linear_objectives_are_attained_at_extreme_points(reference, c1, c2):
    generator = np.random.default_rng(3)
    mu = np.array([float(x) for x in reference])
    points = np.array([[float(x) for x in p] for p in listed(reference, c1, c2, True)])
    seen = set()
    for _ in range(60):
        cost = generator.normal(size=len(mu))
        bounds = list(zip(float(c1) * mu, float(c2) * mu, strict=True))
        found = linprog(cost, A_eq=[np.ones(len(mu))], b_eq=[1], bounds=bounds, method="highs")
        assert found.status == 0
        values = points @ cost
        assert values.min() == pytest.approx(found.fun, abs=1e-12)
        seen.add(int(values.argmin()))
    if len(mu) <= 3:  # every one of them is needed
        assert seen == set(range(len(points)))


def test_random_classes():
    generator = np.random.default_rng(5)
    for _ in range(60):
        weights = generator.integers(0, 4, int(generator.integers(1, 6))).tolist()
        if not sum(weights):
            continue
        reference = [F(w, sum(weights)) for w in weights]
        c1, c2 = F(int(generator.integers(0, 7)), 6), 1 + F(int(generator.integers(0, 9)), 6)
        if c1 <= 1:
            points = listed(reference, c1, c2, True)
            assert len(points) == len(set(points))
            assert set(points) == brute(reference, c1, c2)


def test_a_large_uniform_class_is_counted_and_not_listed():
    problem = LocalMinimax(k=100, gamma=2, epsilon=1)
    orbits = problem.cells.orbits
    assert [o.size for o in orbits] == [math.comb(100, 33) * 67]
    assert problem.extreme_points.shape == (1, 100)
    assert problem.extreme_points.sum() == pytest.approx(1, abs=1e-14)


def test_too_many_extreme_points_are_refused_with_the_number():
    entries = [F(i, 465) for i in range(1, 31)]
    with pytest.raises(InputError, match=str(2**30)) as raised:
        _ = MinimaxSampler(reference=entries, c1=F(1, 2), c2=2, epsilon=1).extreme_points
    assert raised.value.parameter == "reference"
    assert "fewer different entries" in str(raised.value)
    entries = [F(2**i, 2**14 - 1) for i in range(14)]
    with pytest.raises(InputError, match=r"\d+ extreme points in \d+ orbits") as raised:
        _ = MinimaxSampler(reference=entries, c1=F(1, 2), c2=2, epsilon=1).extreme_points
    assert "more symmetric" in str(raised.value)
