"""Certificates of estimation: (B, α) over all patterns, subset sizes, and altered files."""

import copy
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from formulations import Estimation, InputError, MetricPrivacy, solve
from formulations.estimation import risk, subset_risk
from lpcheck.certificates import certify
from lpcheck.mechanisms import subset_mechanism
from lpcheck.rechecker import enclose, recheck
from lpcheck.rechecker.interval import Decimals
from lpcheck.rechecker.inverse import has_full_rank, trace_of_inverse


def zipf(k):
    weights = [Fraction(1, x + 1) for x in range(k)]
    return [w / sum(weights) for w in weights]


def drawn(seed, k, zeros=False):
    rng = np.random.default_rng([41, seed])
    weights = [int(x) for x in rng.integers(0 if zeros else 1, 30, k)]
    weights[0] += 1
    return [Fraction(w, sum(weights)) for w in weights]


def ends(certificate):
    return Decimal(certificate.bounds.lower), Decimal(certificate.bounds.upper)


@pytest.mark.parametrize("epsilon", ["1e-3", "0.3", "1", "4", "30"])
@pytest.mark.parametrize("k", [2, 3, 5, 7])
def test_bounds_hold_the_optimum(k, epsilon):
    problem = Estimation(prior=drawn(k, k, zeros=k == 5), epsilon=epsilon)
    solution = solve(problem)
    certificate = certify(problem, solution.mechanism)
    lower, upper = ends(certificate)
    assert 0 < upper - lower <= Decimal("1e-9") * upper
    assert solution.value == pytest.approx(float(upper), rel=1e-8)
    assert certificate.verdict == "optimal"


@pytest.mark.full
@pytest.mark.parametrize("k", [8, 10, 12])
def test_zipf_priors(k):
    certificate = certify(Estimation(prior=zipf(k), epsilon="1"))
    lower, upper = ends(certificate)
    assert upper - lower <= Decimal("1e-9") * upper
    if k == 12:
        pytest.importorskip("flint")
        assert recheck(certificate.data, "flint")


def test_subset_selection_is_beaten_at_a_zipf_prior():
    problem = Estimation(prior=zipf(5), epsilon="1")
    for size in (1, 2):
        kernel = subset_mechanism(5, 1.0, size)
        found = certify(problem, kernel)
        assert found.verdict == "suboptimal"
        assert Decimal(found.data["mechanism"]["gap"]["lower"]) > Decimal("0.005")


@pytest.mark.parametrize("k", [2, 3, 7, 12])
@pytest.mark.parametrize("epsilon", ["0.1", "1", "3"])
def test_at_the_uniform_prior_subset_selection_is_optimal(k, epsilon):
    problem = Estimation(k=k, epsilon=epsilon)
    certificate = certify(problem)
    lower, upper = ends(certificate)
    assert upper - lower <= Decimal("1e-40") * upper
    size = int(certificate.data["primal"][0][0])
    kernel = subset_mechanism(k, float(epsilon), size)
    found = certify(problem, kernel)
    assert found.verdict == "optimal"
    assert recheck(found.data)
    assert float(upper) == pytest.approx(risk(kernel, np.full(k, 1 / k)), rel=1e-9)
    if k > 2:
        other = size + 1 if size + 1 < k else size - 1
        assert certify(problem, subset_mechanism(k, float(epsilon), other)).verdict == "suboptimal"


def test_a_uniform_prior_may_be_written_out():
    listed = certify(Estimation(prior=["1/6"] * 6, epsilon="1"))
    assert ends(listed) == ends(certify(Estimation(k=6, epsilon="1")))


@pytest.mark.parametrize("k", [50, 1000, 10**6])
@pytest.mark.parametrize("epsilon", ["1e-6", "1", "20"])
def test_many_letters_by_subset_sizes(k, epsilon):
    certificate = certify(Estimation(k=k, epsilon=epsilon))
    lower, upper = ends(certificate)
    assert upper - lower <= Decimal("1e-40") * upper
    best = float(np.min(subset_risk(k, float(epsilon), np.arange(1.0, k))))
    assert best == pytest.approx(float(upper), rel=1e-9)


