"""Sound certificates are accepted, by both arithmetics; slightly false ones are not."""

import copy
import json
import time
from fractions import Fraction
from pathlib import Path

import pytest

import lpcheck.rechecker
from formulations import solve
from lpcheck.rechecker import enclose, recheck


def number(text):
    return float("inf") if text == "inf" else Fraction(text)


def test_accepted_quickly_and_about_the_right_number(document, build):
    start = time.process_time()
    found = recheck(document)
    assert found, found.reason
    assert time.process_time() - start < 1
    solution = solve(build(document))
    lower, upper = (float(number(x)) for x in found.bounds)
    assert lower <= solution.bounds.upper * (1 + 1e-9) + 1e-12
    assert upper >= solution.bounds.lower * (1 - 1e-9) - 1e-12


def test_both_arithmetics_agree(document):
    pytest.importorskip("flint")
    decimal, flint = recheck(document), recheck(document, "flint")
    assert decimal
    assert flint, flint.reason
    assert decimal.verdict == flint.verdict
    for one, other in ((decimal.bounds, flint.bounds), (flint.bounds, decimal.bounds)):
        assert number(one[0]) <= number(other[1])


def test_schema(document):
    jsonschema = pytest.importorskip("jsonschema")
    path = Path(lpcheck.rechecker.__file__).parent / "certificate.schema.json"
    schema = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(document)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema).validate({**document, "extra": "1"})


def test_bounds_tightened_by_a_hair_are_refused(document):
    lower, upper = document["bounds"]["lower"], document["bounds"]["upper"]
    if lower == "inf":  # nothing is tighter; a finite upper bound is false
        document["bounds"] = {"lower": "0", "upper": "1"}
        assert not recheck(document)
        return
    middle = (Fraction(lower) + Fraction(upper)) / 2
    for key in ("lower", "upper"):
        altered = copy.deepcopy(document)
        altered["bounds"][key] = f"{middle.numerator}/{middle.denominator}"
        if len(altered["bounds"][key]) > 1000:
            altered["bounds"][key] = str(float(middle))
        # Some sides are exact; beyond them is false in any case.
        beyond = middle + (1 if key == "lower" else -1) * (Fraction(upper) - Fraction(lower)) * 2
        altered["bounds"][key] = f"{beyond.numerator}/{beyond.denominator}"
        assert not recheck(altered)


@pytest.mark.parametrize("step", ["1e-30", "-1e-30"])
def test_a_primal_that_is_off_by_a_hair_is_refused(document, step):
    for row in document["primal"]:
        row[0] = str(Fraction(row[0]) + Fraction(step))
    found = recheck(document)
    assert not found
    assert found.reason.startswith("primal:")


def test_privacy_broken_by_a_hair_is_refused(certificates):
    """ε lowered by 1e-30: the primal was private to within 1e-36 of ε, and is so no more."""
    for name in ("staircase_kl", "staircase_tv", "information", "prior_hellinger", "minimax_kl"):
        document = copy.deepcopy(certificates[name])
        epsilon = Fraction(document["parameters"]["epsilon"]) - Fraction("1e-30")
        document["parameters"]["epsilon"] = f"{epsilon.numerator}/{epsilon.denominator}"
        found = recheck(document)
        assert not found
        assert "privacy" in found.reason


def test_an_empty_dual_proves_the_trivial_bound_only(document):
    settled = document["bounds"]["lower"] == "inf" or document["dual"] == {}
    document["dual"] = {}
    if settled:  # by its parameters: no multipliers are needed
        assert recheck(document)
        return
    found = enclose(document)
    assert found
    assert found.bounds[0] == "0" or found.bounds[1] == "inf"
    assert not recheck(document)


def test_paths_bytes_and_objects(document, tmp_path):
    data = json.dumps(document, ensure_ascii=False).encode()
    path = tmp_path / "certificate.json"
    path.write_bytes(data)
    assert recheck(data)
    assert recheck(path)
    assert recheck(str(path))
    with pytest.raises(ValueError, match="arithmetic"):
        recheck(path, "float")
