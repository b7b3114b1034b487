"""The catalogue as a whole: its form, and that its tests can fail."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from formulations import InputError
from lpcheck.claims import catalogue, find, known
from lpcheck.claims.claim import Claim, Instance, Outcome
from lpcheck.claims.findings import ERRORS, FINDINGS
from lpcheck.proofs.registry import settled
from lpcheck.runner import run_claim, verify

CLAIMS = catalogue()
BY_ID = {claim.id: claim for claim in CLAIMS}


def test_ids_are_unique_and_name_their_paper():
    assert len(BY_ID) == len(CLAIMS)
    for claim in CLAIMS:
        assert claim.paper in known()
        assert re.fullmatch(r"[a-z]+\d{4}\.[a-z0-9-]+", claim.id), claim.id


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_claim_is_stated_in_full(claim: Claim):
    assert claim.statement.strip()
    assert claim.source.strip()
    assert claim.conditions.strip()
    assert claim.evidence.strip()
    assert claim.statement.count("$") % 2 == 0


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_verified_claims_have_a_negative_control(claim: Claim):
    if claim.expected == "verified" or claim.ours == "agrees":
        assert claim.slip is not None
        assert claim.slip != 0


REFUTED = [c for c in CLAIMS if c.expected == "refuted"]


@pytest.mark.parametrize("claim", REFUTED, ids=lambda claim: claim.id)
def test_what_is_refuted_is_quoted_and_says_what_holds_and_what_stands(claim: Claim):
    first = next(iter(claim.instances(False)))
    assert first.kind == "counterexample"
    assert claim.finding in FINDINGS
    assert claim.quote.strip()
    assert claim.holds.strip()
    assert claim.stands.strip()
    corrections = [c for c in CLAIMS if c.corrects == claim.id]
    assert all(c.expected == "verified" for c in corrections)
    if claim.finding in ERRORS and claim.below is None:
        assert corrections, "no claim tests what is true instead"
    if claim.below is not None:
        assert BY_ID[claim.below].expected == "refuted"


def test_findings_and_verdicts_belong_together():
    for claim in CLAIMS:
        assert (claim.finding in FINDINGS) == (claim.expected == "refuted"), claim.id
        assert (claim.finding == "undecided") == (claim.expected == "undecided"), claim.id
        assert (claim.ours is not None) == (claim.expected == "undecided"), claim.id
        if claim.finding == "probe":
            assert claim.expected == "verified", claim.id


def test_headlines_are_few():
    assert 3 <= sum(c.weight == "headline" for c in REFUTED) <= 20


def test_a_refutation_notices_what_fails_elsewhere():
    outcomes = iter([Outcome(False, 1.0, "fails"), Outcome(False, 1.0, "fails too")])
    claim = replace(_claim(lambda slip=0.0: next(outcomes), None), expected="refuted")
    claim = replace(claim, instances=lambda full: iter(
        [Instance("a", {}, "counterexample"), Instance("b", {})]
    ))  # fmt: skip
    result = run_claim(claim)
    assert (result.verdict, result.strays, result.as_expected) == ("refuted", ("b",), False)


def test_a_claim_on_draws_is_undecided_and_says_what_ours_do():
    claim = replace(_claim(lambda slip=0.0: Outcome(slip == 0, 0.0)), expected="undecided")
    result = run_claim(replace(claim, ours="agrees"))
    assert (result.verdict, result.reading, result.as_expected) == ("undecided", "agrees", True)
    result = run_claim(replace(claim, ours="differs"))
    assert not result.as_expected


def test_corrections_point_at_refuted_claims():
    for claim in CLAIMS:
        if claim.corrects is not None:
            assert BY_ID[claim.corrects].expected == "refuted"


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_verdict_is_the_one_that_computation_gave(claim: Claim):
    result = run_claim(claim)
    assert result.as_expected, (result.verdict, result.reading, result.strays, result.detail)
    if claim.slip is not None:
        assert result.control_caught
    if claim.expected == "refuted":
        assert result.counterexample is not None
        assert result.counterexample.kind == "counterexample"


def _claim(test, slip: float | None = 1.0) -> Claim:
    return Claim(
        id="kairouz2016.made-up",
        source="nowhere",
        statement="none",
        kind="equal",
        conditions="none",
        expected="verified",
        evidence="none",
        instances=lambda full: iter([Instance("a", {}), Instance("b", {})]),
        test=test,
        slip=slip,
    )


def test_a_control_that_is_not_caught_makes_a_claim_inconclusive():
    blind = _claim(lambda slip=0.0: Outcome(True, 0.0))
    result = run_claim(blind)
    assert result.verdict == "inconclusive"
    assert "control" in result.detail


def test_one_undecided_instance_makes_a_claim_inconclusive():
    outcomes = iter([Outcome(True, 0.0), Outcome(None, 0.0, "no idea"), Outcome(False, 1.0)])
    result = run_claim(_claim(lambda slip=0.0: next(outcomes)))
    assert (result.verdict, result.detail) == ("inconclusive", "no idea")


def test_one_failure_refutes():
    outcomes = iter([Outcome(None, 0.0), Outcome(False, 1.0, "fails"), Outcome(False, 1.0)])
    result = run_claim(_claim(lambda slip=0.0: next(outcomes)))
    assert (result.verdict, result.detail) == ("refuted", "fails")
    assert result.counterexample is not None
    assert result.counterexample.label == "b"


def test_a_claim_with_a_theorem_is_proved_if_the_theorem_says_the_same():
    real = run_claim(find("kairouz2016.theorem-6"))
    assert real.rigor == "proved"
    assert real.theorem is not None
    assert replace(real, verdict="refuted").rigor == "numerical"
    assert run_claim(_claim(lambda slip=0.0: Outcome(slip == 0, 0.0))).rigor == "numerical"


def test_theorems_and_verdicts_do_not_contradict_each_other():
    expected = {"proved": "verified", "refuted": "refuted"}
    for theorem in settled().values():
        assert BY_ID[theorem.claim].expected == expected[theorem.finding], theorem.claim


def test_verify_runs_by_id_in_parallel_as_in_one_process():
    ids = [CLAIMS[0].id, CLAIMS[1].id]
    alone, parallel = verify(ids, jobs=1), verify(ids, jobs=2)
    assert [r.claim.id for r in parallel.results] == ids
    assert [r.verdict for r in alone.results] == [r.verdict for r in parallel.results]
    gaps = [r.worst_gap for r in parallel.results]
    assert [r.worst_gap for r in alone.results] == pytest.approx(gaps, rel=1e-6, abs=1e-12)


def test_unknown_names_are_refused_with_a_hint():
    with pytest.raises(InputError, match="did you mean"):
        find("kairouz2016.theorem-66")
    with pytest.raises(InputError, match="kairouz2016"):
        catalogue("kairouz")
    with pytest.raises(InputError, match="jobs"):
        verify(jobs=0)
