"""What a claim is: a printed statement, instances of it, and a test that could fail."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from lpcheck.claims.curve import Drawing
from lpcheck.proofs.registry import Theorem, settled

Kind: TypeAlias = Literal["tight", "upper", "lower", "feasible", "equal", "asymptotic"]
ClaimVerdict: TypeAlias = Literal["verified", "refuted", "undecided", "inconclusive"]
Expected: TypeAlias = Literal["verified", "refuted", "undecided"]
Finding: TypeAlias = Literal["false", "condition", "misprint", "imprecise", "undecided", "probe"]
Weight: TypeAlias = Literal["headline", "normal", "detail"]
Reading: TypeAlias = Literal["agrees", "differs"]
InstanceKind: TypeAlias = Literal["fixed", "random", "degenerate", "counterexample"]


@dataclass(frozen=True)
class Instance:
    """Parameters at which a statement is tested, under a label that reports can print."""

    label: str
    parameters: Mapping[str, Any]
    kind: InstanceKind = "fixed"


@dataclass(frozen=True)
class Outcome:
    """What a test found at one instance.

    Attributes:
        holds: whether the statement holds there; None where that could not be decided.
        gap: by how much it fails, or how far it is from equality where it holds.
        detail: one sentence with the numbers.
        loss: the gap as a share of the optimum, or of the printed number; None where it has none.
    """

    holds: bool | None
    gap: float
    detail: str = ""
    loss: float | None = None


Test: TypeAlias = Callable[..., Outcome]
Instances: TypeAlias = Callable[[bool], Iterable[Instance]]


@dataclass(frozen=True)
class Claim:
    r"""A printed statement and how it is tested.

    Attributes:
        id: stable, `paper.place`, with a suffix where one place makes several statements.
        paper: the key of the paper.
        source: where it is printed, such as "Theorem 6" or "Section 3.4".
        statement: LaTeX, in the notation of the paper.
        kind: what is claimed of what is computed.
        conditions: the conditions as printed ("none" where none are).
        expected: the verdict that computation gave, never the paper's.
        evidence: why that verdict is expected: the argument or the counterexample in words.
        instances: from `full` (wider) to the instances.
        test: from an instance's parameters, and `slip`, to an outcome.
        slip: how wrong the negative control makes the claimed object. `test(..., slip=slip)` must
            not hold at `control`; a test that cannot fail is no evidence.
        control: the parameters of the negative control; by default those of the first instance.
        corrects: the id of the refuted claim whose true form this is.
        quote: the printed sentence, word for word; `[…]` where the text at hand is damaged.
        finding: what kind of fault a refuted statement has, or `undecided`, or `probe` for a
            statement of ours that varies a hypothesis; None for what is printed and holds.
        weight: `headline` for a theorem, or a number that abstract or introduction carry.
        holds: for what fails: the form that holds, in a sentence.
        stands: what stands all the same, and what rests on the statement; said first.
        below: the id of the finding that this is met again from (one fault, one finding).
        ours: what our own draws say of a statement on draws, data or a trained object that nobody
            has: such a claim is `undecided`.
        written: whether a file states it as a formula: what is proved of the catalogue's claim of
            the same id is then not proved of this one.
    """

    id: str
    source: str
    statement: str
    kind: Kind
    conditions: str
    expected: Expected
    evidence: str
    instances: Instances
    test: Test
    slip: float | None = 1e-6
    control: Mapping[str, Any] | None = None
    corrects: str | None = None
    quote: str = ""
    finding: Finding | None = None
    weight: Weight = "normal"
    holds: str = ""
    stands: str = ""
    below: str | None = None
    ours: Reading | None = None
    written: bool = False

    @property
    def paper(self) -> str:
        """The key of the paper."""
        return self.id.partition(".")[0]


def claim(
    *,
    id: str,
    source: str,
    statement: str,
    kind: Kind,
    instances: Instances,
    evidence: str,
    conditions: str = "none",
    expected: Expected = "verified",
    **more: Any,
) -> Callable[[Test], Claim]:
    """Make a :class:`Claim` of the test that this decorates; `more` are its other fields."""

    def decorate(test: Test) -> Claim:
        return Claim(
            id=id,
            source=source,
            statement=statement,
            kind=kind,
            conditions=conditions,
            expected=expected,
            evidence=evidence,
            instances=instances,
            test=test,
            **more,
        )

    return decorate


@dataclass(frozen=True)
class ClaimResult:
    """A claim's verdict over all its instances.

    Attributes:
        claim: the claim.
        verdict: refuted if the statement fails somewhere, else inconclusive if some instance could
            not be decided or the negative control was not caught, else verified; undecided in place
            of refuted or verified where the statement rests on draws that nobody has.
        reading: of such a statement, whether our own draws agree with it.
        instances: how many were tested.
        worst_gap: the largest gap over the instances.
        worst_instance: the label of the instance where it is.
        seconds: processor time.
        counterexample: the first instance at which it fails.
        loss: the relative loss there.
        strays: of a refuted claim, the instances that fail and are not labelled counterexamples:
            those are to hold, so that a refutation notices a corrupted mechanism too.
        detail: the sentence of that instance, or of the one that could not be decided.
        control_caught: whether the negative control failed as it must; None where there is none.
        certificates: the files written for the instance that the verdict shows.
        outcomes: what was found at each instance, in their order.
        drawing: what a figure can show, where one was asked for.
    """

    claim: Claim
    verdict: ClaimVerdict
    instances: int
    worst_gap: float
    seconds: float
    counterexample: Instance | None = None
    detail: str = ""
    control_caught: bool | None = None
    certificates: tuple[str, ...] = ()
    worst_instance: str = ""
    outcomes: tuple[Outcome, ...] = ()
    drawing: Drawing | None = None
    reading: Reading | None = None
    loss: float | None = None
    strays: tuple[str, ...] = ()

    @property
    def theorem(self) -> Theorem | None:
        """The theorem of `proofs/` that says the same for all parameters, where there is one."""
        found = None if self.claim.written else settled().get(self.claim.id)
        same = {"proved": "verified", "refuted": "refuted"}
        return found if found is not None and same[found.finding] == self.verdict else None

    @property
    def rigor(self) -> Literal["proved", "certified", "numerical"]:
        """`proved` where a theorem says it, `certified` where certificates were written for it."""
        if self.theorem is not None:
            return "proved"
        return "certified" if self.certificates else "numerical"

    @property
    def as_expected(self) -> bool:
        """Whether the verdict is the one that computation gave before."""
        same = self.verdict == self.claim.expected and self.reading == self.claim.ours
        return same and not self.strays
