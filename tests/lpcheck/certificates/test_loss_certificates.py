"""Certificates of expected and worst loss: narrow, right, refused where a number is altered."""

import copy
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from formulations import InputError, Loss, MetricPrivacy, solve
from formulations.notions import PML
from lpcheck.certificates import certify
from lpcheck.rechecker import enclose, recheck

LOSS = [["0", "1", "2"], ["1", "0", "1"], ["2", "1", "0"]]
PRIOR = ["1/2", "1/4", "1/4"]
PATH = [["0", "1/2", "1"], ["1/2", "0", "1/2"], ["1", "1/2", "0"]]
STATED = {
    "prior": {"prior": PRIOR, "epsilon": "1"},
    "worst": {"epsilon": "1"},
    "several": {"prior": [PRIOR, ["1/8", "1/8", "3/4"]], "epsilon": "1/2"},
    "path": {"prior": PRIOR, "privacy": MetricPrivacy(PATH)},
    "worst path": {"privacy": MetricPrivacy(PATH)},
}


def ends(certificate):
    return Decimal(certificate.bounds.lower), Decimal(certificate.bounds.upper)


def assert_narrow(problem, width="1e-30"):
    solution = solve(problem)
    certificate = certify(problem, solution.mechanism)
    lower, upper = ends(certificate)
    assert upper - lower <= Decimal(width) * max(upper, Decimal("1e-10"))
    assert solution.value == pytest.approx(float(lower), rel=1e-9, abs=1e-12)
    assert certificate.verdict == "optimal"
    return certificate


@pytest.mark.parametrize("name", STATED)
def test_bounds_are_narrow_and_hold_the_optimum(name):
    assert_narrow(Loss(loss=LOSS, **STATED[name]))


@pytest.mark.parametrize("epsilon", ["0", "1e-6", "0.01", "10"])
def test_small_and_large_levels(epsilon):
    assert_narrow(Loss(loss=LOSS, prior=PRIOR, epsilon=epsilon), "1e-25")
    assert_narrow(Loss(loss=LOSS, epsilon=epsilon), "1e-25")


@pytest.mark.parametrize("seed", range(24))
def test_random_losses_and_metrics(seed):
    """Places on a line, some at no distance of each other; losses in no order."""
    rng = np.random.default_rng([31, seed])
    n, m = (int(x) for x in rng.integers(1, 7, 2))
    loss = [[Fraction(int(x), 3) for x in row] for row in rng.integers(0, 12, (n, m))]
    weights = [int(x) for x in rng.integers(0, 5, n)]
    weights[0] += 1
    places = [int(x) for x in rng.integers(0, 4, n)]
    metric = MetricPrivacy([[Fraction(abs(a - b), 2) for a in places] for b in places])
    prior = [Fraction(w, sum(weights)) for w in weights]
    assert_narrow(Loss(loss=loss, prior=prior if seed % 2 else None, privacy=metric))
    assert_narrow(Loss(loss=loss, prior=None if seed % 2 else prior, epsilon="3/4"))


@pytest.mark.parametrize("n", [8, pytest.param(25, marks=pytest.mark.full)])
def test_a_count_query_has_the_geometric_mechanism_s_value(n):
    """Ghosh, Roughgarden and Sundararajan 2012, at the uniform prior; here by a fold at 1/2."""
    loss = [[abs(x - y) for y in range(n)] for x in range(n)]
    metric = MetricPrivacy([[Fraction(abs(x - y), 1) for y in range(n)] for x in range(n)])
    problem = Loss(loss=loss, prior=[f"1/{n}"] * n, privacy=metric)
    certificate = assert_narrow(problem)
    a = math.exp(-1)
    kernel = np.array([[a ** abs(x - y) for y in range(n)] for x in range(n)])
    kernel[:, 1:-1] *= (1 - a) / (1 + a)
    kernel[:, [0, -1]] /= 1 + a
    folds = [min(range(n), key=lambda z: kernel[:, y] @ np.array(loss)[:, z]) for y in range(n)]
    folded = np.zeros((n, n))
    np.add.at(folded.T, folds, kernel.T)
    assert problem.value(folded) == pytest.approx(float(certificate.bounds.lower), rel=1e-9)


@pytest.mark.full
def test_a_grid_of_places():
    places = [(i, j) for i in range(5) for j in range(5)]
    apart = [[round(math.dist(a, b), 12) for b in places] for a in places]
    assert_narrow(Loss(loss=apart, prior=["1/25"] * 25, privacy=MetricPrivacy(apart)))


@pytest.mark.full
def test_a_larger_grid_from_doubles_and_the_exponential_mechanism_s_loss():
    """Too many inequalities for many digits: the gate's prices, rounded, prove nearly as much."""
    places = [(i, j) for i in range(6) for j in range(6)]
    apart = [[round(math.dist(a, b), 12) for b in places] for a in places]
    many = [[x for x in row for _ in range(2)] for row in apart]
    problem = Loss(loss=many, prior=["1/36"] * 36, privacy=MetricPrivacy(apart))
    assert_narrow(problem, "1e-9")
    exponential = np.exp(-np.repeat(apart, 2, axis=1) / 2.0)
    exponential /= exponential.sum(axis=1, keepdims=True)
    found = certify(problem, exponential)
    assert found.verdict == "suboptimal"
    assert Decimal(found.data["mechanism"]["gap"]["lower"]) > Decimal("0.1")


