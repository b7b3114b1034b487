"""What a better mechanism does differently, in words."""

from __future__ import annotations

import numpy as np
import pytest

from formulations import Information, PublicPrior, RelativeMollifier, Staircase
from lpcheck.compare import check
from lpcheck.mechanisms import binary_hypothesis, randomized_response
from lpcheck.report import console
from lpcheck.report.differences import differences

ONE_BIT = np.array([[0.7, 0.3], [0.7, 0.3], [0.3, 0.7]])


def test_merged_outputs_and_the_largest_changes():
    three = np.array([[0.5, 0.1, 0.4], [0.1, 0.5, 0.4], [0.2, 0.2, 0.6]])
    assert differences(three, ONE_BIT, None, labelled=False) == [
        "outputs 0 and 1 are merged into its output 0",
        "input 0, outputs 0 and 1 together: 0.6000 to 0.7000",
        "input 1, outputs 0 and 1 together: 0.6000 to 0.7000",
        "input 2, outputs 0 and 1 together: 0.4000 to 0.3000",
    ]


def test_split_outputs():
    better = np.array([[0.4, 0.3, 0.3], [0.3, 0.4, 0.3], [0.15, 0.15, 0.7]])
    assert differences(ONE_BIT, better, ["a", "b", "c"], labelled=False) == [
        "output 0 is split into its outputs 0 and 1",
    ]


def test_several_that_become_several():
    constant = np.full((2, 2), 0.5)
    better = np.array([[0.3, 0.7], [0.7, 0.3]])
    lines = differences(constant, better, None, labelled=False)
    assert lines == ["outputs 0 and 1 together become its outputs 0 and 1"]


def test_permuted_outputs_and_empty_ones_are_no_difference():
    permuted = np.column_stack([ONE_BIT[:, 1], np.zeros(3), ONE_BIT[:, 0]])
    assert differences(ONE_BIT, permuted, None, labelled=False) == []


def test_letters_name_rows_and_columns():
    kernel, better = randomized_response(3, 1.0), randomized_response(3, 1.5)
    lines = differences(kernel, better, ["x", "y", "z"], labelled=True)
    assert lines[0] == "row 'x', column 'x': 0.5761 to 0.6914"
    assert len(lines) == 3


def test_distributions():
    lines = differences(np.array([0.5, 0.3, 0.2]), np.array([0.5, 0.4, 0.1]), None, labelled=True)
    assert lines == ["letter 1: 0.3000 to 0.4000", "letter 2: 0.2000 to 0.1000"]


def test_very_many_outputs_are_counted():
    many = np.tile(ONE_BIT / 200, (1, 200))
    lines = differences(many, ONE_BIT, None, labelled=False)
    assert lines == ["it uses 2 outputs, yours 400"]


P0, P1 = ["1/2", "1/3", "1/6"], ["1/6", "1/4", "7/12"]


@pytest.mark.parametrize(
    ("problem", "mechanism", "says"),
    [
        (Staircase(p0=P0, p1=P1, epsilon=1), randomized_response(3, 1.0), "are merged into its"),
        (
            Staircase(p0=P0, p1=P1, epsilon=6),
            binary_hypothesis(np.array([1 / 2, 1 / 3, 1 / 6]), np.array([1 / 6, 1 / 4, 7 / 12]), 6),
            "is split into its outputs",
        ),
        (Information(prior=P0, epsilon=6), np.full((3, 1), 1.0), "output 0 is split into"),
        (PublicPrior(prior=P0, epsilon=1, divergence="tv"), np.tile([1 / 2, 1 / 3, 1 / 6], (3, 1)),
         "row 2, column "),
        (RelativeMollifier(target=P0, reference=["1/3"] * 3, epsilon=1), np.full(3, 1 / 3),
         "letter 0: 0.3333 to"),
    ],
)  # fmt: skip
def test_reports_say_it(problem, mechanism, says):
    finding = check(problem, mechanism)
    assert finding.verdict == "suboptimal"
    text = console.of_comparison(finding)
    assert says in text.partition("what it does differently:")[2]
