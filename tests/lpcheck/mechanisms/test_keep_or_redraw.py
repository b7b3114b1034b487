import math
from fractions import Fraction

import numpy as np
import pytest

from formulations.errors import InputError
from lpcheck.mechanisms import (
    keep_or_redraw,
    keep_probability,
    optimal_diagonal,
    public_prior_kernel,
)

PRIORS = [
    [1.0], [0.25, 0.75], [0.5, 0.5], [0.25] * 4, [0.5, 0.125, 0.25, 0.125], [0.2, 0.3, 0.5],
    [0.998, 0.001, 0.001], [1e-12, 0.5, 0.5 - 1e-12],
]  # fmt: skip
EPSILONS = [0.0, 1e-6, 0.1, 1.0, 4.0, 50.0, 300.0]


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("prior", PRIORS)
def test_private_invariant_and_as_good_as_any(prior, epsilon, is_private, is_stochastic, nudge):
    kernel, q = keep_or_redraw(prior, epsilon), np.array(prior)
    assert is_stochastic(kernel)
    assert is_private(kernel, epsilon)
    assert q @ kernel == pytest.approx(q, rel=1e-13, abs=0)
    assert kernel.diagonal().min() == pytest.approx(
        optimal_diagonal(prior, epsilon), rel=1e-13, abs=0
    )
    if len(prior) > 1 and prior[0] > 1e-6:
        assert q @ nudge(kernel) != pytest.approx(q, rel=1e-13, abs=0)


@pytest.mark.parametrize("prior", [p for p in PRIORS if len(p) > 1])
def test_no_larger_probability_is_private(prior, is_tight):
    assert is_tight(keep_or_redraw(prior, 1.0), 1.0)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("prior", PRIORS)
def test_it_keeps_the_letter_or_draws_from_the_prior(prior, epsilon):
    kept = keep_probability(prior, epsilon)
    expected = kept * np.eye(len(prior)) + (1 - kept) * np.array(prior)
    # 1 − λ cancels where λ is near 1; the kernel does not go through it.
    assert keep_or_redraw(prior, epsilon) == pytest.approx(expected, rel=1e-13, abs=1e-15)


def test_the_probability_in_fractions():
    q, t = [Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)], 2
    share = Fraction(1, t) / (Fraction(1, t) + (1 - Fraction(1, t)) * min(q))
    assert keep_probability([float(x) for x in q], math.log(t)) == pytest.approx(float(1 - share))
    assert 1 - share == Fraction(1, 7)


def test_the_same_as_algorithm_1_only_where_all_but_the_likeliest_are_tied():
    for prior in ([0.25] * 4, [0.5, 0.25, 0.25], [0.3, 0.7], [1.0]):
        same = public_prior_kernel(prior, 1.0)
        assert keep_or_redraw(prior, 1.0) == pytest.approx(same, rel=1e-13)
    different = public_prior_kernel([0.2, 0.3, 0.5], 1.0)
    assert keep_or_redraw([0.2, 0.3, 0.5], 1.0) != pytest.approx(different, rel=1e-3)


@pytest.mark.parametrize("epsilon", [0.0, 1.0, 800.0])
def test_a_letter_without_probability_leaves_only_the_draw(epsilon):
    kernel = keep_or_redraw([0.0, 0.4, 0.6], epsilon)
    assert (kernel == [0.0, 0.4, 0.6]).all()
    assert keep_probability([0.0, 0.4, 0.6], epsilon) == 0.0


def test_the_largest_levels_keep_every_letter():
    assert (keep_or_redraw([0.2, 0.3, 0.5], 800.0) == np.eye(3)).all()
    assert keep_probability([0.2, 0.3, 0.5], 800.0) == 1.0


@pytest.mark.parametrize("function", [keep_or_redraw, keep_probability])
@pytest.mark.parametrize(
    ("prior", "epsilon", "names"),
    [
        ([0.5, 0.4], 1.0, "prior"),
        ([-0.5, 1.5], 1.0, "prior"),
        ([], 1.0, "prior"),
        ([0.5, 0.5], -1.0, "epsilon"),
        ([0.5, 0.5], math.nan, "epsilon"),
        ([0.0, 1.0], math.inf, "epsilon"),
    ],
)
def test_refusals(function, prior, epsilon, names):
    with pytest.raises(InputError, match=names):
        function(prior, epsilon)
