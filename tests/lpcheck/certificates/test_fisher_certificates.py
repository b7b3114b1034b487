"""Certificates of Fisher information: narrow, right, and refused where a number is altered."""

import copy
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from formulations import Fisher, InputError, MetricPrivacy, Staircase, solve
from lpcheck.certificates import certify
from lpcheck.rechecker import recheck

DENSITY, SCORE = ["1/4", "1/4", "1/3", "1/6"], ["1", "1/2", "-1", "-1/2"]


def ends(certificate):
    return Decimal(certificate.bounds.lower), Decimal(certificate.bounds.upper)


def several(seed, k):
    rng = np.random.default_rng([23, seed])
    weights = [int(x) for x in rng.integers(1, 30, k)]
    density = [Fraction(x, sum(weights)) for x in weights]
    slopes = [Fraction(int(x), 7) for x in rng.integers(-9, 10, k - 1)]
    return density, [*slopes, -sum(slopes)]


@pytest.mark.parametrize("epsilon", ["0", "1e-6", "0.1", "1", "5", "300"])
@pytest.mark.parametrize("k", [1, 2, 5, 14, 40])
def test_bounds_are_narrow_and_hold_the_optimum(k, epsilon):
    density, score = several(k, k)
    problem = Fisher(density=density, score=score if k > 1 else ["0"], epsilon=epsilon)
    lower, upper = ends(certify(problem))
    assert upper - lower <= Decimal("1e-25") * upper
    assert solve(problem).value == pytest.approx(float(lower), rel=1e-8)


def test_a_coin_has_its_closed_form():
    """4 tanh²(ε/2), from many digits of e."""
    lower, upper = ends(certify(Fisher(density=["1/2"] * 2, score=[1, -1], epsilon="1")))
    t = Decimal(1).exp()
    assert abs(4 * ((t - 1) / (t + 1)) ** 2 - lower) < Decimal("1e-25")
    assert lower <= upper
    assert float(lower) == pytest.approx(4 * math.tanh(0.5) ** 2, rel=1e-14)


def test_it_is_chi2_of_any_step_divided_by_its_square():
    problem = Fisher(density=DENSITY, score=SCORE, epsilon="1")
    h = Fraction(1, 100)
    moved = [Fraction(p) + h * Fraction(s) for p, s in zip(DENSITY, SCORE, strict=True)]
    pair = Staircase(p0=moved, p1=DENSITY, epsilon="1", divergence="chi2")
    (lower, upper), (low, high) = ends(certify(problem)), ends(certify(pair))
    assert abs(low * 10**4 - lower) < Decimal("1e-20")
    assert abs(high * 10**4 - upper) < Decimal("1e-20")


def test_verdicts():
    problem = Fisher(density=DENSITY, score=SCORE, epsilon="1")
    best = solve(problem).mechanism
    assert certify(problem, best).verdict == "optimal"
    off = best.copy()
    off[0, :2] += (1e-6, -1e-6)
    assert certify(problem, off).verdict in ("infeasible", "suboptimal")
    looser = Fisher(density=DENSITY, score=SCORE, epsilon="1.01")
    assert certify(problem, solve(looser).mechanism).verdict == "infeasible"
    assert certify(looser, best).verdict == "suboptimal"


@pytest.mark.parametrize("arithmetic", ["decimal", "flint"])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("score", ["1", "1/2", "-1", "-1/3"]),
        ("score", ["1", "1/2", "-1", "-1/2", "0"]),
        ("score", ["1.000001", "1/2", "-1.000001", "-1/2"]),
        ("density", ["1/2", "1/4", "1/4", "0"]),
        ("density", ["1/3", "1/4", "1/4", "1/6"]),
        ("epsilon", "0.99"),
        ("epsilon", "1.01"),
        ("h", "1"),
    ],
)
def test_altered_parameters_are_refused(name, value, arithmetic):
    if arithmetic == "flint":
        pytest.importorskip("flint")
    document = certify(Fisher(density=DENSITY, score=SCORE, epsilon="1")).data
    assert recheck(document, arithmetic)
    altered = copy.deepcopy(document)
    altered["parameters"][name] = value
    found = recheck(altered, arithmetic)
    assert not found
    assert "\n" not in found.reason


def test_a_price_off_by_a_millionth_is_refused():
    document = certify(Fisher(density=DENSITY, score=SCORE, epsilon="1")).data
    for sign in (1, -1):
        altered = copy.deepcopy(document)
        price = Fraction(document["dual"]["alpha"][0]) + Fraction(sign, 10**6)
        altered["dual"]["alpha"][0] = str(price)
        assert not recheck(altered)


def test_another_notion_is_refused_before_anything_is_computed():
    metric = MetricPrivacy([[0, 1], [1, 0]])
    problem = Fisher(density=["1/2", "1/2"], score=[1, -1], privacy=metric)
    with pytest.raises(InputError, match="do not know"):
        certify(problem)
