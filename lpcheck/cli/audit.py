"""`lpcheck audit`: from code that draws to its kernel, its true ε, and what it loses."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from formulations.errors import InputError
from lpcheck.cli._output import show, target, terminal
from lpcheck.cli._parser import Parser, add_json
from lpcheck.cli._problems import add_problems, state_problem

if TYPE_CHECKING:
    from formulations.formulation import Formulation
    from lpcheck.auditing import Audit

_STATUS = {"private": 0, None: 0, "infeasible": 1, "inconclusive": 3}
_FINDINGS = {"optimal": 0, "suboptimal": 1, "infeasible": 1, "inconclusive": 3}
_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")
_LARGEST = 10_000


def add(commands: Any, given: Sequence[str] = ()) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "audit",
        help="audit code that draws: its exact kernel, and its true ε",
        description="Replay a client along every branch of its draws: its kernel exactly, the ε "
        "that it really has, and, where a problem follows, what it loses against the optimum.",
        epilog="Exit status: 0 ε is kept (and the kernel is optimal for the problem), 1 it is "
        "not, 2 bad input (code that cannot be replayed is that too), 3 inconclusive. "
        "Example: lpcheck audit survey:answer --inputs 0..1 --epsilon 1",
    )
    parser.add_argument(
        "client",
        metavar="MODULE:CALLABLE",
        help="a function of one input, such as survey:client.privatise",
    )
    parser.add_argument(
        "--inputs",
        metavar="A..B",
        help="required: the inputs, 0..5, or a list such as red,green,blue",
    )
    parser.add_argument(
        "--epsilon", metavar="E", dest="promised", help="the ε that is promised, in nats"
    )
    parser.add_argument(
        "--seeds",
        metavar="A..B",
        help="what draws from more integers than can be enumerated, such as hash seeds, are "
        "taken from",
    )
    parser.add_argument(
        "--draws", metavar="N", help="bounds from N draws an input, where nothing can be replayed"
    )
    parser.add_argument("--confidence", metavar="C", help="of those bounds (default: 0.99)")
    parser.add_argument("--branches", metavar="N", help="runs for an input (default: 200000)")
    parser.add_argument("--seconds", metavar="S", help="for all runs (default: 60)")
    add_json(parser)
    asked = _from_problem(given)
    if asked:
        add_problems(parser, asked, _no_more)
    parser.set_defaults(run=run, problem=None)


def _from_problem(given: Sequence[str]) -> Sequence[str]:
    """The words from the problem on: the second that is no option, with the command before it."""
    places, i = [], 1
    while i < len(given):
        if not given[i].startswith("-"):
            places.append(i)
        elif "=" not in given[i] and given[i] not in ("--json", "--help", "-h"):
            i += 1  # its value
        i += 1
    return ("audit", *given[places[1] :]) if len(places) > 1 else ()


def _no_more(parser: Parser, problem: type[Formulation]) -> None:
    """The problem's own parameters are all that follows its name."""


def run(options: argparse.Namespace) -> int:
    """Audit, report, and return the exit status."""
    from formulations.parameters import read_epsilon, read_number  # noqa: PLC0415
    from lpcheck.auditing import audit  # noqa: PLC0415
    from lpcheck.inputs.surroundings import aside, importable  # noqa: PLC0415
    from lpcheck.inputs.user_code import load  # noqa: PLC0415
    from lpcheck.report import audit as report  # noqa: PLC0415
    from lpcheck.report import json_report  # noqa: PLC0415

    out = target("json", options.json)
    if not options.inputs:
        raise InputError("inputs", "is missing", "give --inputs 0..5, or red,green,blue")
    if ":" not in options.client:
        what = f"'{options.client}' names no function"
        raise InputError("client", what, "write MODULE:CALLABLE, such as survey:answer")
    level = None if options.promised is None else read_epsilon(options.promised)
    problem = None
    if options.problem is not None:
        if getattr(options, "epsilon", None) is None and hasattr(options, "epsilon"):
            options.epsilon = options.promised
        problem, _ = state_problem(options)
    numbers: dict[str, Any] = {}
    for name, kind in _NUMBERS.items():
        text = getattr(options, name)
        if text is not None:
            numbers[name] = kind(read_number(name, text))
    if options.seeds is not None:
        numbers["seeds"] = _inputs("seeds", options.seeds)
        if any(isinstance(x, str) for x in numbers["seeds"]):
            raise InputError("seeds", "are integers", "give 0..15, say")
    with importable(), aside():
        client = load("client", options.client)
        found = audit(client, _inputs("inputs", options.inputs), level, problem, **numbers)
    if out is not None:
        out.write(json_report.dumps(report.as_json(found)))
    alone = out is not None and out.path is None
    width, colours = terminal(json_on_stdout=alone)
    show(report.of_audit(found, width=width, colours=colours), json_on_stdout=alone)
    return _status(found)


_NUMBERS = {"draws": int, "confidence": float, "branches": int, "seconds": float}


def _status(found: Audit) -> int:
    status = _STATUS[found.verdict]
    if found.finding is None or status == 1:
        return status
    return max((status, _FINDINGS[found.finding.verdict]), key=lambda s: (s == 1, s))


def _inputs(name: str, text: str) -> list[Any]:
    """`0..5` as integers, `a,b,c` as text, integers where all are."""
    match = _RANGE.fullmatch(text.strip())
    if match is not None:
        first, last = int(match[1]), int(match[2])
        if last < first:
            raise InputError(name, f"'{text}' is empty", f"write {last}..{first}")
        if last - first >= _LARGEST:
            raise InputError(name, f"'{text}' has {last - first + 1} values", "give fewer")
        return list(range(first, last + 1))
    cells = [cell.strip() for cell in text.split(",")]
    if any(not cell for cell in cells):
        raise InputError(name, f"'{text}' has an empty entry", "write 0..5, or red,green,blue")
    try:
        return [int(cell) for cell in cells]
    except ValueError:
        return list(cells)
