"""Sentences on the 100 instances: the catalogue and the figures say one thing."""

from __future__ import annotations

import pytest

from lpcheck.papers.kairouz2016.drawn import CLAIMS
from lpcheck.papers.kairouz2016.figures import FIGURES
from lpcheck.runner import run_claim

BY_ID = {claim.id: claim for claim in CLAIMS}


@pytest.mark.parametrize("figure", [f for f in FIGURES if f.name.endswith(("5", "8"))],
                         ids=lambda f: f.name)  # fmt: skip
def test_a_figure_and_the_catalogue_agree(figure):
    series, found = figure.compute(), {}
    for statement in figure.statements:
        if statement.claim:
            found.setdefault(statement.claim, []).append(statement.check(series))
    assert found
    for name, readings in found.items():
        outcomes = run_claim(BY_ID[name]).outcomes
        assert [o.holds for o in outcomes] == [r.agrees for r in readings]
        assert all(r.measured in o.detail for o, r in zip(outcomes, readings, strict=True))


def test_every_sentence_on_draws_is_undecided_and_is_a_statement_of_a_figure():
    known = {s.claim: s for f in FIGURES for s in f.statements if s.claim}
    for claim in CLAIMS:
        if claim.ours is not None:
            assert (claim.expected, claim.finding) == ("undecided", "undecided")
            assert known[claim.id].drawn
            assert "100 instances" in claim.conditions
    assert {c.id for c in CLAIMS if c.ours == "differs"} == {
        "kairouz2016.section-3-4-better-of-two-12",
        "kairouz2016.section-4-4-geometric",
    }
