"""The sentence that a paper's page opens with."""

from __future__ import annotations

import re

import pytest

from lpcheck.claims.findings import _places, opening, printed
from lpcheck.claims.registry import paper, papers


@pytest.mark.parametrize("key", [p.key for p in papers()])
def test_an_opening_counts_every_printed_statement_once(key):
    found, total = paper(key), len(printed(paper(key).claims))
    text = opening(found).replace("the one printed", "all 1 printed")
    decided = int(re.search(r"(?:of|all) (\d+) printed", text)[1])
    more = re.search(r"(\d+) more rest", text)
    assert decided + (int(more[1]) if more else 0) == total
    words = "hold|(?:is|are) (?:misprinted|imprecise)|fail"
    parts = re.findall(rf"(\d+) (?:{words})", text)
    if "of " + str(decided) in text:
        assert sum(map(int, parts)) == decided


def test_probes_and_corrections_of_ours_are_not_printed():
    for found in papers():
        for claim in printed(found.claims):
            assert claim.finding != "probe"
            assert claim.corrects is None


def test_undecided_statements_are_not_counted_as_failing():
    found = paper("park2024")
    assert any(c.expected == "undecided" for c in printed(found.claims))
    assert "fail" not in opening(found)


def test_a_source_may_name_several_places():
    found = {c.id: c for c in paper("ghoukasian2025").claims}
    two = _places([found["ghoukasian2025.theorem-3-6"]])
    assert two == [("Theorem", "3.4"), ("Theorem", "3.6")]
    assert opening(paper("ghoukasian2025")).startswith("Theorems 3.4 and 3.6 need a condition")
