"""Decoders: unbiased or not, their risk, and the best of a kernel and of a level."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest

from formulations import InputError
from lpcheck.auditing import audit, audit_decoder, optimal_risk, risk_of
from lpcheck.mechanisms import randomized_response, subset_mechanism


def response(x, k=4, t=math.e):
    return x if random.random() < t / (t + k - 1) else (x + random.randrange(1, k)) % k


@pytest.fixture(scope="module")
def found():
    return audit(response, range(4), epsilon=1)


def decoder(y, k=4, t=math.e, slip=0.0):
    p, q = t / (t + k - 1), 1 / (t + k - 1)
    return [(float(y == x) - q + slip) / (p - q) for x in range(k)]


def test_the_usual_decoder_of_randomized_response_is_the_best(found):
    decoding = audit_decoder(found, decoder)
    assert decoding.unbiased
    assert decoding.risk == pytest.approx(decoding.best_risk, rel=1e-12)
    assert decoding.optimum == pytest.approx(decoding.best_risk, rel=1e-12)  # k < e + 1


def test_a_decoder_that_is_off_by_a_millionth_is_biased(found):
    decoding = audit_decoder(found, lambda y: decoder(y, slip=1e-6))
    assert not decoding.unbiased
    assert math.isnan(decoding.risk)


def test_the_risk_is_the_error_of_the_estimate(found):
    """By its definition, for a prior of rationals, one report at a time."""
    prior = np.array([0.5, 0.25, 0.125, 0.125])
    decoding = audit_decoder(found, decoder, prior)
    error = sum(
        prior[x] * found.kernel[x, y] * sum((np.array(decoder(y)) - prior) ** 2)
        for x, y in itertools.product(range(4), range(4))
    )
    assert decoding.risk == pytest.approx(error, rel=1e-12)
    # Away from the uniform prior the optimum is a program's, where that problem is there.
    assert math.isnan(decoding.optimum) or decoding.optimum < decoding.best_risk


def test_the_closed_form_is_the_optimum_of_the_program():
    import formulations

    problem = getattr(formulations, "Estimation", None)
    if problem is None:
        pytest.skip("the problem `estimation` is not here")
    for k, epsilon in ((2, 1.0), (4, 0.5), (5, 1.0)):
        bounds = formulations.solve(problem(prior=[f"1/{k}"] * k, epsilon=epsilon)).bounds
        assert bounds.lower * (1 - 1e-9) <= optimal_risk(k, epsilon) <= bounds.upper * (1 + 1e-9)


def test_no_unbiased_decoder_exists_for_a_constant_kernel():
    assert risk_of(np.full((3, 3), 1 / 3), np.full(3, 1 / 3)) == math.inf


@pytest.mark.parametrize(("k", "epsilon"), [(2, 1.0), (4, 0.3), (6, 1.0), (8, 2.0)])
def test_nothing_that_is_tried_beats_the_optimum(k, epsilon):
    uniform = np.full(k, 1 / k)
    best = optimal_risk(k, epsilon)
    assert risk_of(randomized_response(k, epsilon), uniform) >= best * (1 - 1e-12)
    rng = np.random.default_rng(k)
    u = math.exp(-epsilon)
    patterns = np.array(list(itertools.product((u, 1.0), repeat=k)))[1:-1].T
    for _ in range(20):
        size = int(rng.integers(1, k))
        spread = subset_mechanism(k, epsilon, size)
        other = subset_mechanism(k, epsilon, int(rng.integers(1, k)))
        mixture = np.hstack([0.5 * spread, 0.5 * other])
        assert risk_of(mixture, uniform) >= best * (1 - 1e-12)
    assert patterns.shape == (k, 2**k - 2)
    # At a lower level every kernel does worse: the level is used up.
    assert optimal_risk(k, epsilon - 0.01) > best


@pytest.mark.parametrize(
    ("decode", "prior", "parameter"),
    [
        (lambda y: [1.0], None, "decoder"),
        (lambda y: 1 / 0, None, "decoder"),
        (lambda y: [math.nan] * 4, None, "decoder"),
        (decoder, [0.5, 0.5], "prior"),
        (decoder, [0.5, 0.5, 0.5, -0.5], "prior"),
    ],
)
def test_bad_input_is_refused(found, decode, prior, parameter):
    with pytest.raises(InputError) as caught:
        audit_decoder(found, decode, prior)
    assert caught.value.parameter == parameter
    assert "\n" not in str(caught.value)