@pytest.mark.parametrize("size", ["0", "4", "-1", "3/2", "1e-9"])
def test_no_other_size_is_a_mechanism(size):
    document = dict(certify(Estimation(k=4, epsilon="1")).data)
    assert not enclose({**document, "primal": [[size]]})
    assert enclose({**document, "primal": [["2"]]})
    prior = certify(Estimation(prior=["1/2", "1/4", "1/4"], epsilon="1")).data
    assert not enclose({**prior, "primal": [["1"]]})


def test_a_size_is_never_infeasible():
    """Otherwise two verdicts would be accepted for the same entries."""
    document = dict(certify(Estimation(k=4, epsilon="1")).data)
    missing = dict.fromkeys(("feasible_entries", "distance", "value", "gap"))
    for constraint, where in (("stochastic", {"row": 0}), ("nonnegative", {"row": 0, "column": 0})):
        breach = {"constraint": constraint, "where": where, "amount": "1/2"}
        document["mechanism"] = {
            "entries": [["2"]], "verdict": "infeasible", "tolerance": "0", "breach": breach,
            **missing,
        }  # fmt: skip
        assert not enclose(document)


@pytest.mark.parametrize("stated", [{"k": 5}, {"prior": zipf(5)}])
def test_verdicts(stated):
    problem = Estimation(epsilon="1", **stated)
    best = solve(problem).mechanism
    assert certify(problem, subset_mechanism(5, 1.0, 3)).verdict == "suboptimal"
    off = best.copy()
    off[0, :2] += (1e-6, -1e-6)
    assert certify(problem, off).verdict in ("infeasible", "suboptimal")
    looser = solve(Estimation(epsilon="1.01", **stated)).mechanism
    assert certify(problem, looser).verdict == "infeasible"
    assert certify(Estimation(epsilon="1.01", **stated), best).verdict == "suboptimal"
    constant = certify(problem, [["1/2", "1/2"]] * 5)
    assert constant.verdict == "suboptimal"
    assert constant.data["mechanism"]["value"] == {"lower": "inf", "upper": "inf"}


def test_where_nothing_is_told_the_risk_is_infinite():
    assert ends(certify(Estimation(k=3, epsilon="0"))) == (Decimal("inf"), Decimal("inf"))
    assert ends(certify(Estimation(k=1, epsilon="0"))) == (0, 0)


@pytest.mark.parametrize("arithmetic", ["decimal", "flint"])
def test_altered_files_are_refused(arithmetic):
    if arithmetic == "flint":
        pytest.importorskip("flint")
    document = certify(Estimation(prior=["1/2", "1/4", "1/4"], epsilon="1")).data
    assert recheck(document, arithmetic)

    def refused(part, name, value):
        altered = copy.deepcopy(document)
        altered[part][name] = value
        found = recheck(altered, arithmetic)
        assert not found
        assert "\n" not in found.reason

    for epsilon in ("0.999999", "1.000001", "0", "-1", "701"):
        refused("parameters", "epsilon", epsilon)
    for prior in (["1/2", "1/4", "1/5"], ["1/4", "1/2", "1/4"], ["1/2", "1/2", "0"], ["1"]):
        refused("parameters", "prior", prior)
    refused("parameters", "k", "3")
    B, alpha = document["dual"]["information"], document["dual"]["alpha"]
    refused("dual", "information", B[:2])
    refused("dual", "information", [[*B[0][:2], "10"], *B[1:]])
    refused("dual", "alpha", [*alpha[:2], str(Decimal(alpha[2]) * Decimal("1.000001"))])
    refused("dual", "alpha", [*alpha[:2], str(Decimal(alpha[2]) * Decimal("0.999999"))])
    refused("dual", "alpha", ["-" + x for x in alpha])


