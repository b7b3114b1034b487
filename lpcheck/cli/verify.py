"""`lpcheck verify`: test the catalogue, or part of it."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from formulations.errors import InputError
from lpcheck.cli._directory import DirectoryTarget
from lpcheck.cli._output import complain, show, target, terminal
from lpcheck.cli._parser import Parser, add_json
from lpcheck.cli._progress import counted

if TYPE_CHECKING:
    from lpcheck.artifact.manifest import Asked
    from lpcheck.claims.claim import Claim, ClaimResult
    from lpcheck.runner import Report


def add(commands: Any) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "verify", help="test the catalogue", description="Test printed statements by computation."
    )
    parser.add_argument(
        "claims",
        nargs="*",
        metavar="CLAIM",
        help="ids, patterns such as '*.theorem-5*', MODULE:OBJECT or FILE.toml: a paper or claims "
        "of your own (all that is installed by default)",
    )
    parser.add_argument("--paper", metavar="KEY", help="only the claims of one paper")
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="processes (by default, and at most, one a core)"
    )
    parser.add_argument("--full", action="store_true", help="test the wider set of instances")
    parser.add_argument("--junit", metavar="FILE", help="write JUnit XML")
    parser.add_argument("--certificates", metavar="DIR", help="write certificates to recheck")
    parser.add_argument(
        "--html", metavar="DIR", help="write the atlas, a static site with figures and certificates"
    )
    parser.add_argument(
        "--manifest", metavar="FILE", help="write what ran, on what, and what came out"
    )
    parser.add_argument(
        "--against",
        metavar="FILE",
        help="compare with a manifest; without claims, its own are run again",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Verify, report, and return the exit status."""
    from lpcheck.artifact import compared, read_manifest  # noqa: PLC0415
    from lpcheck.artifact import manifest as of_run  # noqa: PLC0415
    from lpcheck.artifact.manifest import dumps  # noqa: PLC0415
    from lpcheck.claims import known  # noqa: PLC0415
    from lpcheck.claims.selection import select  # noqa: PLC0415
    from lpcheck.report import against, json_report, junit  # noqa: PLC0415
    from lpcheck.report import catalogue as summary  # noqa: PLC0415
    from lpcheck.runner import verify  # noqa: PLC0415

    if options.json and options.json.partition(".")[0] in known():
        remedy = f"write --json - {options.json}"
        raise InputError("json", f"'{options.json}' names a claim, not a file", remedy)
    out, xml = target("json", options.json), target("junit", options.junit)
    told = target("manifest", options.manifest)
    then = None if options.against is None else read_manifest(options.against)
    asked = _asked(options, then)
    site = None if options.html is None else DirectoryTarget("html", options.html)
    alone = _on_stdout(options)
    chosen = select(asked.claims, asked.paper)
    kept = None if options.certificates is None else _directory(options.certificates)
    # Beside where they go, so that they get there whole, or not at all if the run is interrupted.
    beside = TemporaryDirectory(dir=kept, prefix=".lpcheck-", ignore_cleanup_errors=True)
    with _progress(chosen.claims, alone) as progress, beside as scratch:
        proofs = None if kept is None and site is None else Path(scratch)
        report = verify(
            list(asked.claims),
            paper=asked.paper,
            jobs=options.jobs,
            full=asked.full,
            certificates=proofs,
            drawings=site is not None,
            progress=progress,
        )
        names = [name for result in report.results for name in result.certificates]
        texts = {} if site is None or proofs is None else _read(proofs, names)
        if kept is not None:
            for name in names:
                Path(scratch, name).replace(kept / name)
    written = [] if kept is None else [kept / name for name in names]
    now = None if then is None and told is None else of_run(report, asked, written)
    beside_it = None if then is None or now is None else compared(then, now)
    if told is not None and now is not None:
        told.write(dumps(now))
    if out is not None:
        data = json_report.of_report(report)
        if beside_it is not None:
            data["against"] = {**asdict(beside_it), "agrees": bool(beside_it)}
        out.write(json_report.dumps(data))
    if xml is not None:
        xml.write(junit.of_report(report))
    if site is not None:
        _write_atlas(site, report, asked.full, texts)
    width, _ = terminal(json_on_stdout=alone)
    show(summary.of_report(report, width), json_on_stdout=alone)
    if site is not None:
        show(f"the atlas: {Path(options.html) / 'index.html'}", json_on_stdout=alone)
    if beside_it is not None:
        show(against.of_agreement(beside_it, width), json_on_stdout=alone)
        return exit_status(report) if beside_it else 1
    return exit_status(report)


def _on_stdout(options: argparse.Namespace) -> bool:
    """Whether standard output is taken by a document; by two it cannot be."""
    streams = [n for n in ("json", "junit", "manifest") if getattr(options, n) == "-"]
    if len(streams) > 1:
        what = f"standard output is taken by --{streams[0]}"
        raise InputError(streams[1], what, "give one of them a file")
    return bool(streams)


def _asked(options: argparse.Namespace, then: Mapping[str, Any] | None) -> Asked:
    """What the command line asks for; of nothing, what the manifest's run was asked for."""
    from lpcheck.artifact.manifest import Asked, asked_of  # noqa: PLC0415

    if then is not None and not options.claims and options.paper is None:
        return replace(asked_of(then), full=asked_of(then).full or options.full)
    return Asked(tuple(options.claims), options.paper, options.full)


def _directory(name: str) -> Path:
    """The directory for certificates, made if it is not there; refused where it cannot be."""
    path = Path(name).absolute()  # the workers may run elsewhere
    try:
        path.mkdir(parents=True, exist_ok=True)
        if not os.access(path, os.W_OK):
            raise PermissionError(13, "no permission")
    except OSError as error:
        what = f"'{name}' cannot be written ({error.strerror})"
        raise InputError("certificates", what, "give a directory that you may write to") from None
    return path


def _read(directory: Path, names: Iterable[str]) -> dict[str, str]:
    return {name: (directory / name).read_text(encoding="utf-8") for name in names}


def _write_atlas(
    site: DirectoryTarget, report: Report, full: bool, proofs: Mapping[str, str]
) -> None:
    from lpcheck import atlas  # noqa: PLC0415

    site.write(atlas.pages(report, full=full, proofs=proofs))
    if not atlas.available():
        complain("the atlas shows LaTeX; to typeset it: pip install 'lpcheck[atlas]'")


def exit_status(report: Report) -> int:
    """1 for a verdict against expectation, 3 for one that is open, else 0."""
    verdicts = {result.verdict for result in report.unexpected}
    if verdicts - {"inconclusive"}:
        return 1
    return 3 if verdicts else 0


@contextmanager
def _progress(
    claims: Iterable[Claim], quiet: bool
) -> Iterator[Callable[[ClaimResult], None] | None]:
    """A bar on standard error, where that is a terminal; else a line a paper, unless `quiet`."""
    left = Counter(claim.paper for claim in claims)

    def tell(result: ClaimResult) -> None:
        paper = result.claim.paper
        left[paper] -= 1
        if not left[paper] and len(left) > 1:
            complain(f"{paper}: tested")

    with counted(left.total()) as bar:
        if bar is not None:
            yield lambda result: bar(result.claim)
        else:
            yield None if quiet else tell
