"""Closed forms are recognised where they are, and nowhere else."""

from __future__ import annotations

import math

import numpy as np
import pytest

import lpcheck
from formulations import ApproximateBinary, Estimation, Information, PublicPrior, Staircase
from lpcheck import mechanisms as m
from lpcheck.report.closed_forms import attaining, of_mechanism
from lpcheck.report.forms import of_entries, of_number

E = math.e


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (E / (E + 2), "e^ε/(e^ε + 2)"),
        (1 / (E + 2), "1/(e^ε + 2)"),
        (2 / (3 * E + 5), "2/(3e^ε + 5)"),
        (2 * E / (3 * E + 5), "2e^ε/(3e^ε + 5)"),
        (math.exp(0.5) / (math.exp(0.5) + 1), "e^(ε/2)/(e^(ε/2) + 1)"),
        (1 / E, "1/e^ε"),
        (0.75, "3/4"),
        (7.0, "7"),
    ],
)
def test_numbers(x, text):
    found = of_number(x, 1.0)
    assert found is not None
    assert found.text == text
    assert of_number(x * (1 + 1e-10), 1.0) is None


def test_numbers_that_are_nothing():
    generator = np.random.default_rng(5)
    found = [of_number(x, 1.3) for x in generator.random(300).tolist()]
    assert found == [None] * 300
    assert of_number(0.5123, 1e-4) is None  # every number is near some a·e^ε + b there


PROBLEM = Estimation(k=5, epsilon=1)
KERNELS = {
    "randomized response": m.randomized_response(5, 1.0),
    "randomized response on 2 blocks {0, 3} {1, 2, 4}": m.randomized_response(2, 1.0)[
        [0, 1, 1, 0, 1]
    ],
    "subset selection, d = 2": m.subset_mechanism(5, 1.0, 2),
    "SUE (RAPPOR)": m.symmetric_unary_encoding(5, 1.0),
    "OUE": m.optimized_unary_encoding(5, 1.0),
    "local hashing into 2 cells (BLH)": m.local_hashing(5, 1.0, 2),
    "optimal local hashing (OLH)": m.local_hashing(5, 1.0),
    "Hadamard response": m.hadamard_response(5, 1.0),
    "the mechanism that says nothing": np.full((5, 3), [0.2, 0.3, 0.5]),
}


@pytest.mark.parametrize("name", KERNELS)
def test_mechanisms_up_to_order_and_merging(name):
    kernel = KERNELS[name]
    generator = np.random.default_rng(7)
    share = generator.random(kernel.shape[1])
    split = np.hstack([kernel * share, kernel * (1 - share)])
    split = split[:, generator.permutation(split.shape[1])]
    assert of_mechanism(PROBLEM, kernel) == of_mechanism(PROBLEM, split) == name


@pytest.mark.parametrize("name", [n for n in KERNELS if "nothing" not in n])
def test_mechanisms_that_are_a_little_off(name):
    kernel = KERNELS[name]
    off = kernel.copy()
    off[0, 0] *= 1 + 1e-6
    assert of_mechanism(PROBLEM, off) == ""
    assert of_mechanism(Estimation(k=5, epsilon="1.01"), kernel) == ""


def test_letters_name_the_blocks():
    blocks = KERNELS["randomized response on 2 blocks {0, 3} {1, 2, 4}"]
    assert of_mechanism(PROBLEM, blocks, "abcde").endswith("2 blocks {a, d} {b, c, e}")


def test_named_outputs_are_not_permuted():
    problem = PublicPrior(prior=["1/3"] * 3, epsilon=1, divergence="tv")
    response = m.randomized_response(3, 1.0)
    assert of_mechanism(problem, response) == "randomized response"
    assert of_mechanism(problem, response[:, ::-1]) == ""


def test_the_closed_form_for_a_public_prior():
    problem = PublicPrior(prior=["1/10", "3/10", "3/5"], epsilon=1, divergence="kl")
    name = "the closed form for a public prior"
    kernel = m.public_prior_kernel(problem.prior.array, 1.0)
    assert of_mechanism(problem, kernel) == name
    assert of_mechanism(problem, m.public_prior_kernel(problem.prior.array, 0.99)) == ""
    in_tv = PublicPrior(prior=["1/10", "3/10", "3/5"], epsilon=1, divergence="tv")
    assert attaining(lpcheck.solve(in_tv)) == [name]


def test_the_quaternary_mechanism():
    stated = {"p0": ["9/10", "1/10"], "p1": ["1/5", "4/5"], "epsilon": 1, "divergence": "tv"}
    problem = ApproximateBinary(**stated, delta="1/10")
    kernel = m.quaternary(1.0, 0.1)
    assert of_mechanism(problem, kernel[:, [3, 0, 2, 1]]) == "the quaternary mechanism"
    assert of_mechanism(problem, m.quaternary(1.0, 0.1001)) == ""
    assert "quaternary" in str(lpcheck.solve(problem))


def test_what_attains_the_optimum():
    even = lpcheck.solve(Information(prior=["1/6"] * 6, epsilon="1/2"))
    assert attaining(even) == ["subset selection, d = 3"]
    uneven = lpcheck.solve(Information(prior=["1/2", "1/4", "1/4"], epsilon="1/2"))
    assert attaining(uneven) == []


def test_entries_are_all_or_none():
    kernel = m.randomized_response(4, 1.0)
    assert [form.text for _, form in of_entries(kernel, 1.0)] == ["e^ε/(e^ε + 3)", "1/(e^ε + 3)"]
    kernel[0, 1] += 1e-6
    assert of_entries(kernel, 1.0) == []


def test_an_optimum_is_named_in_its_report():
    p0 = ["5/15", "4/15", "3/15", "2/15", "1/15"]
    found = lpcheck.solve(Staircase(p0=p0, p1=p0[::-1], epsilon=1, divergence="kl"))
    assert "randomized response on 2 blocks {0, 1} {2, 3, 4}" in str(found)
    assert "0.7311 = e^ε/(e^ε + 1)" in str(found)
