"""Numbers of many digits in places where they meet: no traceback, no hang, both back ends alike."""

import os
import time
from fractions import Fraction

import pytest

from lpcheck.rechecker import enclose, recheck
from lpcheck.rechecker.arithmetic import rounded
from lpcheck.rechecker.balls import Balls
from lpcheck.rechecker.interval import Decimals
from lpcheck.rechecker.orbits import orbits_of

SMALL = "0." + "0" * 980 + "1e-4000"
"""Beyond the digits that Python turns into text at once."""

ANYTHING = {"lower": "-inf", "upper": "inf"}


def unlike(i, digits=450):
    """A fraction in (0, 1) whose denominator shares nothing with the others'."""
    return f"{3 * 10 ** (digits - 1) + 7 * i}/{10**digits + 2 * i + 1}"


def draft(problem, parameters, primal, dual=None, mechanism=None):
    return {
        "format": "lpcheck-certificate",
        "version": 1,
        "problem": problem,
        "parameters": parameters,
        "bounds": ANYTHING,
        "primal": primal,
        "dual": dual or {},
        "mechanism": mechanism,
    }


def soon(document):
    start = time.process_time()
    found = recheck(document)
    assert time.process_time() - start < 5  # it was minutes
    assert "\n" not in found.reason
    return found


def test_an_epsilon_of_many_digits(name, document):
    if "epsilon" in document["parameters"]:
        document["parameters"]["epsilon"] = SMALL
        for arithmetic in ("decimal", "flint"):
            assert recheck(document, arithmetic).reason.startswith("primal") or name in (
                "prior_zero",
                "minimax_infinite",
                "binary_infinite",
                "estimation_uniform",
            )


def test_a_distance_of_many_digits():
    mechanism = {
        "entries": [[SMALL, "1"], [SMALL, "1"]],
        "feasible_entries": [["0", "1"], ["0", "1"]],
        "distance": "1e-7",
        "value": ANYTHING,
        "gap": {"lower": "0", "upper": "inf"},
        "verdict": "optimal",
        "tolerance": "1",
        "breach": None,
    }
    parameters = {"p0": ["1", "0"], "p1": ["0", "1"], "epsilon": "0", "divergence": "kl"}
    document = draft("staircase", parameters, [["1"], ["1"]], mechanism=mechanism)
    found = enclose(document)
    assert found
    assert Fraction(found.distance) > 0
    assert rounded(Fraction(10) ** 9000, up=True) == "1e9000"


def test_prices_of_a_public_prior():
    n = 150
    prior = [f"1/{n}"] * n
    dual = {
        "weights": [unlike(i) for i in range(n)],
        "prices": [unlike(n + i) for i in range(n)],
    }
    parameters = {"prior": prior, "epsilon": "1", "divergence": "kl"}
    assert "denominator" in soon(draft("public-prior", parameters, [prior] * n, dual)).reason


def test_weights_of_many_orbits():
    weights = [Fraction(100 + i) for i in range(8)]
    reference = [str(w / sum(weights)) for w in weights]
    parameters = {
        "reference": reference,
        "c1": "0",
        "c2": "5/2",
        "epsilon": "1",
        "divergence": "tv",
    }
    orbits = orbits_of(tuple(map(Fraction, reference)), Fraction(0), Fraction(5, 2))
    cells = sum(len(orbit.cells) for orbit in orbits)
    assert len(orbits) > 100
    primal = [[reference[c.block] for c in orbit.cells] for orbit in orbits]
    dual = {
        "risk": [unlike(i) for i in range(len(orbits))],
        "share": ["1"] * cells,
        "privacy_low": ["0"] * cells,
        "privacy_high": ["0"] * cells,
    }
    assert "denominator" in soon(draft("minimax-sampler", parameters, primal, dual)).reason
    dual["risk"] = ["1"] * len(orbits)
    assert soon(draft("minimax-sampler", parameters, primal, dual))


def test_rows_that_are_only_said_to_break_privacy():
    m = 3000
    mechanism = {
        "entries": [[unlike(i) for i in range(m)], ["1e-500"] * m],
        "feasible_entries": None,
        "distance": None,
        "value": None,
        "gap": None,
        "verdict": "infeasible",
        "tolerance": "0",
        "breach": {
            "constraint": "privacy",
            "where": {"row": 0, "other_row": 1},
            "amount": "1e-9",
        },
    }
    parameters = {
        "p0": ["1", "0"],
        "p1": ["0", "1"],
        "epsilon": "1",
        "delta": "1/10",
        "divergence": "kl",
    }
    document = draft("approximate-binary", parameters, [["1"], ["1"]], mechanism=mechanism)
    assert "denominator" in soon(document).reason


@pytest.mark.parametrize(
    ("order", "arithmetic"),
    [("1000", "decimal"), ("999.5", "decimal"), ("-1000", "decimal"), ("1000", "flint")],
)
def test_powers_that_would_fill_the_memory(order, arithmetic):
    parameters = {
        "target": ["1/2", "1/2"],
        "lower": ["1e-900", "1e-900"],
        "upper": ["1", "1"],
        "divergence": f"alpha:{order}",
    }
    document = draft("mollifier", parameters, [["1/3", "2/3"]], {"normaliser": "9e3999"})
    start = time.process_time()
    assert "enclosed" in recheck(document, arithmetic).reason
    assert time.process_time() - start < 1


@pytest.mark.parametrize("x", ["40", "41", "-41", "-700", "1e6", "-1e6"])
def test_the_far_normal_distribution_in_both_arithmetics(x):
    ends = []
    for A in (Decimals(), Balls()):
        found = A.enclosure(A.normal(Fraction(x)))
        assert -Fraction(1, 10**70) <= found.lower <= found.upper <= 1 + Fraction(1, 10**70)
        ends.append(found)
    assert max(e.lower for e in ends) <= min(e.upper for e in ends)
    assert max(e.upper - e.lower for e in ends) < Fraction(1, 10**70)


@pytest.mark.parametrize("divergence", ["kl", "alpha:2/5", "alpha:1001/1000", "hellinger"])
def test_no_privacy_loss_at_all_in_both_arithmetics(divergence):
    parameters = {"p0": ["1/3", "2/3"], "p1": ["1", "0"], "epsilon": "0", "divergence": divergence}
    document = draft("staircase", parameters, [["1"], ["1"]], {"alpha": ["0", "0"]})
    document["bounds"] = {"lower": "0", "upper": "0"}
    for arithmetic in ("decimal", "flint"):
        assert recheck(document, arithmetic)
        assert not recheck({**document, "bounds": {"lower": "1e-99", "upper": "1"}}, arithmetic)


def test_pipes_are_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.json")
    assert "regular" in soon(tmp_path / "pipe.json").reason
    assert "regular" in soon("/dev/zero").reason
