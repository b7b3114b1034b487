"""The papers' formulas are proved over whole intervals, and slightly wrong ones are not."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from formulations import LocalMinimax, MinimaxSampler
from lpcheck import claims
from lpcheck.cli import main
from lpcheck.ranges import printed, prove_whole

ALL = [(paper.key, one) for paper in claims.papers() for one in printed(paper.intervals)]
CLASS = "reference[y]*(c2 - c1)*(e^ε if p[y] > reference[y] else 1)/((e^ε - 1)*(1 - c1) + c2 - c1)"


def test_twenty_formulas_are_listed_of_four_papers():
    assert len(ALL) >= 20
    assert len({key for key, _ in ALL}) == 4


def shortened(one):
    """The first twentieth of the interval."""
    least, most = Fraction(one.least), Fraction(one.most)
    return replace(one, most=str(least + (most - least) / 20))


@pytest.mark.parametrize("one", [one for _, one in ALL[::7]], ids=lambda one: one.what)
def test_a_printed_formula_is_proved(one):
    assert shortened(one).prove().proved


@pytest.mark.full
@pytest.mark.parametrize("one", [one for _, one in ALL[1::3]], ids=lambda one: one.what)
def test_more_printed_formulas_are_proved(one):
    assert shortened(one).prove().proved


@pytest.mark.parametrize("divergence", ["kl", "tv", "chi2", "hellinger", "js", "alpha:3/2"])
def test_a_sampler_is_proved(divergence):
    problem = MinimaxSampler(k=3, c1="1/2", c2="2", epsilon=1, divergence=divergence)
    assert prove_whole(problem, CLASS, "1/2", "11/20").proved


@pytest.mark.parametrize(
    "wrong",
    [
        CLASS.replace("c2 - c1)*(e^ε", "c2 - c1)*(e^(ε - 0.01)").replace("((e^ε", "((e^(ε - 0.01)"),
        CLASS.replace("c2 - c1)*(e^ε", "c2 - c1)*(e^(ε + 0.01)").replace("((e^ε", "((e^(ε + 0.01)"),
        CLASS + " + (1e-6 if y == 0 else 0)",
        "reference[y]",
    ],
    ids=["for a smaller ε", "for a larger ε", "an entry off by a millionth", "constant"],
)
def test_a_wrong_sampler_is_refuted(wrong):
    problem = MinimaxSampler(k=3, c1="1/2", c2="2", epsilon=1, divergence="kl")
    found = prove_whole(problem, wrong, "1/2", "51/100")
    assert found.refuted
    assert not any(part.standing == "proved" for part in found.parts)


def test_the_clip_without_its_normaliser_is_refuted_where_it_needs_one():
    clip = "reference[y]*(gamma + 1)*(e^ε if p[y] > reference[y] else 1)/(e^ε + gamma)"
    covered = LocalMinimax(reference=["1/3"] * 3, gamma=2, epsilon=1, divergence="kl")
    assert prove_whole(covered, clip, "1/2", "11/20").proved
    other = LocalMinimax(reference=["1/3", "1/6", "1/2"], gamma=2, epsilon=1, divergence="kl")
    assert prove_whole(other, clip, "1/2", "11/20").refuted


def test_the_command_lists_what_is_proved(capsys):
    given = ["--paper", "kairouz2016", "--statement", "Theorem 12"]
    assert main(["intervals", *given]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].startswith("proved  kairouz2016")
    assert shown[-1] == "1 of 1 proved at every ε of their interval"
    assert main(["intervals", "--statement", "Theorem 99"]) == 2
