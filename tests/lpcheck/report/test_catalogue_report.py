"""The summary of a run and its JUnit form, on results made by hand."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from lpcheck.claims.claim import Claim, ClaimResult, Instance, Outcome
from lpcheck.report import catalogue, json_report, junit
from lpcheck.runner import Report


def make(place, verdict="verified", expected="verified", *, caught=True, **fields):
    claim = Claim(
        id=f"knuth1968.{place}",
        source=f"Section {place}",
        statement="$1 < 2$",
        kind=fields.pop("kind", "equal"),
        conditions=fields.pop("conditions", "none"),
        expected=expected,
        evidence="",
        instances=lambda full: (),
        test=lambda **parameters: Outcome(True, 0.0),
        corrects=fields.pop("corrects", None),
    )
    instance = Instance("k = 2", {"p": [1, "1/3"], "f": print}, "counterexample")
    return ClaimResult(
        claim=claim,
        verdict=verdict,
        instances=3,
        worst_gap=fields.pop("gap", 1e-12),
        seconds=0.25,
        counterexample=instance if verdict == "refuted" else None,
        detail="1/3 against\x00 1/2" if verdict != "verified" else "",
        control_caught=caught,
    )


@pytest.fixture
def report():
    return Report(
        (
            make("a"),
            make("b", "refuted", "refuted"),
            make("b-mended", corrects="knuth1968.b", conditions="p positive"),
            make("c", "refuted"),
            make("d", "inconclusive", caught=False),
            make("e", expected="refuted"),
        ),
        1.5,
    )


def test_the_summary(report):
    lines = catalogue.of_report(report).splitlines()
    assert lines[1].split() == ["knuth1968", "6", "3", "2", "1", "3"]
    at = lines.index("Printed statements that do not hold:")
    assert lines[at + 1].split()[:5] == ["knuth1968.b", "(Section", "b)", "fails", "at"]
    assert "k = 2: 1/3 against" in lines[at + 1]
    assert lines[at + 2] == "    what holds: knuth1968.b-mended, for p positive"
    loud = [line for line in lines if line.startswith("UNEXPECTED")]
    assert loud == [
        "UNEXPECTED knuth1968.c (Section c): refuted, expected verified",
        "UNEXPECTED knuth1968.d (Section d): inconclusive, expected verified",
        "UNEXPECTED knuth1968.e (Section e): verified, expected refuted",
    ]
    assert any("p = (1, 1/3)" in line for line in lines)
    assert "  its negative control was not caught" in lines
    assert lines[-1].startswith("3 of 6 verdicts UNEXPECTED; 18 instances")


def test_a_correction_outside_the_run_is_found(report):
    wrong, mended = report.results[1:3]
    text = catalogue.of_report(Report((wrong,), 0.0), [mended.claim])
    assert "what holds: knuth1968.b-mended" in text


def test_a_run_as_expected_is_quiet():
    text = catalogue.of_report(Report((make("a"),), 0.0))
    assert "UNEXPECTED" not in text
    assert "do not hold" not in text
    assert text.splitlines()[-1].startswith("the verdict is as expected; 3 instances, 0.0 s")


def test_a_form_without_conditions_says_so_in_words():
    wrong = make("b", "refuted", "refuted", conditions="p positive")
    mended = make("b-mended", corrects="knuth1968.b", conditions="none: ties included")
    text = catalogue.of_report(Report((wrong, mended), 0.0))
    assert "    what holds: knuth1968.b-mended, ties included\n" in text


def test_the_gap_is_that_of_the_worst_optimum_and_says_whose():
    results = (
        make("a", kind="tight", gap=1e-15),
        make("b", kind="tight", gap=1e-14),
        make("c", kind="tight", gap=0.5, verdict="refuted", expected="refuted"),
        make("d", kind="asymptotic", gap=0.25),
    )
    last = catalogue.of_report(Report(results, 1.0)).splitlines()[-1]
    assert last == (
        "all 4 verdicts as expected; 12 instances, "
        "verified optima are met within 1e-14 (knuth1968.b), 1.0 s"
    )


def test_junit(report):
    root = ET.fromstring(junit.of_report(report).encode())
    totals = [root.get(name) for name in ("tests", "failures", "errors", "time")]
    assert totals == ["6", "2", "1", "1.500"]
    cases = {case.get("name"): case for case in root.iter("testcase")}
    outcome = {
        name: [child.tag for child in case if child.tag != "properties"]
        for name, case in cases.items()
    }
    assert outcome == {
        "knuth1968.a": [],
        "knuth1968.b": [],
        "knuth1968.b-mended": [],
        "knuth1968.c": ["failure"],
        "knuth1968.d": ["error"],
        "knuth1968.e": ["failure"],
    }
    properties = {p.get("name"): p.get("value") for p in cases["knuth1968.c"].iter("property")}
    assert properties["verdict"] == "refuted"
    assert properties["instances"] == "3"


def test_json(report):
    data = json_report.of_report(report)
    summary = data["summary"]
    assert (summary["claims"], summary["unexpected"], summary["as_expected"]) == (6, 3, False)
    assert '"counterexample"' in json_report.dumps(data)
    assert data["claims"][2]["corrects"] == "knuth1968.b"
