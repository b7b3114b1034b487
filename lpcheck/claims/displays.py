r"""The intermediate displays of one proof as one claim: a table, a row a display.

A row has a place, a statement, instances, and a test that could fail. The claim holds if every row
does at all its instances, and its negative control is caught only if every row catches its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lpcheck.claims.claim import Claim, Instance, Instances, Kind, Outcome, Test


@dataclass(frozen=True)
class Display:
    """One display of a proof.

    Attributes:
        place: where it is printed, such as "eq. 58".
        statement: LaTeX.
        test: from an instance's parameters, and `slip`, to an outcome.
        instances: from `full` (wider) to the instances.
        slip: how wrong the row's negative control makes the displayed object.
        control: the parameters of that control; by default those of the first instance.
    """

    place: str
    statement: str
    test: Test
    instances: Instances
    slip: float | None = 1e-6
    control: Mapping[str, Any] | None = None


def display(
    place: str,
    statement: str,
    instances: Instances,
    *,
    slip: float | None = 1e-6,
    control: Mapping[str, Any] | None = None,
) -> Callable[[Test], Display]:
    """Make a :class:`Display` of the test that this decorates."""

    def decorate(test: Test) -> Display:
        return Display(place, statement, test, instances, slip, control)

    return decorate


def displays(
    rows: Sequence[Display], *, id: str, source: str, evidence: str, kind: Kind = "equal",
    conditions: str = "none", **more: Any,
) -> Claim:  # fmt: skip
    """One claim of the rows of a table.

    Args:
        rows: the displays, in the order of the proof.
        id: of the claim.
        source: the proof, such as "proof of Theorem 12 (Section 9.1)".
        evidence: why they hold.
        kind: what is claimed of most of them.
        conditions: as printed.
        more: other fields of the claim.
    """

    def instances(full: bool) -> Iterator[Instance]:
        for number, row in enumerate(rows):
            for one in row.instances(full):
                parameters = {"row": number, **one.parameters}
                yield Instance(f"{row.place}: {one.label}", parameters, one.kind)

    def test(row: int | None, slip: float = 0.0, **parameters: Any) -> Outcome:
        """One row; without a row, the controls of all: whether one of them was not caught."""
        if row is not None:
            return rows[row].test(**parameters, **({"slip": slip} if slip else {}))
        for each in rows:
            if each.slip is not None:
                given = each.control or next(iter(each.instances(False))).parameters
                if each.test(**given, slip=each.slip).holds is not False:
                    return Outcome(True, 0.0, f"the control of {each.place} was not caught")
        return Outcome(False, 1.0, "every row catches its control")

    return Claim(
        id=id,
        source=source,
        statement=" ".join(f"({row.place}) {row.statement}" for row in rows),
        kind=kind,
        conditions=conditions,
        expected="verified",
        evidence=evidence,
        instances=instances,
        test=test,
        control={"row": None},
        **more,
    )
