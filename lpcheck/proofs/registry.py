"""The theorems of the library, read from the headers of their files.

Each file `proofs/<paper>/<claim>.v` proves one claim; its theorem has the name of the file and its
header says for all what; a printed step that is no claim of the catalogue is a `step`::

    (* claim: kairouz2016.theorem-6
       finding: proved
       for: every k, P0, P1 and eps >= 0; mechanisms with any number of outputs
       ... *)
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast

Finding = Literal["proved", "refuted"]

NAMESPACE = "Lpcheck"

RECORD = "statements.json"
"""Beside the sources: what the kernel printed of each theorem, for where there is no Coq."""

REALS = frozenset({
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
})  # fmt: skip
"""The axioms of Coq's real numbers and of classical logic: all that a theorem may rest on."""

_HEADER = re.compile(
    r"\(\* (claim|step): (\S+)\n   finding: (proved|refuted)\n   for: ([^\n]+)\n?(.*?)\*\)", re.S
)
_PRINTED = re.compile(r"^Definition (\w+_as_printed)\b", re.M)


@dataclass(frozen=True)
class Theorem:
    """One theorem.

    Attributes:
        claim: the identifier of the claim that it settles, or of a printed step.
        step: whether that is a step, which the catalogue does not list.
        finding: `proved`, or `refuted` where the theorem is the negation of the printed statement.
        scope: for all what.
        note: what else its header says.
        name: the theorem's name in Coq.
        module: the module that holds it.
        printed: the definition of the printed statement that is negated, if there is one.
        lines: of the file.
        statement: as the kernel printed it when these sources were last recorded.
        assumptions: the axioms that it rests on, likewise; None where neither is recorded.
    """

    claim: str
    step: bool
    finding: Finding
    scope: str
    note: str
    name: str
    module: str
    printed: str | None
    lines: int
    statement: str | None = None
    assumptions: tuple[str, ...] | None = None

    @property
    def allowed(self) -> bool | None:
        """Whether it rests on the axioms of the reals and of classical logic alone."""
        return None if self.assumptions is None else REALS.issuperset(self.assumptions)


def library() -> Path:
    """The folder of the Coq sources: installed beside this file, or the repository's."""
    installed = Path(__file__).with_name("library")
    return installed if installed.is_dir() else Path(__file__).parents[2] / "proofs"


def sources() -> list[Path]:
    """All files of the library, relative to it."""
    return sorted(path.relative_to(library()) for path in library().rglob("*.v"))


def digest() -> str:
    """Of the universal files: all that a theorem's statement and assumptions can depend on."""
    found = hashlib.sha256()
    for path in sources():
        if path.parts[0] != "instances":
            found.update(str(path).encode() + b"\0" + (library() / path).read_bytes() + b"\0")
    return found.hexdigest()


def recorded() -> dict[str, Any]:
    """What the kernel printed, by claim; nothing where the sources have changed since."""
    path = library() / RECORD
    record = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return record["theorems"] if record.get("sources") == digest() else {}


def theorems() -> list[Theorem]:
    """The theorems that settle a claim, sorted by claim.

    Raises:
        ValueError: a file of a paper without a header, or without a theorem of its name.

    Example:
        >>> [t.finding for t in theorems() if t.claim == "kairouz2016.theorem-6"]
        ['proved']
    """
    return sorted(_read(), key=lambda theorem: theorem.claim)


@cache
def settled() -> dict[str, Theorem]:
    """The theorems that settle a claim of the catalogue, by its id."""
    return {theorem.claim: theorem for theorem in theorems() if not theorem.step}


def _read() -> Iterator[Theorem]:
    root, known = library(), recorded()
    for path in sources():
        if len(path.parts) != 2 or path.parts[0] == "instances":
            continue
        text = (root / path).read_text(encoding="utf-8")
        paper, name = path.parts[0], path.stem
        header = _HEADER.match(text)
        if header is None:
            raise ValueError(f"{path}: has no header")
        kind, claim, finding, scope, note = header.groups()
        if claim.replace("-", "_") != f"{paper}.{name}":
            raise ValueError(f"{path}: is not named after its claim {claim}")
        if not re.search(rf"^Theorem {name}\b", text, re.M):
            raise ValueError(f"{path}: has no theorem {name}")
        printed, said = _PRINTED.search(text), known.get(claim)
        yield Theorem(
            claim,
            kind == "step",
            cast(Finding, finding),
            scope,
            " ".join(note.split()),
            name,
            f"{NAMESPACE}.{paper}.{name}",
            printed[1] if printed else None,
            text.count("\n"),
            said["statement"] if said else None,
            tuple(said["assumptions"]) if said else None,
        )
