"""Certified enclosures: narrow, and where independent answers are."""

import json
import random
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

from formulations import (
    ApproximateBinary,
    Information,
    InputError,
    LocalMinimax,
    MinimaxSampler,
    Mollifier,
    PublicPrior,
    RelativeMollifier,
    Staircase,
    divergence,
    solve,
)
from lpcheck.certificates import certify
from lpcheck.rechecker import recheck

DIVERGENCES = ("kl", "tv", "hellinger", "chi2", "js", "hockey-stick:1.5", "alpha:0.5", "alpha:2.5")
LEVELS = ("0", "1e-9", "1e-4", "0.1", "1", "5", "20", "300")
KINDS = ("generic", "ties", "zeros", "uniform")


def draw(seed, n, kind):
    rng = random.Random(f"{seed} {n} {kind}")
    weights = {
        "generic": lambda: rng.randint(1, 40),
        "ties": lambda: rng.choice((1, 2)),
        "zeros": lambda: rng.choice((0, 0, 1, 2, 3)),
        "uniform": lambda: 1,
    }[kind]
    w = [weights() for _ in range(n - 1)] + [3]
    if kind == "uniform":
        w[-1] = 1
    return [Fraction(x, sum(w)) for x in w]


def ends(certificate):
    return Decimal(certificate.bounds.lower), Decimal(certificate.bounds.upper)


def assert_narrow(problem, width="1e-25"):
    """Narrow (relative to the optimum where that is above 1), and around the gate's optimum."""
    certificate = certify(problem)
    lower, upper = ends(certificate)
    solution = solve(problem)
    if not upper.is_finite():
        assert lower == upper
        assert solution.value == float("inf")
        return certificate
    assert upper - lower <= Decimal(width) * max(1, upper)
    # At ε = 1e-9 the doubles of e^−ε are wrong by 1e-16/1e-9.
    epsilon = float(problem.parameters.get("epsilon", 1))
    slack = 1e-8 + (1e-6 if epsilon < 1e-6 else 0)
    assert float(lower) <= solution.value * (1 + slack) + 1e-15
    assert float(upper) >= solution.bounds.lower * (1 - slack) - 1e-15
    assert abs(float(upper) - solution.value) <= slack * max(solution.value, 1e-15) + 1e-9
    return certificate


@pytest.mark.parametrize("epsilon", LEVELS)
@pytest.mark.parametrize("name", DIVERGENCES)
def test_staircase(name, epsilon):
    for k, kind in ((2, "generic"), (3, "zeros"), (4, "ties"), (5, "generic")):
        p0, p1 = draw(1, k, kind), draw(2, k, kind)
        assert_narrow(Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=name))


def test_staircase_with_equal_hypotheses_is_worth_nothing():
    same = ["1/2", "1/3", "1/6"]
    lower, upper = ends(certify(Staircase(p0=same, p1=same, epsilon=1, divergence="kl")))
    assert lower == 0
    assert upper <= Decimal("1e-40")


@pytest.mark.parametrize("name", ["kl", "tv"])
def test_staircase_with_ten_letters(name):
    problem = Staircase(
        p0=draw(3, 10, "generic"), p1=draw(4, 10, "zeros"), epsilon=1, divergence=name
    )
    assert_narrow(problem)


def test_total_variation_has_its_closed_form():
    """Kairouz2016, Theorem 6: (e^ε − 1)/(e^ε + 1) times the distance of the priors."""
    p0, p1 = draw(5, 6, "generic"), draw(6, 6, "generic")
    lower, upper = ends(certify(Staircase(p0=p0, p1=p1, epsilon=1, divergence="tv")))
    distance = sum(abs(a - b) for a, b in zip(p0, p1, strict=True)) / 2
    t = Decimal(1).exp()
    exact = (t - 1) / (t + 1) * Decimal(distance.numerator) / Decimal(distance.denominator)
    assert lower - Decimal("1e-26") <= exact <= upper + Decimal("1e-26")


@pytest.mark.parametrize("epsilon", LEVELS)
@pytest.mark.parametrize("kind", KINDS)
def test_information(kind, epsilon):
    for k in (1, 2, 5):
        assert_narrow(Information(prior=draw(7, k, kind), epsilon=epsilon))


@pytest.mark.parametrize("epsilon", LEVELS)
@pytest.mark.parametrize("name", DIVERGENCES)
def test_approximate_binary(name, epsilon):
    for delta, kind in (("0", "generic"), ("1e-6", "generic"), ("0.2", "zeros"), ("1", "generic")):
        p0, p1 = draw(8, 2, kind), draw(9, 2, kind)
        assert_narrow(
            ApproximateBinary(p0=p0, p1=p1, epsilon=epsilon, delta=delta, divergence=name)
        )


@pytest.mark.parametrize("epsilon", LEVELS)
@pytest.mark.parametrize("name", [*DIVERGENCES, "alpha:0"])
def test_public_prior(name, epsilon):
    for n, kind in ((1, "uniform"), (2, "generic"), (4, "ties"), (3, "zeros")):
        assert_narrow(PublicPrior(prior=draw(10, n, kind), epsilon=epsilon, divergence=name))


def test_public_prior_with_ten_letters_has_its_closed_form():
    prior = draw(11, 10, "generic")
    lower, upper = ends(certify(PublicPrior(prior=prior, epsilon=2, divergence="tv")))
    q = Decimal(min(prior).numerator) / Decimal(min(prior).denominator)
    exact = 1 - Decimal(2).exp() * q / (Decimal(2).exp() * q + 1 - q)
    assert upper - lower < Decimal("1e-30")
    assert lower - Decimal("1e-26") <= exact <= upper + Decimal("1e-26")