@pytest.mark.parametrize("name", STATED)
def test_an_entry_off_by_a_millionth_and_another_level_are_told(name):
    problem = Loss(loss=LOSS, **STATED[name])
    best = solve(problem).mechanism
    off = best.copy()
    off[0, :2] += (1e-6, -1e-6) if off[0, 1] > 1e-6 else (-1e-6, 1e-6)
    assert certify(problem, off).verdict in ("infeasible", "suboptimal")
    looser = dict(STATED[name])
    if "epsilon" in looser:
        looser["epsilon"] = Fraction(looser["epsilon"]) + Fraction(1, 100)
    else:
        looser["privacy"] = MetricPrivacy([[Fraction(d) * 101 / 100 for d in row] for row in PATH])
    other = Loss(loss=LOSS, **looser)
    assert certify(problem, solve(other).mechanism).verdict == "infeasible"
    assert certify(other, best).verdict == "suboptimal"


@pytest.mark.parametrize("arithmetic", ["decimal", "flint"])
@pytest.mark.parametrize("name", STATED)
def test_altered_parameters_are_refused(name, arithmetic):
    if arithmetic == "flint":
        pytest.importorskip("flint")
    document = certify(Loss(loss=LOSS, **STATED[name])).data
    assert recheck(document, arithmetic)

    def refused(**changed):
        altered = copy.deepcopy(document)
        altered["parameters"] |= changed
        found = recheck(altered, arithmetic)
        assert not found
        assert "\n" not in found.reason

    refused(loss=[["1/1000", "1", "2"], ["1", "0", "1"], ["2", "1", "0"]])
    refused(loss=[["0", "1", "2"], ["1", "0", "1"], ["2", "1"]])
    refused(loss=[["0", "1", "2"], ["1", "0", "1"], ["2", "1", "-1"]])
    refused(prior=["1/2", "1/4", "1/8"])
    refused(prior=["1/20", "9/10", "1/20"])
    if "epsilon" in document["parameters"]:
        refused(epsilon="0.99")
        refused(epsilon="1.01")
        refused(privacy={"name": "metric", "distances": PATH})
    else:
        for d in ("0.51", "0.49", "-1/2", "701"):
            wider = [["0", d, "1"], [d, "0", "1/2"], ["1", "1/2", "0"]]
            refused(privacy={"name": "metric", "distances": wider})
        lopsided = [["0", "1/2", "1"], ["1/3", "0", "1/2"], ["1", "1/2", "0"]]
        refused(privacy={"name": "metric", "distances": lopsided})
        refused(privacy={"name": "pml", "distances": PATH})


@pytest.mark.parametrize("name", STATED)
def test_wrong_prices_prove_less_and_never_too_much(name):
    document = certify(Loss(loss=LOSS, **STATED[name])).data
    upper, rng = Decimal(document["bounds"]["upper"]), np.random.default_rng(4)
    for _ in range(20):
        altered = copy.deepcopy(document)
        y = int(rng.integers(3))
        x, other = (int(i) for i in rng.integers(0, 3, 2))
        altered["dual"]["privacy"][y].append([x, other, str(rng.choice([-1, 1e-6, 0.1, 3]))])
        altered["dual"]["risk"][0] = str(rng.choice([0.5, 1, 2]))
        found = enclose(altered)
        assert found, found.reason
        assert Decimal(found.bounds[0]) <= upper
    for wrong in ([0, 3, "1"], [0, 1], [0, 1, 1], [True, 1, "1"], [-1, 1, "1"], [0, 1, "inf"]):
        altered = copy.deepcopy(document)
        altered["dual"]["privacy"][0].append(wrong)
        assert not enclose(altered)
    for risk in (["0"] * len(document["dual"]["risk"]), ["1"] * 7):
        assert not enclose({**document, "dual": {**document["dual"], "risk": risk}})


@pytest.mark.parametrize(
    ("stated", "words"),
    [
        ({"loss": [["0", "-1"]], "epsilon": "1"}, "negative entry"),
        ({"loss": LOSS, "prior": PRIOR, "privacy": PML("1", PRIOR)}, "do not know"),
        ({"loss": LOSS, "privacy": "approximate:0.1", "epsilon": "1"}, "do not know"),
        ({"loss": [["0"] * 60] * 400, "epsilon": "1"}, "too many for a file"),
        ({"loss": [[0, 1], [1, 0]], "privacy": MetricPrivacy([[0, 701], [701, 0]])}, "700"),
    ],
)
def test_what_no_file_holds_is_refused_in_one_line(stated, words):
    with pytest.raises(InputError, match=words) as refused:
        certify(Loss(**stated))
    assert "\n" not in str(refused.value)
