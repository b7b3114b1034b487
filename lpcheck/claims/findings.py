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


_NUMBER = r"(?:[A-Z]\.)?\d+(?:\.\d+)*"
_PLACE = re.compile(
    r"(Theorem|Proposition|Corollary|Lemma|Algorithm)s? "
    rf"({_NUMBER}(?:(?:, | and | to ){_NUMBER})*)"
)


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
    if not parts:
        parts.append("no theorem of this paper was found false")
    text = "; ".join([*parts, *_counted(printed(claims))]) + "."
    return text[0].upper() + text[1:]


def _counted(claims: Sequence[Claim]) -> list[str]:
    """How many printed statements hold, are misprinted or imprecise, fail, or rest on draws."""
    undecided = sum(c.expected == "undecided" for c in claims)
    failing = [c for c in claims if c.expected == "refuted"]
    errors = [c for c in failing if c.finding in ERRORS]
    faults = sum(c.below is None for c in errors)
    total = len(claims) - undecided
    told = [f"{total - len(failing)} hold"]
    for kind, word in (("misprint", "misprinted"), ("imprecise", "imprecise")):
        slips = sum(c.finding == kind for c in failing)
        if slips:
            told.append(f"{slips} {'is' if slips == 1 else 'are'} {word}")
    if errors:
        same = f", by {faults} fault{'s' * (faults > 1)}" if faults < len(errors) else ""
        told.append(f"{len(errors)} {'fails' if len(errors) == 1 else 'fail'}{same}")
    if failing:
        parts = [f"of {total} printed statements that could be decided {_and(told)}"]
    elif total == 1:
        parts = ["the one printed statement that was tested holds"]
    else:
        parts = [f"all {total} printed statements that could be decided hold"]
    if undecided:
        rest = "rests" if undecided == 1 else "rest"
        parts.append(f"{undecided} more {rest} on draws, data or objects that nobody has")
    return parts


def _places(claims: Iterable[Claim]) -> list[tuple[str, str]]:
    """The kind and number of each place; a source may name several, "Theorems 3.4 and 3.6"."""
    found: dict[tuple[str, str], None] = {}
    for claim in claims:
        place = _PLACE.match(claim.source)
        if place is not None:
            for number in re.findall(_NUMBER, place[2]):
                found[place[1], number] = None
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
