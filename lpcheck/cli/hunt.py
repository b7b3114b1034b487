"""`lpcheck hunt`: search priors, ε and k for an instance at which a formula loses."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from formulations.errors import InputError
from lpcheck.cli._formula import add_formula, read_count, read_formula
from lpcheck.cli._output import show, target
from lpcheck.cli._parser import Parser, add_json
from lpcheck.cli._problems import add_problems
from lpcheck.cli._progress import status

if TYPE_CHECKING:
    from formulations.formulation import Formulation

EPSILONS = (0.1, 8.0)

_RANGE = re.compile(r"([^.]*(?:\.\d+)?)\.\.(.+)")


def add(commands: Any, given: Sequence[str] = ()) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "hunt",
        help="search for an instance at which a formula loses",
        description="Search priors, ε and k for the largest loss of a formula relative to the "
        "optimum over all mechanisms, and shrink what is found to numbers of two digits. "
        "`lpcheck hunt PROBLEM --help` has the options.",
        epilog="Exit status: 0 no counterexample was found, 1 one was, 2 bad input.",
    )
    add_problems(parser, given, _extend, " --mechanism mechanisms:kernel")
    parser.set_defaults(run=run)


def _extend(parser: Parser, problem: type[Formulation]) -> None:
    add_formula(parser, "parameters that are given are not searched, --epsilon A..B is the range")
    parser.add_argument(
        "--letters", metavar="A..B", default="2..6", help="sizes to search (default: 2..6)"
    )
    parser.add_argument(
        "--tries", metavar="N", default="300", help="the most instances (default: 300)"
    )
    parser.add_argument(
        "--seconds", metavar="S", default="60", help="the longest search a seed (default: 60)"
    )
    parser.add_argument("--seed", metavar="N", default="0", help="of the draws (default: 0)")
    parser.add_argument(
        "--seeds", metavar="N", default="1", help="hunt with so many, from --seed on (default: 1)"
    )
    parser.add_argument("--jobs", metavar="N", default="1", help="processes for seeds (default: 1)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler, tcp://host:8786")
    parser.add_argument(
        "--resume", metavar="FILE", help="keep what each seed found there, and go on from it"
    )
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Hunt, report, and return the exit status."""
    from formulations.parameters import read_epsilon, read_number  # noqa: PLC0415
    from lpcheck.problems import problem_class  # noqa: PLC0415
    from lpcheck.ranges.seeds import Question, hunt_seeds  # noqa: PLC0415
    from lpcheck.report import ranges as report  # noqa: PLC0415
    from lpcheck.report.json_report import dumps  # noqa: PLC0415

    out = target("json", options.json)
    read_formula(options.mechanism)
    problem = problem_class(options.problem)
    sizes = [read_count("letters", end) for end in _ends("letters", options.letters)]
    epsilons = EPSILONS
    if ".." in (getattr(options, "epsilon", None) or ""):
        low, high = (float(read_epsilon(end)) for end in _ends("epsilon", options.epsilon))
        epsilons, options.epsilon = (low, high), None
    if not options.seed.isdecimal():
        raise InputError("seed", f"'{options.seed[:20]}' is no seed", "give a whole number ≥ 0")
    first = int(options.seed)
    question = Question(
        options.problem,
        options.mechanism,
        _fixed(options, problem),
        (sizes[0], sizes[1]),
        epsilons,
        read_count("tries", options.tries, 10**8),
        float(read_number("seconds", options.seconds)),
    )
    seeds = range(first, first + read_count("seeds", options.seeds, least=1))
    jobs = read_count("jobs", options.jobs, 1000, least=1)
    if jobs > 1 and options.scheduler is not None:
        remedy = "the cluster has as many processes as it has"
        raise InputError("jobs", "is for this machine, and --scheduler for a cluster", remedy)
    file = None if options.resume is None else Path(options.resume)
    with status("hunting") as told:
        found = hunt_seeds(
            question,
            seeds,
            jobs=jobs,
            scheduler=options.scheduler,
            file=file,
            told=lambda done, loss: told(f"{done} of {len(seeds)} seeds, largest loss {loss:.3g}"),
        )
    if out is not None:
        out.write(dumps(report.hunt_data(problem.slug, found)))
    text = report.of_hunt(problem.slug, found, options.mechanism)
    show(text, json_on_stdout=options.json == "-")
    return 1 if found.counterexample is not None else 0


def _fixed(options: argparse.Namespace, problem: type[Formulation]) -> dict[str, Any]:
    """The parameters that are given, and so not searched."""
    from lpcheck.inputs import normalized, read_matrix_text, read_vector_text  # noqa: PLC0415

    readers = {"vector": read_vector_text, "matrix": read_matrix_text}
    fixed: dict[str, Any] = {}
    for parameter in problem.inputs:
        text = getattr(options, parameter.name)
        if text is not None:
            read = readers.get(parameter.kind)
            fixed[parameter.name] = text if read is None else read(parameter.name, text).numbers
            if parameter.kind == "vector" and options.normalize:
                fixed[parameter.name] = normalized(parameter.name, fixed[parameter.name])
    return fixed


def _ends(name: str, text: str) -> tuple[str, str]:
    match = _RANGE.fullmatch(text)
    if match is None:
        return text, text
    if not match[1] or not match[2]:
        raise InputError(name, f"'{text[:40]}' is no range", "write A..B")
    return match[1], match[2]
