"""The summary of a run and its JUnit form, on results made by hand."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from lpcheck.claims.claim import Claim, ClaimResult, Instance, Outcome
from lpcheck.report import catalogue, json_report, junit
from lpcheck.runner import Report

OF_CLAIM = {"corrects", "weight", "finding", "holds", "ours"}


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
        **{name: fields.pop(name) for name in OF_CLAIM & set(fields)},
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
        **fields,
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
    assert lines[1].split() == ["knuth1968", "6", "3", "2", "0", "1", "3"]
    loud = [line for line in lines if line.startswith("UNEXPECTED")]
    assert loud == [
        "UNEXPECTED knuth1968.c (Section c): refuted, expected verified",
        "UNEXPECTED knuth1968.d (Section d): inconclusive, expected verified",
        "UNEXPECTED knuth1968.e (Section e): verified, expected refuted",
    ]
    assert any("p = (1, 1/3)" in line for line in lines)
    assert "  its negative control was not caught" in lines
    assert lines[-1].startswith("3 of 6 verdicts UNEXPECTED; 18 instances")


def test_headlines_are_told_in_words_and_details_are_not():
    loud = make("b", "refuted", "refuted", weight="headline", finding="false", holds="1 > 2.")
    quiet = make("c", "refuted", "refuted", weight="detail", finding="misprint")
    text = catalogue.of_report(Report((loud, quiet), 0.0))
    assert "  knuth1968.b (Section b; false): 1 > 2.\n" in text
    assert "knuth1968.c" not in text
    assert "of the refuted ones 1 false, 1 misprint" in text


def test_lines_are_broken_at_the_width():
    long = make("b", "refuted", "refuted", weight="headline", finding="false", holds="so " * 60)
    text = catalogue.of_report(Report((long, make("a")), 0.0), 50)
    told = text.partition("the most important ones:\n")[2].partition("See")[0]
    assert max(map(len, told.splitlines())) <= 50


def test_a_stray_and_a_reading_are_told():
    stray = make("b", "refuted", "refuted", strays=("k = 3",))
    drawn = make("c", "undecided", "undecided", ours="agrees", reading="differs")
    text = catalogue.of_report(Report((stray, drawn), 0.0))
    assert "  it fails also where it is to hold: k = 3\n" in text
    assert "  on our draws it differs, expected that it agrees\n" in text


def test_a_run_as_expected_is_quiet():
    text = catalogue.of_report(Report((make("a"),), 0.0))
    assert "UNEXPECTED" not in text
    assert "do not hold" not in text
    last = text.splitlines()[-1]
    assert last.startswith("exit status 0: the verdict is as computation gave it before; 3 inst")


def test_the_gap_is_that_of_the_worst_optimum_and_says_whose():
    results = (
        make("a", kind="tight", gap=1e-15),
        make("b", kind="tight", gap=1e-14),
        make("c", kind="tight", gap=0.5, verdict="refuted", expected="refuted"),
        make("d", kind="asymptotic", gap=0.25),
    )
    last = catalogue.of_report(Report(results, 1.0)).splitlines()[-1]
    assert last == (
        "exit status 0: all 4 verdicts are as computation gave them before; 12 instances, "
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
