"""Two mechanisms on one scale: columns that correspond, what is put together, what is marked."""

from __future__ import annotations

import numpy as np
import pytest

import lpcheck
from formulations import Information, PublicPrior, RelativeMollifier, Staircase
from lpcheck.mechanisms import public_prior_kernel, randomized_response
from lpcheck.report._matching import match_outputs
from lpcheck.report.heat.panel import Panel
from lpcheck.report.panels import panels

P0, P1 = ["1/2", "1/3", "1/6"], ["1/6", "1/4", "7/12"]
PAIR = Staircase(p0=P0, p1=P1, epsilon=1)


def wide(rows: int, columns: int, **more) -> Panel:
    values = np.random.default_rng(1).dirichlet(np.ones(columns), rows)
    names = tuple(map(str, range(rows))), tuple(map(str, range(columns)))
    return Panel("yours", values, *names, **more)


def test_matching_outputs_finds_permutations_merges_and_splits():
    bit = np.array([[0.7, 0.3], [0.7, 0.3], [0.3, 0.7]])
    assert match_outputs(bit, bit[:, ::-1]) == [([1], [0]), ([0], [1])]
    three = np.column_stack([bit[:, 0] / 2, bit[:, 1], bit[:, 0] / 2])
    assert match_outputs(three, bit) == [([0, 2], [0]), ([1], [1])]
    assert match_outputs(bit, three) == [([0], [0, 2]), ([1], [1])]


def test_nothing_is_matched_where_there_is_nothing():
    assert match_outputs(np.zeros((2, 2)), np.eye(2)) is None
    assert match_outputs(np.ones((2, 3000)), np.ones((2, 3000))) is None


def test_outputs_that_the_better_one_merges_are_added_up():
    both = panels(lpcheck.check(PAIR, randomized_response(3, 1.0)), columns=["a", "b", "c"])
    kernel = randomized_response(3, 1.0)
    assert both.other is not None
    assert sorted(both.yours.columns) == ["a+b", "c"]
    merged = both.yours.columns.index("a+b")
    assert both.yours.values[:, merged] == pytest.approx(kernel[:, 0] + kernel[:, 1])
    assert both.yours.values.sum(axis=1) == pytest.approx(np.ones(3))
    # Column by column the two speak for the same inputs.
    for mine, its in zip(both.yours.values.T, both.other.values.T, strict=True):
        assert np.argmax(mine) == np.argmax(its)
    assert "outputs of yours that the other has as one are added up" in both.notes


def test_outputs_that_it_splits_stand_in_groups():
    both = panels(lpcheck.check(Information(prior=P0, epsilon=6), np.full((3, 1), 1.0)))
    assert both.other is not None
    assert both.yours.values.shape == (3, 1)
    assert both.other.values.shape == (3, 3)
    assert (both.yours.groups, both.other.groups) == ((), ())
    two = np.array([[0.9, 0.1], [0.9, 0.1], [0.1, 0.9]])
    both = panels(lpcheck.check(Information(prior=P0, epsilon=6), two))
    assert both.other is not None
    assert sorted(both.other.groups) == [1, 2]
    assert both.yours.groups == ()


def test_named_columns_keep_their_places():
    problem = PublicPrior(prior=P0, epsilon=1, divergence="tv")
    constant = np.tile([1 / 2, 1 / 3, 1 / 6], (3, 1))
    both = panels(lpcheck.check(problem, constant), ["x", "y", "z"])
    assert both.other is not None
    assert both.yours.columns == both.other.columns == ("x", "y", "z")
    assert np.array_equal(both.yours.values, constant)


def test_what_breaks_a_constraint_is_marked():
    problem = PublicPrior(prior=["1/4", "3/4"], epsilon=1, divergence="tv")
    both = panels(lpcheck.check(problem, np.eye(2)))
    assert both.yours.marked == {(0, 0), (1, 0)}
    assert (both.yours.marked_rows, both.yours.marked_columns) == ({0, 1}, {0})
    assert both.other is not None
    assert not both.other.marked
    fine = panels(lpcheck.check(problem, public_prior_kernel(np.array([0.25, 0.75]), 1.0)))
    assert not fine.yours.marked


