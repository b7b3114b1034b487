"""`lpcheck check`: is a user's mechanism private, and optimal?"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from formulations.errors import InputError
from lpcheck.cli._output import Target, complain, refuse_shared, show, target, terminal
from lpcheck.cli._parser import Parser, add_json
from lpcheck.cli._problems import add_problems, repeated, state_problem
from lpcheck.cli._ranges import add_csv, asks_range, check_range, names_formula
from lpcheck.problems import problem_class

if TYPE_CHECKING:
    from formulations import Formulation
    from lpcheck.compare import Comparison
    from lpcheck.inputs import Labelled

_STATUS = {"optimal": 0, "suboptimal": 1, "infeasible": 1, "inconclusive": 3}


def add(commands: Any, given: Sequence[str] = ()) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "check",
        help="check a mechanism of your own",
        description="Compare a mechanism with the optimum over all mechanisms. "
        "`lpcheck check PROBLEM --help` has the options.",
        epilog="Exit status: 0 optimal, 1 suboptimal or infeasible, 2 bad input (a function that "
        "raises, or returns no mechanism, is that too), 3 inconclusive.",
    )
    add_problems(parser, given, _extend, " --mechanism mechanism.csv")
    parser.set_defaults(run=run)


def _extend(parser: Parser, problem: type[Formulation]) -> None:
    parser.add_argument(
        "--mechanism",
        metavar="FILE",
        help="required: a CSV, JSON or NPY file, a row an input, a column an output (or a "
        "distribution); or MODULE:FUNCTION, a Python function that returns that, given those of "
        "the problem's parameters that it names, or for samplers maps P to Q(P); or a formula of "
        "the entry (x, y), such as '(1 if x == y else e^-ε)/(1 + (k - 1)*e^-ε)'",
    )
    parser.add_argument(
        "--tolerance",
        metavar="X",
        help="for feasibility, and for the gap relative to the optimum (default: 1e-9; up to 0.1)",
    )
    parser.add_argument(
        "--certificate", metavar="FILE", help="write a certificate that `lpcheck recheck` accepts"
    )
    parser.add_argument(
        "--vipr",
        metavar="FILE",
        help="write the problem, with a rational for e^ε, as a VIPR file for checkers that others "
        "have written",
    )
    parser.add_argument(
        "--html",
        metavar="FILE",
        help="write the report as one page, with both mechanisms drawn (of a grid, the losses)",
    )
    add_csv(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Check, report, and return the exit status."""
    from formulations.parameters import read_number  # noqa: PLC0415
    from lpcheck import compare  # noqa: PLC0415
    from lpcheck.inputs import same_letters  # noqa: PLC0415
    from lpcheck.report import comparison_page, console, json_report  # noqa: PLC0415

    out, proof = target("json", options.json), target("certificate", options.certificate)
    page, rational = target("html", options.html), target("vipr", options.vipr)
    refuse_shared({"json": out, "certificate": proof, "html": page, "vipr": rational})
    if not options.mechanism:
        raise InputError(
            "mechanism", "is missing", "give --mechanism FILE (CSV, JSON or NPY) or MODULE:FUNCTION"
        )
    tolerance = compare.TOLERANCE
    if options.tolerance is not None:
        tolerance = float(read_number("tolerance", options.tolerance))
    if asks_range(options):
        return check_range(options, _formula(options), tolerance)
    problem, letters = state_problem(options)
    if proof is not None:
        from lpcheck.certificates import refuse_uncertifiable  # noqa: PLC0415

        refuse_uncertifiable(problem)
    vipr = None
    if rational is not None:
        from lpcheck.certificates.vipr import export  # noqa: PLC0415

        vipr = export(problem)
    mechanism = _mechanism(options, problem)
    named = [("the problem", letters), ("mechanism", mechanism.rows)]
    if problem.outputs == "letters":
        named.append(("mechanism", mechanism.columns))
    rows = same_letters(named)
    finding = compare.check(problem, mechanism.numbers, tolerance=tolerance)
    status = _STATUS[finding.verdict]
    if proof is not None:
        finding, status = _certified(finding, mechanism.numbers, tolerance, proof)
    if out is not None:
        out.write(json_report.dumps(json_report.of_comparison(finding)))
    if rational is not None and vipr is not None:
        rational.write(vipr)
    if page is not None:
        again = repeated(options, problem)
        text = comparison_page.of_comparison(finding, again, rows, mechanism.columns)
        page.write(text)
    alone = any(one is not None and one.path is None for one in (out, proof, page, rational))
    width, colours = terminal(json_on_stdout=alone)
    text = console.of_comparison(finding, rows, mechanism.columns, width=width, colours=colours)
    show(text, json_on_stdout=alone)
    return status


def _certified(
    finding: Comparison, mechanism: Any, tolerance: float, proof: Target
) -> tuple[Comparison, int]:
    """The finding with the rigor of its certificate, which is written, and the exit status."""
    from lpcheck.certificates import CertificateError, certify  # noqa: PLC0415

    status = _STATUS[finding.verdict]
    try:
        certificate = certify(finding.problem, mechanism, tolerance=tolerance)
    except CertificateError as error:  # the verdict stands, in doubles
        complain(f"no certificate: {error}")
        return finding, status or _STATUS["inconclusive"]
    proof.write(certificate.dumps())
    certified = certificate.verdict == finding.verdict
    return replace(finding, rigor="certified") if certified else finding, status


def _mechanism(options: argparse.Namespace, problem: Formulation) -> Labelled:
    """What `--mechanism` names: a function that is called, or a file."""
    from lpcheck import inputs  # noqa: PLC0415
    from lpcheck.inputs.callables import (  # noqa: PLC0415
        names_callable,
        read_callable_mechanism,
    )

    if names_formula(options.mechanism):
        from lpcheck.ranges import instances  # noqa: PLC0415

        return inputs.Labelled(instances(problem, options.mechanism).mechanism(problem))
    if names_callable(options.mechanism):
        called = read_callable_mechanism("mechanism", options.mechanism, problem)
        return inputs.Labelled(called)
    if problem.shape == "kernel":
        return inputs.read_kernel_file("mechanism", options.mechanism)
    return inputs.read_distribution_file("mechanism", options.mechanism)


def _formula(options: argparse.Namespace) -> Any:
    """What `--mechanism` names, for every ε: a formula, a function not called yet, or a file."""
    from lpcheck import inputs  # noqa: PLC0415
    from lpcheck.inputs.callables import load_mechanism, names_callable  # noqa: PLC0415

    if names_formula(options.mechanism):
        return str(options.mechanism)
    if names_callable(options.mechanism):
        return load_mechanism("mechanism", options.mechanism)
    if problem_class(options.problem).shape == "kernel":
        return inputs.read_kernel_file("mechanism", options.mechanism).numbers
    return inputs.read_distribution_file("mechanism", options.mechanism).numbers