@pytest.mark.parametrize("epsilon", LEVELS)
@pytest.mark.parametrize("name", [*DIVERGENCES, "alpha:0"])
def test_relative_mollifier(name, epsilon):
    for n, kind in ((1, "uniform"), (4, "generic"), (5, "zeros"), (4, "ties")):
        target, reference = draw(12, n, kind), draw(13, n, "generic" if n == 5 else kind)
        assert_narrow(
            RelativeMollifier(target=target, reference=reference, epsilon=epsilon, divergence=name)
        )


POINT = ["0", "3/10", "2/5", "3/10"]
BOX = (["0", "1/10", "1/10", "0"], ["1/2", "3/10", "2/5", "1/4"])


@pytest.mark.parametrize("name", [*DIVERGENCES, "alpha:0"])
def test_mollifier(name):
    for target, low, high in (
        (["1", "0", "0", "0"], *BOX),
        (["1/4"] * 4, *BOX),
        (["0", "1/2", "1/2", "0"], *BOX),
        (["1/2", "1/6", "1/6", "1/6"], POINT, POINT),
    ):
        assert_narrow(Mollifier(target=target, lower=low, upper=high, divergence=name))


def test_an_infinity_that_only_the_primal_shows_is_true():
    """Lower bounds that sum to 1 leave one point, infinitely far: proved from one side at least."""
    target = ["1/2", "1/6", "1/6", "1/6"]
    problem = Mollifier(target=target, lower=POINT, upper=["1"] * 4, divergence="kl")
    assert certify(problem).bounds.upper == "inf"
    assert solve(problem).value == float("inf")


def test_only_a_narrow_file_is_claimed():
    """Bounds tightened by a hundredth of their width are refused."""
    certificate = certify(Information(prior=["1/2", "1/3", "1/6"], epsilon=1))
    lower, upper = certificate.bounds
    with localcontext(prec=100):
        tighter = Decimal(lower) + (Decimal(upper) - Decimal(lower)) / 100
    assert recheck(certificate.data)
    assert not recheck({**certificate.data, "bounds": {"lower": str(tighter), "upper": upper}})


SAMPLERS = (
    MinimaxSampler(k=4, epsilon="1/2", divergence="tv"),
    MinimaxSampler(k=3, epsilon=300, divergence="tv"),
    MinimaxSampler(k=9, epsilon=55, divergence="tv"),
    MinimaxSampler(
        reference=["8/17", "7/17", "2/17"], c1=0, c2=100, epsilon=0, divergence="hockey-stick:1.5"
    ),
    LocalMinimax(reference=["1/6", "1/3", "1/2"], gamma="3/2", epsilon=0, divergence="tv"),
    MinimaxSampler(k=4, epsilon=1, divergence="hockey-stick:1.25"),
    MinimaxSampler(reference=["1/10", "1/5", "7/10"], epsilon=1, divergence="tv"),
    LocalMinimax(reference=["0.1", "0.2", "0.3", "0.4"], gamma=2, epsilon="1/5", divergence="tv"),
    LocalMinimax(
        reference=["1/10", "1/5", "7/10"],
        gamma="5/2",
        epsilon="1e-4",
        divergence="hockey-stick:1.1",
    ),
    LocalMinimax(reference=["1/2", "1/2"], gamma=2, epsilon=5, divergence="tv"),
    LocalMinimax(reference=["1/2", "1/2"], gamma=1, epsilon=1, divergence="kl"),
)


@pytest.mark.parametrize("problem", SAMPLERS, ids=range(len(SAMPLERS)))
def test_linear_samplers(problem):
    assert_narrow(problem)


CURVED = (
    MinimaxSampler(k=4, epsilon=1, divergence="kl"),
    MinimaxSampler(k=4, epsilon=1, divergence="alpha:0"),
    LocalMinimax(reference=["1/5", "3/10", "1/2"], gamma=2, epsilon="1/2", divergence="hellinger"),
    LocalMinimax(reference=["1/5", "3/10", "1/2"], gamma=2, epsilon="1/2", divergence="chi2"),
    MinimaxSampler(k=3, epsilon=1, delta="1/10", divergence="tv"),
    MinimaxSampler(k=3, epsilon=1, delta="1/10", divergence="js"),
    MinimaxSampler(k=3, nu=1, divergence="tv"),
    MinimaxSampler(k=3, nu="1/2", divergence="kl"),
    LocalMinimax(reference=["1/10", "1/5", "7/10"], gamma="5/2", nu=1, divergence="tv"),
)


@pytest.mark.parametrize("problem", CURVED, ids=range(len(CURVED)))
def test_other_samplers(problem):
    assert_narrow(problem, "1e-9")


def test_functions_are_refused_in_one_line():
    own = divergence(lambda x: (x - 1) ** 2)
    for problem in (
        Staircase(p0=["1/2", "1/2"], p1=["1/3", "2/3"], epsilon=1, divergence=own),
        MinimaxSampler(k=2, trade_off_function=lambda x: max(0.0, 1 - 2 * x)),
    ):
        with pytest.raises(InputError, match="of your own") as caught:
            certify(problem)
        assert "\n" not in str(caught.value)


def test_a_file_appears_whole_and_is_small(tmp_path):
    certificate = certify(Information(prior=["1/2", "1/3", "1/6"], epsilon=1), claim="a.claim")
    path = tmp_path / "one.json"
    certificate.save(path)
    assert [p.name for p in tmp_path.iterdir()] == ["one.json"]
    assert recheck(path)
    assert path.stat().st_size < 4000
    assert json.loads(path.read_text(encoding="utf-8"))["claim"] == "a.claim"
    assert certificate.verdict is None