def test_an_output_that_nobody_gives_is_drawn_if_a_constraint_names_it():
    kernel = np.array([[0.5, 0.5, 0.0], [0.5, 0.5, 0.0], [0.6, 0.5, -0.1]])
    both = panels(lpcheck.check(PAIR, kernel))
    at = both.yours.columns.index("2")
    assert (2, at) in both.yours.marked
    assert not any("left out" in note for note in both.notes)
    fine = panels(lpcheck.check(PAIR, np.column_stack([np.full((3, 2), 0.5), np.zeros(3)])))
    assert "of yours, 1 output that is never given left out" in fine.notes


def test_a_distribution_is_one_column():
    problem = RelativeMollifier(target=P0, reference=["1/3"] * 3, epsilon=0.1)
    both = panels(lpcheck.check(problem, np.array([0.7, 0.2, 0.1])), ["a", "b", "c"])
    assert both.yours.values.shape == (3, 1)
    assert both.yours.columns == ("",)
    assert both.yours.marked_rows == {0, 2}


@pytest.mark.parametrize(("rows", "columns"), [(300, 300), (33, 33), (7, 1000), (100, 5)])
def test_a_reduced_kernel_is_a_kernel(rows, columns):
    small = wide(rows, columns).reduced(10, 12, adds_rows=False)
    assert small.values.shape == (-(-rows // 10), -(-columns // 12))
    assert small.values.sum(axis=1) == pytest.approx(np.ones(len(small.values)))


def test_a_reduced_distribution_is_a_distribution():
    values = np.random.default_rng(2).dirichlet(np.ones(50))[:, None]
    panel = Panel("yours", values, tuple(map(str, range(50))), ("",))
    assert panel.reduced(7, 1, adds_rows=True).values.sum() == pytest.approx(1.0)


def test_reduction_keeps_groups_apart_and_marks_in_sight():
    panel = wide(
        40, 9, groups=(4, 5), marked=frozenset({(39, 4)}),
        marked_rows=frozenset({39}), marked_columns=frozenset({4}),
    )  # fmt: skip
    small = panel.reduced(10, 3, adds_rows=False)
    assert small.groups == (2, 2)
    assert small.columns == ("0–2", "3", "4–6", "7–8")
    assert small.marked == {(3, 2)}
    assert (small.marked_rows, small.marked_columns) == ({3}, {2})


def test_what_is_too_large_is_fitted_and_says_so():
    prior = np.full(120, 1 / 120)
    problem = PublicPrior(prior=prior.tolist(), epsilon=1, divergence="tv")
    both = panels(lpcheck.check(problem, np.tile(prior, (120, 1))))
    fitted = both.fitted(32, 32)
    assert fitted.other is not None
    assert fitted.yours.values.shape == fitted.other.values.shape == (30, 30)
    assert fitted.notes[-1] == (
        "too large to draw whole: a cell is 4 inputs averaged, 4 outputs added up"
    )
    assert both.fitted(120, 120) is both


def test_more_groups_than_room_are_not_kept():
    panel = wide(3, 40, groups=(20,) * 2)
    both = panels(lpcheck.check(PAIR, randomized_response(3, 1.0)))
    from dataclasses import replace

    crowded = replace(both, yours=replace(panel, groups=(1,) * 40), other=None)
    fitted = crowded.fitted(32, 20)
    assert fitted.yours.groups == ()
    assert len(fitted.yours.columns) <= 20


def test_of_very_many_outputs_only_the_many_are_put_together():
    problem = Staircase(p0=["1/3", "2/3"], p1=["3/4", "1/4"], epsilon=1)
    both = panels(lpcheck.check(problem, np.full((2, 4000), 1 / 4000)))
    fitted = both.fitted(32, 32)
    assert fitted.other is not None
    assert len(fitted.yours.columns) <= 32
    assert fitted.other.values.shape[1] == 2
    assert fitted.yours.values.sum(axis=1) == pytest.approx(np.ones(2))
