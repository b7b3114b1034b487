"""Cells: rows and back, and the worst arrangement against all exchanges of letters."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from formulations import LocalMinimax, MinimaxSampler
from formulations.samplers.cells import cells_of

F = Fraction
CLASSES = [
    ([F(1, 4)] * 4, F(1, 3), F(2)), ([F(1, 3), F(1, 3), F(1, 6), F(1, 6)], F(1, 2), F(2)),
    ([F(1, 2), F(0), F(1, 4), F(1, 4)], F(0), F(4)), ([F(1, 2), F(1, 3), F(1, 6)], F(0), F(6)),
    ([F(1)], F(0), F(1)), ([F(1, 5)] * 5, F(1, 2), F(2)),
]  # fmt: skip


def exchanges(cells):
    """All permutations of letters within blocks, as index arrays."""
    for parts in itertools.product(*(itertools.permutations(b) for b in cells.blocks)):
        order = np.arange(cells.k)
        for block, part in zip(cells.blocks, parts, strict=True):
            order[list(block)] = part
        yield order


@pytest.mark.parametrize(("reference", "c1", "c2"), CLASSES)
def test_rows_are_the_orbit_under_exchanges(reference, c1, c2):
    cells = cells_of(reference, c1, c2, symmetric=True)
    values = np.random.default_rng(1).random(len(cells.p))
    P, rows = cells.rows(cells.p), cells.rows(values)
    assert np.array_equal(cells.values(rows), values)
    assert np.allclose(P.sum(axis=1), 1)
    assert np.allclose(cells.member @ cells.p, 1)
    assert np.allclose(cells.member @ cells.base, 1)
    answers = {tuple(p): tuple(q) for p, q in zip(P, rows, strict=True)}
    assert len(answers) == len(P)
    for order in exchanges(cells):
        for p, q in zip(P, rows, strict=True):
            assert answers[tuple(p[order])] == tuple(q[order])


@pytest.mark.parametrize("t", [1.0, 1.5, 4.0])
@pytest.mark.parametrize(("reference", "c1", "c2"), CLASSES)
def test_the_worst_arrangement(reference, c1, c2, t):
    cells = cells_of(reference, c1, c2, symmetric=True)
    generator = np.random.default_rng(2)
    for _ in range(5):
        values = generator.random(len(cells.p)).round(1)  # with ties
        values = values / (cells.member @ values)[cells.orbit]
        rows = cells.rows(values)
        firsts = np.cumsum([0, *[o.size for o in cells.orbits]])
        falling, rising = cells.arranged(values)
        for v, w in itertools.product(range(len(cells.orbits)), repeat=2):
            a, b = rows[firsts[v]], rows[firsts[w]]
            brute = max(np.maximum(a - t * b[order], 0).sum() for order in exchanges(cells))
            seen = np.maximum(values[falling[v]] - t * values[rising[w]], 0).sum()
            assert seen == pytest.approx(brute, abs=1e-14)


def test_zeros_of_the_reference_have_no_cell():
    cells = cells_of([F(1, 2), F(0), F(1, 2)], F(0), F(2), symmetric=True)
    assert (cells.of_rows[:, 1] == -1).all()
    assert (cells.rows(np.ones(len(cells.p)))[:, 1] == 0).all()


@pytest.mark.parametrize("symmetric", [True, False])
def test_singletons(symmetric):
    for problem in (
        MinimaxSampler(k=1, epsilon=1, symmetric=symmetric),
        MinimaxSampler(k=4, c1=1, c2=1, epsilon=1, symmetric=symmetric),
        MinimaxSampler(k=3, c1=0, c2=1, epsilon=1, symmetric=symmetric),
        LocalMinimax(reference=["1/2", "1/3", "1/6"], gamma=1, epsilon=1, symmetric=symmetric),
        MinimaxSampler(reference=[0, 1, 0], epsilon=1, symmetric=symmetric),
    ):
        assert problem.extreme_points.shape == (1, problem.k)
        assert np.array_equal(problem.extreme_points[0], problem.reference.array)


def test_one_row_an_orbit_beyond_a_thousand_points():
    problem = LocalMinimax(k=14, gamma=2, epsilon=1)
    cells = problem.cells
    assert not cells.listed
    assert len(problem.extreme_points) == len(cells.orbits)
    assert np.allclose(problem.extreme_points.sum(axis=1), 1)
    values = np.random.default_rng(3).random(len(cells.p))
    assert np.array_equal(cells.values(cells.rows(values)), values)
