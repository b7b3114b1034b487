"""What was found in papers: the refuted statements with their counterexamples, gravest first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from lpcheck.claims.claim import Claim, Finding, Instance, Outcome, Weight
from lpcheck.claims.paper import Paper

WEIGHTS: tuple[Weight, ...] = ("headline", "normal", "detail")
FINDINGS: tuple[Finding, ...] = ("false", "condition", "misprint", "imprecise")
"""What a refuted statement can be, the gravest first."""

ERRORS = ("false", "condition")
"""The findings that count as errors of a paper."""

MEANING = {
    "false": "fails under its own and the standing assumptions",
    "condition": "holds under a condition that is not stated",
    "misprint": "a slip of the pen: what was meant is clear, and holds",
    "imprecise": "an informal sentence that says too much",
    "undecided": "rests on draws, data or a trained object that nobody has",
    "probe": "not printed: a hypothesis varied by us",
}


@dataclass(frozen=True)
class Found:
    """A refuted statement, where it fails, and what was found there.

    Attributes:
        claim: the statement.
        instance: its smallest counterexample.
        outcome: what the test says there.
        again: the statements in which the same fault is met again.
    """

    claim: Claim
    instance: Instance
    outcome: Outcome
    again: tuple[Claim, ...] = ()


def refuted(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """The statements that are expected to fail, the gravest first, one fault once."""
    chosen = [c for c in claims if c.expected == "refuted"]
    ids = {c.id for c in chosen}
    own = [c for c in chosen if c.below not in ids]
    return tuple(sorted(own, key=lambda c: (WEIGHTS.index(c.weight), _grave(c))))


def _grave(claim: Claim) -> int:
    return FINDINGS.index(claim.finding) if claim.finding in FINDINGS else len(FINDINGS)


def found(
    claims: Sequence[Claim], progress: Callable[[Claim], None] | None = None
) -> tuple[Found, ...]:
    """Each refuted statement tested at its smallest counterexample, the gravest first.

    Args:
        claims: those of one paper, or of several.
        progress: called with each claim before it is tested.
    """
    results = []
    for claim in refuted(claims):
        if progress is not None:
            progress(claim)
        instance = next(iter(claim.instances(False)))
        outcome = claim.test(**instance.parameters)
        again = tuple(c for c in claims if c.below == claim.id)
        results.append(Found(claim, instance, outcome, again))
    return tuple(results)


_PLACE = re.compile(r"(Theorem|Proposition|Corollary|Lemma|Algorithm)s? ([\w.]+)")


def printed(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """The statements that are the paper's own: no probes, and no corrections of ours."""
    return tuple(c for c in claims if c.finding != "probe" and c.corrects is None)


def opening(paper: Paper) -> str:
    """The sentence that a paper's page opens with."""
    claims = paper.claims
    own = [c for c in refuted(claims) if c.weight != "detail"]
    theorems = {kind: _places(c for c in own if c.finding == kind) for kind in ERRORS}
    parts = []
    if theorems["condition"]:
        need = "needs" if len(theorems["condition"]) == 1 else "need"
        what = _listed(theorems["condition"])
        parts.append(f"{what} {need} a condition that is not stated")
    if theorems["false"]:
        is_false = "is" if len(theorems["false"]) == 1 else "are"
        parts.append(f"{_listed(theorems['false'])} {is_false} false as printed")
    total = len(printed(claims))
    failing = [c for c in printed(claims) if c.expected == "refuted"]
    rest = total - len(failing) - sum(c.expected == "undecided" for c in printed(claims))
    if not parts:
        parts.append("no theorem of this paper was found false")
    parts.append(f"of {total} statements that were tested {rest} hold as printed")
    text = "; ".join(parts) + "."
    return text[0].upper() + text[1:]


def _places(claims: Iterable[Claim]) -> list[tuple[str, str]]:
    found: dict[tuple[str, str], None] = {}
    for claim in claims:
        place = _PLACE.match(claim.source)
        if place is not None:
            found[place[1], place[2].rstrip(".")] = None
    return list(found)


def _listed(places: Sequence[tuple[str, str]]) -> str:
    """Such as "Theorems 5 and 8, Corollary 10"."""
    kinds: dict[str, list[str]] = {}
    for kind, number in places:
        kinds.setdefault(kind, []).append(number)
    plural = {"Corollary": "Corollaries"}
    texts = []
    for kind, numbers in kinds.items():
        name = kind if len(numbers) == 1 else plural.get(kind, f"{kind}s")
        texts.append(f"{name} {_and(numbers)}")
    return _and(texts)


def _and(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
