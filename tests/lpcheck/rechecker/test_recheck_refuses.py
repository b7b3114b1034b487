"""One check at a time: a certificate in which only that is wrong is refused, for that reason."""

import copy
from fractions import Fraction

import pytest

from lpcheck.rechecker import enclose, recheck


def test_a_prior_that_is_not_kept(certificates):
    """The constant kernel of another prior: stochastic, private, not invariant."""
    document = copy.deepcopy(certificates["prior_hellinger"])
    document["primal"] = [["1/3"] * 3] * 3
    assert "qK" in enclose(document).reason


def test_a_cell_used_more_often_than_it_has_letters(certificates):
    for number in ("minimax_delta_tv", "minimax_nu_kl"):
        document = copy.deepcopy(certificates[number])
        cut = document["dual"]["cuts"][0]
        assert enclose(document)
        cut["count"] = [n + 3 for n in cut["count"]]
        assert "more often" in enclose(document).reason


def test_pairs_across_blocks_and_orbits(certificates):
    document = copy.deepcopy(certificates["minimax_delta_tv"])
    parameters = {
        **document["parameters"],
        "reference": ["1/5", "2/5", "2/5"],
        "c1": "1/4",
        "c2": "2",
    }
    cells = enclose({**document, "parameters": parameters})
    assert not cells  # the primal and the multipliers are those of another class


def test_points_that_do_not_cover_the_class(certificates):
    document = copy.deepcopy(certificates["minimax_reference_tv"])
    points = document["mechanism"]["points"]
    points[0] = points[1]
    assert "twice" in recheck(document).reason
    points[0] = ["1/5", "2/5", "2/5"]
    assert "extreme" in recheck(document).reason


def test_rows_in_any_order(certificates):
    document = copy.deepcopy(certificates["minimax_reference_tv"])
    for field in ("points", "entries", "feasible_entries"):
        document["mechanism"][field].reverse()
    assert recheck(document)


@pytest.mark.parametrize("field", ["value", "gap"])
@pytest.mark.parametrize("end", ["lower", "upper"])
def test_claims_on_a_mechanism_that_are_tighter_than_the_truth(field, end, certificates):
    document = copy.deepcopy(certificates["staircase_tv"])
    claimed = document["mechanism"][field]
    lower, upper = Fraction(claimed["lower"]), Fraction(claimed["upper"])
    beyond = upper + (upper - lower) if end == "lower" else lower - (upper - lower)
    document["mechanism"][field] = {"lower": str(beyond), "upper": str(beyond)}
    document["mechanism"][field]["upper" if end == "lower" else "lower"] = (
        "1" if end == "lower" else "0"
    )
    assert recheck(document).reason.startswith(f"mechanism.{field}")


def test_verdicts_against_the_tolerance(certificates):
    document = copy.deepcopy(certificates["staircase_tv"])
    assert document["mechanism"]["verdict"] == "suboptimal"
    assert not recheck({**document, "mechanism": {**document["mechanism"], "verdict": "optimal"}})
    assert not recheck({**document, "mechanism": {**document["mechanism"], "tolerance": "1"}})
    wide = {**document["mechanism"], "tolerance": "1", "verdict": "optimal"}
    found = recheck({**document, "mechanism": wide})
    assert "not proved to be within 1.155e-10" in found.reason  # a billionth of the optimum


def test_a_gaussian_breach_by_less_than_claimed(certificates):
    document = copy.deepcopy(certificates["minimax_nu_kl"])
    breach = document["mechanism"]["breach"]
    assert recheck(document)
    breach["amount"] = str(Fraction(breach["amount"]) * Fraction("1.000001"))
    assert "less" in recheck(document).reason
    breach["beta"] = "30"
    assert "not broken" in recheck(document).reason


def test_weights_below_zero_count_as_zero(certificates):
    document = copy.deepcopy(certificates["minimax_reference_tv"])
    document["mechanism"] = None
    true = Fraction(document["bounds"]["upper"])
    for size in ("-1", "-1e3", "-0.9"):
        document["dual"]["risk"] = [size, *document["dual"]["risk"][1:]]
        found = enclose(document)
        assert found
        assert Fraction(found.bounds[0]) <= true


def test_a_feasible_mechanism_stands_for_itself(certificates):
    """No neighbour within the distance may be judged in the place of exactly feasible entries."""
    document = copy.deepcopy(certificates["staircase_tv"])
    document["parameters"] |= {"p0": ["1", "0"], "p1": ["0", "1"], "epsilon": "1"}
    document["dual"] = {"alpha": ["1", "1"]}
    document["bounds"] = {"lower": "-inf", "upper": "inf"}
    flat, apart = [["1/2", "1/2"]] * 2, [["0.5000001", "0.4999999"], ["1/2", "1/2"]]
    document["primal"] = apart
    mechanism = {
        "feasible_entries": flat,
        "distance": "1e-6",
        "value": {"lower": "-inf", "upper": "inf"},
        "gap": {"lower": "0", "upper": "inf"},
        "verdict": "suboptimal",
        "tolerance": "0",
        "breach": None,
    }
    document["mechanism"] = {**mechanism, "entries": apart}
    assert "stand for themselves" in enclose(document).reason
    document["mechanism"] = {**mechanism, "entries": flat}
    assert enclose(document)
    # Entries that are off by a rounding have no value of their own: a neighbour has to do.
    off = [["0.5000000000000001", "1/2"], ["1/2", "1/2"]]
    document["mechanism"] = {**mechanism, "entries": off}
    found = enclose(document)
    assert found
    assert "a feasible mechanism within 1e-16 of it, are suboptimal" in found.reason


def test_multipliers_are_an_object_even_where_none_are_looked_at(certificates):
    document = certificates["prior_zero"]
    assert recheck(document)
    for dual in (None, "x", [], "inf"):
        assert "dual" in recheck({**document, "dual": dual}).reason


def test_a_zero_is_one_in_both_arithmetics(certificates):
    """A hockey-stick that no entry reaches, and hypotheses that no output tells apart."""
    document = copy.deepcopy(certificates["relative_tv"])
    document["parameters"] |= {"target": ["1/3", "2/3"], "reference": ["2/7", "5/7"]}
    document["parameters"] |= {"epsilon": "2", "divergence": "hockey-stick:3/2"}
    document |= {"primal": [["2/7", "5/7"]], "dual": {}, "mechanism": None}
    document["bounds"] = {"lower": "0", "upper": "0"}
    binary = copy.deepcopy(certificates["binary_kl"])
    binary["parameters"] |= {"p0": ["1/3", "2/3"], "p1": ["1/7", "6/7"], "epsilon": "0"}
    binary["parameters"]["delta"] = "0"
    binary |= {"primal": [["1"], ["1"]], "dual": {"alpha": ["0", "0"], "beta": ["0", "0"]}}
    binary |= {"mechanism": None, "bounds": {"lower": "0", "upper": "0"}}
    for arithmetic in ("decimal", "flint"):
        assert recheck(document, arithmetic)
        assert recheck(binary, arithmetic)
        off = {**document, "primal": [["1/5", "4/5"]]}
        assert not recheck(off, arithmetic)
