"""Forms that many claims share: printed and mended statements, a hypothesis that is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lpcheck.claims.claim import Claim, Outcome, Test, claim
from lpcheck.claims.instances import again


def printed(*, quote: str, **more: Any) -> Callable[[Test], Claim]:
    """Make a refuted claim of the test that this decorates; it states what is quoted."""
    given = {"statement": quote, **more}
    return claim(quote=quote, expected="refuted", slip=None, **given)


def corrected(of: Claim, statement: str, evidence: str, **more: Any) -> Callable[[Test], Claim]:
    """Make the true form of a refuted claim of the test that this decorates.

    Args:
        of: the refuted claim, whose place, kind, conditions and instances are taken over.
        statement: the true form.
        evidence: why it holds.
        more: fields that are other than those of the refuted claim.
    """
    given = {"source": of.source, "kind": of.kind, "conditions": of.conditions, **more}
    instances = given.pop("instances", again(of.instances))
    name = given.pop("id", f"{of.id}-corrected")
    return claim(
        id=name,
        statement=statement,
        evidence=evidence,
        instances=instances,
        corrects=of.id,
        **given,
    )


def fails(test: Test) -> Test:
    """That a statement fails, for a probe of its hypotheses; the slip is ignored."""

    def failing(slip: float = 0.0, **parameters: Any) -> Outcome:
        found = test(**parameters)
        holds = None if found.holds is None else not found.holds
        return Outcome(holds, -found.gap, found.detail, found.loss)

    return failing