@pytest.mark.parametrize("seed", range(6))
def test_any_multipliers_prove_a_bound_and_never_too_much(seed):
    rng = np.random.default_rng([8, seed])
    problem = Estimation(prior=drawn(seed, 4), epsilon="3/4")
    document = dict(certify(problem).data)
    upper = Decimal(document["bounds"]["upper"])
    B = np.array(document["dual"]["information"], dtype=float)
    alpha = np.array(document["dual"]["alpha"], dtype=float)
    for size in (1e-9, 1e-3, 0.3, 10.0):
        moved = B * (1 + size * rng.normal(size=B.shape)) + size * rng.normal(size=(4, 1))
        prices = alpha * (1 + size * rng.normal(size=4))
        document["dual"] = {
            "information": [[repr(float(x)) for x in row] for row in moved],
            "alpha": [repr(float(x)) for x in prices],
        }
        found = enclose(document)
        assert (found and Decimal(found.bounds[0]) <= upper) or "no bound" in found.reason
        if size < 1e-6:
            assert Decimal(found.bounds[0]) > upper * Decimal("0.99999")


def test_the_trace_of_an_inverse_against_fractions():
    """Of matrices that are nearly singular too, down to where nothing can be said."""
    A = Decimals()
    for gap in ("1", "1e-9", "1e-25"):
        g = Fraction(gap)
        exact = [[1 + g, Fraction(1)], [Fraction(1), Fraction(1)]]  # the inverse is known
        inverse = [[1 / g, -1 / g], [-1 / g, 1 + 1 / g]]
        found = trace_of_inverse(A, [[2, 1], [1, 2]], [[A.number(x) for x in r] for r in exact])
        truth = 2 * inverse[0][0] + 2 * inverse[1][1] + inverse[0][1] + inverse[1][0]
        assert A.lower(found) <= truth <= A.upper(found)
        assert A.upper(found) - A.lower(found) <= truth / 10**20
    for singular in ([[1, 1], [1, 1]], [[0, 0], [0, 1]]):
        assert (
            trace_of_inverse(A, [[2, 1], [1, 2]], [[A.number(x) for x in r] for r in singular])
            is None
        )


def test_rank():
    third = Fraction(1, 3)
    assert has_full_rank([[third, 0, 1], [Fraction(0), third, third]])
    assert not has_full_rank([[third, Fraction(1)], [2 * third, Fraction(2)]])
    assert not has_full_rank([[Fraction(0), Fraction(0)]])
    assert has_full_rank([[Fraction(0), third], [Fraction(1), Fraction(5)]])


def test_the_quadratic_form_against_its_definition():
    """The bound's loop over patterns, by the largest s at prices of 0, for every subset."""
    problem = Estimation(prior=drawn(3, 4), epsilon="1")
    document = dict(certify(problem).data)
    B = np.array(document["dual"]["information"], dtype=float)
    document["dual"] = {**document["dual"], "alpha": ["0"] * 4}
    free, u, P = B - B.mean(axis=1, keepdims=True), np.exp(-1.0), problem.prior.array
    worst = 0.0
    for size in range(1, 4):
        for chosen in combinations(range(4), size):
            S = np.full(4, u)
            S[list(chosen)] = 1.0
            worst = max(worst, float(((free @ S) ** 2).sum() / (P @ S)))
    expected = np.trace(free) ** 2 / (worst * 4 / (1 + 3 * u))
    assert float(enclose(document).bounds[0]) == pytest.approx(expected, rel=1e-12)


def test_what_no_file_holds_is_refused_in_one_line():
    for problem, words in (
        (Estimation(prior=zipf(17), epsilon="1"), "2\\^k patterns"),
        (Estimation(k=2, privacy=MetricPrivacy([[0, 1], [1, 0]])), "do not know"),
    ):
        with pytest.raises(InputError, match=words) as refused:
            certify(problem)
        assert "\n" not in str(refused.value)
