"""`lpcheck proofs`: which claims Rocq's kernel has checked, and what the theorems say."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lpcheck.cli._output import complain, show, target
from lpcheck.cli._parser import Parser, add_json

if TYPE_CHECKING:
    from lpcheck.proofs import Checked, Theorem


def add(commands: Any) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "proofs",
        help="list the theorems, or have them checked",
        description="List the claims that are theorems; with --build, have coqc check them.",
    )
    parser.add_argument("--build", action="store_true", help="compile, and ask the kernel")
    parser.add_argument(
        "--record", action="store_true", help="build, and keep what it says beside the sources"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """List, and return 0, or 1 where a theorem rests on more than the axioms of the reals."""
    from lpcheck.proofs import build, record, theorems  # noqa: PLC0415  start-up stays fast

    out = target("json", options.json)
    found = build(complain) if options.build or options.record else None
    if found is not None and options.record:
        record(found)
    listed = theorems() if found is None else [one.theorem for one in found]
    if out is not None:
        data = [_data(t) for t in listed] if found is None else [_checked(c) for c in found]
        out.write(json.dumps({"theorems": data}, indent=2) + "\n")
    lines = _lines(listed) if found is None else _checked_lines(found)
    show("\n".join(lines), json_on_stdout=options.json == "-")
    return 0 if all(one.allowed for one in found or ()) else 1


def _lines(listed: Sequence[Theorem]) -> list[str]:
    width = max(len(theorem.claim) for theorem in listed)
    lines = [f"{t.finding:7}  {t.claim:{width}}  {t.scope}" for t in listed]
    return [*lines, f"{_count(listed)}; have them checked with: lpcheck proofs --build"]


def _checked_lines(found: Sequence[Checked]) -> list[str]:
    lines = []
    for one in found:
        axioms = "" if one.allowed else f"\n  NOT ALLOWED: rests on {', '.join(one.assumptions)}"
        lines.append(f"{one.theorem.finding}  {one.theorem.claim}\n{one.statement}{axioms}\n")
    kept = sum(one.allowed for one in found)
    rests = "rest on the axioms of the reals and of classical logic alone"
    return [*lines, f"{_count([c.theorem for c in found])}; {kept} of {len(found)} {rests}"]


def _count(listed: Sequence[Theorem]) -> str:
    claims = [theorem for theorem in listed if not theorem.step]
    refuted = sum(theorem.finding == "refuted" for theorem in claims)
    steps = f"{len(listed) - len(claims)} steps of proofs"
    return f"{len(claims) - refuted} claims proved, {refuted} refuted; {steps}"


def _data(theorem: Theorem) -> dict[str, Any]:
    return {
        "claim": theorem.claim,
        "step": theorem.step,
        "finding": theorem.finding,
        "theorem": f"{theorem.module}.{theorem.name}",
        "for": theorem.scope,
        "note": theorem.note,
        "lines": theorem.lines,
        "statement": theorem.statement,
        "assumptions": None if theorem.assumptions is None else list(theorem.assumptions),
        "allowed": theorem.allowed,
    }


def _checked(found: Checked) -> dict[str, Any]:
    return {
        **_data(found.theorem),
        "statement": found.statement,
        "assumptions": list(found.assumptions),
        "allowed": found.allowed,
        "seconds": found.seconds,
    }
