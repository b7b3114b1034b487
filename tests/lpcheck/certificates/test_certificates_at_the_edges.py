"""Parameters at the edges: very small and very large ε, δ beside them, zeros that cancel."""

import numpy as np
import pytest

from formulations import (
    ApproximateBinary,
    InputError,
    LocalMinimax,
    MinimaxSampler,
    Mollifier,
    PublicPrior,
    Staircase,
    solve,
)
from lpcheck.certificates import certify
from lpcheck.rechecker import recheck

P0, P1 = ["1/2", "1/2"], ["1/3", "2/3"]


def both(certificate):
    """Accepted by both arithmetics."""
    pytest.importorskip("flint")
    for arithmetic in ("decimal", "flint"):
        found = recheck(certificate.data, arithmetic)
        assert found, found.reason
    return certificate


@pytest.mark.parametrize("epsilon", [100, 300, 700])
@pytest.mark.parametrize("delta", ["1e-9", "1/10"])
@pytest.mark.parametrize("divergence", ["hellinger", "hockey-stick:1.5"])
def test_samplers_with_a_delta_at_a_large_epsilon(epsilon, delta, divergence):
    """Entries of 350 places were rounded in 90 digits, which raised."""
    problem = MinimaxSampler(k=2, epsilon=epsilon, delta=delta, divergence=divergence)
    lower, upper = map(float, certify(problem).bounds)
    assert lower <= solve(problem).value + 1e-9
    assert upper >= solve(problem).value - 1e-9
    local = LocalMinimax(reference=P1, gamma=2, epsilon=epsilon, delta=delta, divergence="tv")
    assert recheck(certify(local).data)


@pytest.mark.parametrize("epsilon", ["1e-3500", "1e-400", "1e-300", "1e-20"])
def test_a_constant_kernel_is_private_at_any_epsilon(epsilon):
    """Of e^ε only 3,000 digits are enclosed; that it is not below 1 is known."""
    document = dict(certify(Staircase(p0=P0, p1=P1, epsilon="1e-3", divergence="tv")).data)
    document["parameters"] = {**document["parameters"], "epsilon": epsilon}
    document |= {"primal": [["0.3", "0.7"]] * 2, "dual": {}, "mechanism": None}
    document["bounds"] = {"lower": "0", "upper": "inf"}
    for arithmetic in ("decimal", "flint"):
        assert recheck(document, arithmetic)
        off = {**document, "primal": [["0.3", "0.7"], ["0.300001", "0.699999"]]}
        assert "privacy" in recheck(off, arithmetic).reason


def test_zeros_that_cancel_in_one_arithmetic_only():
    """The gap is exactly 0 in decimals, and 8e-81 in balls: what is claimed leaves room."""
    problem = Mollifier(
        target=["0", "1", "0"],
        lower=["0", "0", "0"],
        upper=["3/5", "3/5", "1"],
        divergence="hockey-stick:1.5",
    )
    both(certify(problem, solve(problem).mechanism))
    constant = Staircase(p0=P0, p1=P0, epsilon=1, divergence="kl")
    found = both(certify(constant, [["1/2", "1/2"]] * 2))
    assert found.bounds == ("0", "0")
    assert found.verdict == "optimal"


@pytest.mark.parametrize("divergence", ["alpha:20", "alpha:-20", "alpha:1.001", "chi2", "js"])
@pytest.mark.parametrize("epsilon", ["1e-6", "1", "30"])
def test_both_arithmetics_accept_what_is_made(divergence, epsilon):
    prior = PublicPrior(prior=["1/2", "1/3", "1/6"], epsilon=epsilon, divergence=divergence)
    both(certify(prior, np.tile([1 / 2, 1 / 3, 1 / 6], (3, 1))))
    staircase = Staircase(p0=["1", "0"], p1=P1, epsilon=epsilon, divergence=divergence)
    both(certify(staircase, solve(staircase).mechanism))


def test_numbers_that_no_file_holds_are_refused():
    problem = Staircase(p0=["1", "0"], p1=["0", "1"], epsilon=700, divergence="alpha:900")
    with pytest.raises(InputError, match=r"beyond\s1e3900") as refused:
        certify(problem)
    assert "\n" not in str(refused.value)


def test_a_breach_without_a_delta_names_the_rows():
    problem = ApproximateBinary(p0=P0, p1=P1, epsilon=1, delta=0)
    found = certify(problem, [[0.9, 0.1], [0.1, 0.9]])
    assert found.verdict == "infeasible"
    assert set(found.data["mechanism"]["breach"]["where"]) == {"row", "other_row"}


@pytest.mark.parametrize("privacy", [{"epsilon": "5/2", "delta": "1/3"}, {"nu": "1/10"}])
def test_one_answer_for_every_distribution_of_the_class(privacy):
    """A hockey-stick of γ = 3 does not see what is within a factor of 3: the optimum is 0."""
    problem = MinimaxSampler(k=2, divergence="hockey-stick:3", **privacy)
    assert certify(problem).bounds == ("0", "0")
    uneven = LocalMinimax(reference=P1, gamma=2, divergence="hockey-stick:3", **privacy)
    assert certify(uneven).bounds == ("0", "0")
