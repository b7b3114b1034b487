"""Both arithmetics enclose or refuse where a function ends; large certificates are refused."""

import copy
from fractions import Fraction

import pytest

from formulations import ApproximateBinary
from lpcheck.certificates import certify
from lpcheck.rechecker import enclose, lagrangian, recheck, rows
from lpcheck.rechecker.balls import Balls
from lpcheck.rechecker.interval import Decimals

F = Fraction


@pytest.fixture(name="A", params=[Decimals, Balls])
def arithmetic(request):
    return request.param()


@pytest.mark.parametrize("low", [F(0), F(-1)])
def test_no_logarithm_where_it_may_not_exist(A, low):
    with pytest.raises(ArithmeticError):
        A.lower(A.ln(A.between(low, F(1))))
    assert A.lower(A.ln(A.between(F(1, 2), F(1)))) < 0


def test_no_quotient_by_what_may_be_zero(A):
    one = A.number(1)
    with pytest.raises(ArithmeticError):
        A.lower(one / A.between(F(-1), F(1)))
    assert A.lower(one / A.between(F(1), F(2))) <= F(1, 2)


def test_roots_of_what_rounding_put_below_zero(A):
    across, below = A.sqrt(A.between(F(-1), F(4))), A.sqrt(A.between(F(-2), F(-1)))
    assert A.lower(across) <= 0
    assert 2 <= A.upper(across) < 3
    assert A.lower(below) <= 0 <= A.upper(below) < F(1, 10**6)


@pytest.mark.parametrize("divergence", ["kl", "chi2", "alpha:3"])
def test_an_outcome_that_only_one_input_has(divergence):
    """δ > 0 lets an output have probability 0 under one hypothesis: f'(∞) = ∞ is attained."""
    given = {"p0": ["1/3", "2/3"], "p1": ["0", "1"], "epsilon": 1, "divergence": divergence}
    document = certify(ApproximateBinary(**given, delta="1/10")).data
    assert recheck(document).bounds == ("inf", "inf")
    alone = copy.deepcopy(document)
    alone["parameters"]["delta"] = "9/100"
    assert not enclose(alone)
    finite = copy.deepcopy(document)
    finite["parameters"]["p1"] = ["1/100", "99/100"]
    assert not recheck(finite).ok


@pytest.mark.parametrize(
    ("limit", "reason"), [("_MOST_CUTS", "dual.cuts: more"), ("_LONGEST_CUT", "entries")]
)
def test_multipliers_of_too_many_cuts(limit, reason, certificates, monkeypatch):
    document = certificates["minimax_delta_tv"]
    assert enclose(document)
    monkeypatch.setattr(lagrangian, limit, 0)
    assert reason in enclose(document).reason


def test_mechanisms_with_too_many_pairs_of_rows(certificates, monkeypatch):
    """Beyond pure LDP every pair of rows is compared."""
    judged = [
        document
        for document in certificates.values()
        if {"delta", "nu"} & set(document["parameters"])
        and document["problem"] != "approximate-binary"
        and recheck(document).verdict in ("optimal", "suboptimal")
    ]
    assert judged
    monkeypatch.setattr(rows, "_MOST_WORK", 0)
    for document in judged:
        assert "too many pairs" in recheck(document).reason
