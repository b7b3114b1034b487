"""The forms of claims that this paper's statements share, and the names of priors."""

from __future__ import annotations

from lpcheck.claims.claim import Instance, Outcome
from lpcheck.claims.instances import F, at, explicit
from lpcheck.papers.kairouz2016._forms import corrected, fails, printed
from lpcheck.papers.kairouz2016.information import parts, priors
from lpcheck.runner import run_claim


def _below(x: int, limit: int = 2, slip: float = 0.0) -> Outcome:
    return Outcome(x + slip < limit, x - limit, "", 0.5)


def _refuted():
    make = printed(
        id="kairouz2016.made-up",
        source="nowhere",
        quote="$x < 2$",
        kind="upper",
        evidence="3 is not",
        instances=explicit(at("three", "counterexample", x=3), at("one", x=1)),
        finding="false",
    )
    return make(_below)


def test_what_is_printed_is_quoted_and_its_true_form_points_at_it():
    claim = _refuted()
    assert (claim.statement, claim.quote) == ("$x < 2$", "$x < 2$")
    assert run_claim(claim).as_expected
    mended = corrected(claim, "$x < 4$", "all are", slip=1.0)(
        lambda x, slip=0.0: _below(x, 4, slip)
    )
    assert (mended.id, mended.corrects) == ("kairouz2016.made-up-corrected", claim.id)
    assert "counterexample" not in {i.kind for i in mended.instances(False)}
    assert run_claim(mended).as_expected


def test_a_probe_holds_where_the_statement_fails():
    failing = fails(_below)
    assert failing(x=3).holds is True
    assert failing(x=1).holds is False
    assert failing(x=1, slip=1.0).holds is False
    assert fails(lambda: Outcome(None, 0.0))().holds is None


def test_priors_by_their_parts():
    assert parts("2 2 1") == [F(2, 5), F(2, 5), F(1, 5)]
    given = priors("1 2", "1", "3 1 0", "0 1", fails=("1 1 1", "1 1"), sizes=())(False)
    assert [(i.label, i.kind) for i in given] == [
        ("uniform, k = 3", "counterexample"),
        ("fair coin", "counterexample"),
        ("(1, 2)/3", "fixed"),
        ("one letter", "degenerate"),
        ("(3, 1, 0)/4", "degenerate"),
        ("point mass, k = 2", "degenerate"),
    ]
    drawn = list(priors(sizes=(2, 4), delta=0.1)(False))
    assert [len(i.parameters["prior"]) for i in drawn] == [2, 4]
    assert all(isinstance(i, Instance) and i.parameters["delta"] == 0.1 for i in drawn)
