"""The library as text: headers, names, and nothing taken for granted."""

import re

import pytest

from lpcheck.claims import catalogue
from lpcheck.proofs import registry
from lpcheck.proofs.registry import library, sources, theorems

LISTED = theorems()
TEXTS = {path: (library() / path).read_text(encoding="utf-8") for path in sources()}
EXPECTED = {"verified": "proved", "refuted": "refuted"}


def test_every_theorem_settles_a_claim_of_the_catalogue_as_it_is_expected():
    expected = {claim.id: EXPECTED.get(claim.expected) for claim in catalogue()}
    claims = [t for t in LISTED if not t.step]
    assert [(t.claim, t.finding) for t in claims if expected.get(t.claim) != t.finding] == []
    assert [t.claim for t in LISTED if t.step and t.claim in expected] == []


def test_what_is_shown_was_printed_for_these_sources():
    assert [t.claim for t in LISTED if t.statement is None] == [], "lpcheck proofs --record"
    assert [t.claim for t in LISTED if not t.allowed] == []


def test_what_was_printed_for_other_sources_is_not_shown(monkeypatch):
    monkeypatch.setattr(registry, "digest", lambda: "another")
    assert {t.statement for t in theorems()} == {None}


def test_a_claim_has_one_theorem():
    claims = [theorem.claim for theorem in LISTED]
    assert len(claims) == len(set(claims))


@pytest.mark.parametrize("path", TEXTS, ids=str)
def test_nothing_is_assumed(path):
    code = re.sub(r"\(\*.*?\*\)", "", TEXTS[path], flags=re.S)
    words = r"\b(Axioms?|Parameters?|Conjecture|Admitted|admit|give_up|Abort|bypass_check)\b"
    assert re.search(words, code) is None
    assert re.search(r"\bUnset\b|\bSet\b(?! Printing)", code) is None


@pytest.mark.parametrize("path", TEXTS, ids=str)
def test_universal_files_need_no_interval_arithmetic(path):
    if path.parts[0] != "instances":
        assert "Interval" not in TEXTS[path]


def test_a_refutation_negates_its_printed_statement():
    for theorem in LISTED:
        path = library().joinpath(*theorem.module.split(".")[1:]).with_suffix(".v")
        text = path.read_text(encoding="utf-8")
        negated = re.search(rf"^Theorem {theorem.name} : ~ (\w+)\.$", text, re.M)
        assert (theorem.finding == "refuted") == (negated is not None)
        assert negated is None or negated[1] == theorem.printed


def test_the_definitions_are_few():
    assert TEXTS[next(p for p in TEXTS if p.name == "Definitions.v")].count("\n") < 120


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("theorem_1", "Theorem theorem_1 : True.", "no header"),
        ("theorem_1", "(* claim: a.theorem-2\n   finding: proved\n   for: all *)\n", "named after"),
        ("theorem_1", "(* claim: a.theorem-1\n   finding: proved\n   for: all *)\n", "no theorem"),
    ],
)
def test_a_file_without_its_header_or_theorem_is_no_theorem(
    tmp_path, monkeypatch, name, text, message
):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / f"{name}.v").write_text(text)
    monkeypatch.setattr(registry, "library", lambda: tmp_path)
    with pytest.raises(ValueError, match=message):
        theorems()
