"""An f given as text: solved, certified, and the same as the divergence that has a name."""

from decimal import Decimal
from fractions import Fraction

import pytest

from formulations import InputError, PublicPrior, Staircase, divergence, solve
from formulations.divergences import read_divergence
from lpcheck.certificates import certify, refuse_uncertifiable
from lpcheck.cli import main
from lpcheck.rechecker import recheck
from tests.lpcheck.certificates.test_certificate_bounds import draw, ends

PAIRS = [
    ("f:x*ln(x)", "kl"),
    ("f:abs(x-1)/2", "tv"),
    ("f:(x-1)^2", "chi2"),
    ("f:x^2-x", "chi2"),
    ("f:(sqrt(x)-1)^2", "hellinger"),
    ("f:x*ln(2*x/(x+1))/2+ln(2/(1+x))/2", "js"),
    ("f:max(x-1.05, 0)", "hockey-stick:1.05"),
    ("f:(x^2.5-1)/3.75", "alpha:2.5"),
    ("f:-log(x)", "alpha:0"),
]
P0, P1 = ["1/2", "3/10", "1/5"], ["1/10", "2/5", "1/2"]


@pytest.mark.parametrize(("text", "name"), PAIRS)
@pytest.mark.parametrize("k", [3, 14])
def test_it_is_the_divergence_that_has_a_name(text, name, k):
    stated = {"p0": draw(1, k, "generic"), "p1": draw(2, k, "generic"), "epsilon": "1"}
    own, known = (Staircase(**stated, divergence=d) for d in (text, name))
    certificate = certify(own, solve(own).mechanism)
    assert certificate.verdict == "optimal"
    assert "assumes" not in certificate.data
    assert certificate.data["parameters"]["divergence"] == text
    for a, b in zip(ends(certificate), ends(certify(known)), strict=True):
        assert abs(a - b) <= Decimal("1e-25")


@pytest.mark.parametrize("epsilon", ["0", "1e-6", "3"])
def test_at_small_and_large_levels(epsilon):
    problem = Staircase(p0=P0, p1=P1, epsilon=epsilon, divergence="f:x*ln(x)+abs(x-1)")
    lower, upper = ends(certify(problem))
    assert upper - lower <= Decimal("1e-25") * upper
    assert solve(problem).value == pytest.approx(float(lower), rel=1e-8, abs=1e-15)


def test_verdicts():
    problem = Staircase(p0=P0, p1=P1, epsilon="1", divergence="f:(x-1)^2/(x+1)")
    best = solve(problem).mechanism
    off = best.copy()
    off[0, :2] += (1e-6, -1e-6) if off[0, 0] < off[0, 1] else (-1e-6, 1e-6)
    assert certify(problem, off).verdict in ("infeasible", "suboptimal")
    looser = Staircase(p0=P0, p1=P1, epsilon="1.01", divergence="f:(x-1)^2/(x+1)")
    assert certify(problem, solve(looser).mechanism).verdict == "infeasible"
    assert certify(looser, best).verdict == "suboptimal"


def test_what_was_not_proved_is_in_the_file():
    certificate = certify(Staircase(p0=P0, p1=P1, epsilon="1", divergence="f:sqrt(abs(x-1)^3)"))
    assert "convex" in certificate.data["assumes"]
    assert recheck(certificate.data).reason.startswith("assuming that f is convex")
    silent = {name: x for name, x in certificate.data.items() if name != "assumes"}
    assert not recheck(silent)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("f:ln(x)", "not convex"),
        ("f:x*ln(x)+1", "not 0"),
        ("f:x*ln(", "no formula"),
        ("f:y-1", "not known"),
        ("f:__import__('os').getcwd()", "no function"),
        ("f:x.real", "not part of the language"),
        ("f:", "no formula"),
    ],
)
def test_bad_formulas_are_refused_in_one_line(text, words):
    with pytest.raises(InputError, match=words) as refused:
        Staircase(p0=P0, p1=P1, epsilon="1", divergence=text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("f:x-1 if x > 1 else 0", "other characters"),
        ("f:(x-1)^2+0.0000000000001", "exactly 0"),
        ("f:exp(x)-e", "exactly 0"),
        ("f:" + "+".join(["(x-1)^2"] * 40), "characters"),
    ],
)
def test_formulas_that_no_file_holds_are_solved_and_not_certified(text, words):
    problem = Staircase(p0=P0, p1=P1, epsilon="1", divergence=text)
    assert solve(problem).status == "optimal"
    with pytest.raises(InputError, match=words) as refused:
        refuse_uncertifiable(problem)
    assert "\n" not in str(refused.value)


def test_other_problems_and_functions_are_refused():
    prior = PublicPrior(prior=["1/2", "1/2"], epsilon="1", divergence="f:(x-1)^2")
    own = Staircase(p0=P0, p1=P1, epsilon="1", divergence=divergence(lambda x: (x - 1) ** 2))
    # A function that goes by the name of a formula is none.
    posing = Staircase(
        p0=P0, p1=P1, epsilon="1", divergence=divergence(lambda x: (x - 1) ** 2, name="f:x*ln(x)")
    )
    for problem in (prior, own, posing):
        with pytest.raises(InputError, match="a function of your own"):
            certify(problem)


def test_the_same_text_is_the_same_divergence():
    assert read_divergence("f:x*ln(x)") is read_divergence(" f:x*ln(x)")
    assert read_divergence("f:x*ln(x)").between([0.5, 0.5], [0.25, 0.75]) == pytest.approx(
        read_divergence("kl").between([0.5, 0.5], [0.25, 0.75]), rel=1e-9
    )
    assert float(Fraction(1)) == read_divergence("f:x^2-1").f(2.0**0.5).round(9)


def test_on_the_command_line(tmp_path, capsys):
    path = tmp_path / "own.json"
    kernel = tmp_path / "kernel.csv"
    kernel.write_text("0.5,0.5\n0.5,0.5\n0.5,0.5\n")
    stated = ["--p0", "1/2,3/10,1/5", "--p1", "1/10,2/5,1/2", "--epsilon", "1"]
    own = ["--divergence", "f:(x-1)^2/(x+1)", "--mechanism", str(kernel)]
    assert main(["check", "staircase", *stated, *own, "--certificate", str(path)]) == 1
    assert "suboptimal" in capsys.readouterr().out
    assert recheck(path).verdict == "suboptimal"
