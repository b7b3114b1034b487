"""`claims` and `verify` in this process."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from lpcheck import claims, runner
from lpcheck.claims import Outcome, catalogue, find
from lpcheck.cli import main

CLAIM = "kairouz2016.theorem-6"


def test_claims_are_listed_whole_in_a_pipe(capsys):
    assert main(["claims", "--paper", "kairouz2016"]) == 0
    lines = capsys.readouterr().out.splitlines()
    listed = catalogue("kairouz2016")
    assert [line.split()[0] for line in lines] == [c.id for c in listed]
    assert all((c.finding or c.expected) in line for c, line in zip(listed, lines, strict=True))


def test_claims_are_chosen_by_finding_weight_pattern_and_words(capsys):
    assert main(["claims", "kairouz2016.theorem-*", "--finding", "condition"]) == 0
    ids = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert "kairouz2016.theorem-5" in ids
    assert all(i.startswith("kairouz2016.theorem-") for i in ids)
    assert main(["claims", "MARKOV chain", "--paper", "kairouz2016"]) == 0
    out = capsys.readouterr().out
    assert "kairouz2016.theorem-5-coupling" in out
    assert len(out.splitlines()) < 10


def test_findings_are_told_with_quotation_and_counterexample(capsys):
    assert main(["findings", "--paper", "kairouz2016", "--weight", "headline"]) == 0
    text = capsys.readouterr().out
    assert "kairouz2016.theorem-5  Theorem 5  [condition, headline]" in text
    assert "  printed  “For any pair of distributions" in text
    assert "Theorems 5" in text.splitlines()[1]


@pytest.mark.parametrize("form", ["--json", "--latex", "--markdown", "--bibtex"])
def test_findings_in_other_forms(form, capsys):
    assert main(["findings", "--paper", "kairouz2016", "--weight", "headline", form]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    if form == "--json":
        rows = json.loads(out, parse_constant=pytest.fail)["findings"]
        row = next(r for r in rows if r["id"] == "kairouz2016.theorem-5")
        assert set(row) >= {
            "id", "paper", "finding", "weight", "quote", "counterexample", "loss", "holds", "stands"
        }  # fmt: skip
        assert 0 < row["loss"] < 1
    else:
        wanted = {
            "--latex": "\\begin{itemize}",
            "--markdown": "### Theorem 5 (condition)\n\n> For any pair of distributions",
            "--bibtex": "@misc{kairouz2016,",
        }[form]
        assert wanted in out


def test_a_statement_that_holds_at_its_counterexample_is_found_out(monkeypatch, capsys):
    paper = claims.paper("kairouz2016")
    wrong = replace(claims.find("kairouz2016.theorem-5"), test=lambda **_: Outcome(True, 0.0))
    monkeypatch.setattr("lpcheck.claims.paper", lambda key: replace(paper, statements=(wrong,)))
    assert main(["findings", "--paper", "kairouz2016"]) == 1


def test_a_claim_is_shown_in_full_with_the_mechanism_that_beats_it(capsys):
    assert main(["show", "kairouz2016.theorem-5"]) == 0
    text = capsys.readouterr().out
    assert "  printed    “For any pair" in text
    assert "a better one (3 × 2)" in text
    assert "mended by  kairouz2016.theorem-5-corrected" in text
    assert "% lost: a feasible mechanism" in " ".join(text.split())


def test_a_quotation_that_is_the_statement_is_shown_once(capsys):
    for claim in ("kairouz2016.theorem-5", "kairouz2016.section-3-4-geometric"):
        known = find(claim)
        assert main(["show", claim]) == 0
        twice = " ".join(known.quote.split()) == " ".join(known.statement.split())
        assert ("\n  statement  " in capsys.readouterr().out) is not twice


def test_a_printed_number_is_off_and_not_lost(capsys):
    assert main(["show", "kairouz2016.equation-57"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "off by 5 %: computed" in text
    assert "lost" not in text


def test_claims_in_json(capsys):
    assert main(["claims", "--json"]) == 0
    out, err = capsys.readouterr()
    rows = json.loads(out)["claims"]
    assert [row["id"] for row in rows] == [c.id for c in catalogue()]
    assert set(rows[0]) >= {"id", "source", "kind", "expected", "statement"}
    assert err == ""


def test_verify_reports_to_every_place(tmp_path, capsys):
    out, xml = tmp_path / "out.json", tmp_path / "out.xml"
    assert main(["verify", CLAIM, CLAIM, "--json", str(out), "--junit", str(xml)]) == 0
    text, err = capsys.readouterr()
    assert err == ""  # no progress where there is no terminal
    assert "the verdict is as computation gave it before" in text
    data = json.loads(out.read_text(), parse_constant=pytest.fail)
    (row,) = data["claims"]
    assert set(row) >= {
        "id", "paper", "source", "verdict", "expected", "instances", "worst_gap", "seconds",
        "statement", "kind", "counterexample", "control_caught", "corrects", "detail",
    }  # fmt: skip
    assert (row["id"], row["verdict"], row["control_caught"]) == (CLAIM, "verified", True)
    assert data["summary"]["verified"] == data["summary"]["claims"] == 1
    case = ET.parse(xml).getroot().find("testsuite/testcase")
    assert case is not None
    assert case.get("name") == CLAIM
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out.json", "out.xml"]


def test_junit_alone_on_standard_output(capsys):
    assert main(["verify", CLAIM, "--junit", "-"]) == 0
    out, err = capsys.readouterr()
    assert ET.fromstring(out.encode()).get("tests") == "1"
    assert err == ""


@pytest.mark.parametrize(
    ("verdicts", "status"),
    [
        (["verified"], 0),
        (["refuted"], 1),
        (["inconclusive"], 3),
        (["verified", "inconclusive"], 3),
        (["refuted", "inconclusive"], 1),
    ],
)
def test_exit_status(verdicts, status, monkeypatch, capsys):
    real = runner.verify([CLAIM], jobs=1)
    results = tuple(replace(real.results[0], verdict=v) for v in verdicts)

    def pretend(claims, **options):
        return runner.Report(results, 0.0)

    monkeypatch.setattr("lpcheck.runner.verify", pretend)
    assert main(["verify", CLAIM]) == status
    assert ("UNEXPECTED" in capsys.readouterr().out) == (status != 0)


def test_options_reach_the_runner(monkeypatch, capsys):
    seen = {}

    def record(claims, **options):
        seen.update(options, claims=claims)
        return runner.Report((), 0.0)

    monkeypatch.setattr("lpcheck.runner.verify", record)
    assert main(["verify", "--paper", "kairouz2016", "--jobs", "3", "--full"]) == 0
    assert seen == {
        "claims": [],
        "paper": "kairouz2016",
        "jobs": 3,
        "full": True,
        "certificates": None,
        "drawings": False,
        "progress": seen["progress"],
    }
    capsys.readouterr()
