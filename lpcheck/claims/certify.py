"""Certificates for what a claim's verdict rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

from formulations.errors import InputError
from formulations.formulation import Array, Formulation
from formulations.parameters import Distribution
from lpcheck.claims.claim import Claim
from lpcheck.compare import Comparison

Question: TypeAlias = tuple[Formulation, Array | None]
"""A problem, and the mechanism that was compared with its optimum, if any."""

MOST = 2
"""Certificates for one claim: enough to show the verdict at one instance."""

LARGEST = 9
"""The largest alphabet that is certified here: the re-check of the catalogue stays a matter of
seconds. `lpcheck check --certificate` has no such limit."""


def certify_claim(
    claim: Claim, asked: Iterable[Sequence[Question]], directory: Path
) -> tuple[str, ...]:
    """Write certificates for the first instance that compares or solves a problem.

    Args:
        claim: the claim.
        asked: what the test asked (`questions`) at each instance that may be shown: at the
            counterexample of a refuted claim, else at all of them.
        directory: where to write; files are named after the claim.

    Returns:
        the names of the files. None where the statement is an identity that needs no optimum, or
        where a divergence or trade-off function is made of code, which no file can hold.
    """
    from lpcheck.certificates import certify  # noqa: PLC0415  most runs make none

    for asked_there in asked:
        written: list[str] = []
        for problem, mechanism in asked_there:
            if len(written) == MOST:
                break
            if len(next(iter(_vectors(problem.parameters)), ())) > LARGEST:
                continue
            try:
                certificate = certify(problem, mechanism, claim=claim.id)
            except InputError:
                continue
            name = f"{claim.id}-{len(written) + 1}.json"
            certificate.save(directory / name)
            written.append(name)
        if written:
            return tuple(written)
    return ()


def questions(comparisons: Iterable[Comparison], solved: Iterable[Formulation]) -> list[Question]:
    """What a test asked: its comparisons first, then the problems that it solved for themselves."""
    found: list[Question] = [(c.problem, c.mechanism) for c in comparisons]
    compared = {id(problem) for problem, _ in found}
    return found + [(problem, None) for problem in solved if id(problem) not in compared]


def _vectors(parameters: dict[str, object]) -> list[Sequence[object]]:
    return [x.exact for x in parameters.values() if isinstance(x, Distribution)]
