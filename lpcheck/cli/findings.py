"""`lpcheck findings`: what was found in the papers, the headlines first."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from formulations.errors import InputError
from lpcheck.cli._output import show, target, terminal
from lpcheck.cli._parser import Parser, add_json
from lpcheck.cli._progress import counted

if TYPE_CHECKING:
    from lpcheck.claims.claim import Claim


def add(commands: Any) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "findings",
        help="what was found in the papers",
        description="The printed statements that do not hold, the headlines first: what is "
        "printed, where it fails, what holds and what stands. Each is tested anew at its smallest "
        "counterexample.",
    )
    parser.add_argument(
        "--paper", metavar="KEY", help="only those of one paper: its key, or FILE.toml"
    )
    parser.add_argument(
        "--weight", choices=("headline", "normal", "detail"), help="only those of one weight"
    )
    parser.add_argument(
        "--finding",
        choices=("false", "condition", "misprint", "imprecise"),
        help="only those of one kind",
    )
    parser.add_argument("--latex", action="store_true", help="as LaTeX lists of errata")
    parser.add_argument("--markdown", action="store_true", help="as a page in Markdown")
    parser.add_argument("--bibtex", action="store_true", help="the papers as BibTeX entries")
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Test the counterexamples, list, and return 0; 1 if a statement held at one."""
    from lpcheck import claims  # noqa: PLC0415
    from lpcheck.claims.findings import found, refuted  # noqa: PLC0415
    from lpcheck.report import findings as report  # noqa: PLC0415
    from lpcheck.report import json_report  # noqa: PLC0415

    forms = (options.latex, options.markdown, options.bibtex, options.json is not None)
    if sum(forms) > 1:
        what = "two forms are asked for"
        raise InputError("latex", what, "give one of --latex, --markdown, --bibtex and --json")
    out = target("json", options.json)
    papers = claims.papers() if options.paper is None else (claims.paper(options.paper),)
    if options.bibtex:
        show(report.of_bibtex(papers).rstrip(), json_on_stdout=False)
        return 0
    wanted = [[c for c in paper.claims if _chosen(c, options)] for paper in papers]
    with counted(sum(len(refuted(some)) for some in wanted)) as progress:
        findings = [found(some, progress) for some in wanted]
    grouped = list(zip(papers, findings, strict=True))
    if out is not None:
        out.write(json_report.dumps(report.of_data(grouped)))
    else:
        width, _ = terminal(json_on_stdout=False)
        text = (
            report.of_latex(grouped)
            if options.latex
            else report.of_markdown(grouped)
            if options.markdown
            else report.of_findings(grouped, width)
        )
        show(text.rstrip(), json_on_stdout=False)
    fails = [one.outcome.holds is False for some in findings for one in some]
    return 0 if all(fails) else 1


def _chosen(claim: Claim, options: argparse.Namespace) -> bool:
    weight, finding = options.weight, options.finding
    return weight in (None, claim.weight) and finding in (None, claim.finding)
