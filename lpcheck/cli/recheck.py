"""`lpcheck recheck`: are certificates right? Loads neither NumPy nor a solver."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from formulations.errors import InputError
from lpcheck.cli._output import Target, show, target
from lpcheck.cli._parser import Parser, add_json
from lpcheck.report.plain import plain

if TYPE_CHECKING:
    from lpcheck.rechecker import Recheck


def add(commands: Any) -> None:
    """Declare the command."""
    parser: Parser = commands.add_parser(
        "recheck",
        help="re-check certificates without a solver",
        description="Re-check certificates in exact and outward-rounded arithmetic.",
    )
    parser.add_argument("files", nargs="+", metavar="CERTIFICATE", help="files, or directories")
    parser.add_argument(
        "--arithmetic",
        metavar="NAME",
        default="decimal",
        help="decimal (the standard library, default) or flint (python-flint)",
    )
    parser.add_argument(
        "--rocq", action="store_true", help="have Rocq's kernel check them, as theorems (coqc)"
    )
    parser.add_argument(
        "--all-patterns", action="store_true", help="with --rocq: all 2^k patterns, to k = 16"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Re-check every file, report, and return the exit status: 0 if all are accepted, else 1."""
    from lpcheck.rechecker import recheck  # noqa: PLC0415  start-up stays fast

    out = target("json", options.json)
    if options.arithmetic not in ("decimal", "flint"):
        what = f"'{options.arithmetic}' is unknown"
        raise InputError("arithmetic", what, "use decimal or flint")
    if options.all_patterns and not options.rocq:
        raise InputError("all-patterns", "is for the kernel", "add --rocq")
    if options.rocq:
        return _by_theorem(options, out)
    try:
        found = [(path, recheck(path, options.arithmetic)) for path in _files(options.files)]
    except ImportError:
        remedy = "pip install python-flint, or use --arithmetic decimal"
        raise InputError("arithmetic", "python-flint is not installed", remedy) from None
    if out is not None:
        data = {"certificates": [_data(path, result) for path, result in found]}
        out.write(json.dumps(data, indent=2, allow_nan=False) + "\n")
    lines = [
        f"{'accepted' if r else 'REJECTED'}  {plain(path)}: {plain(r.reason)}" for path, r in found
    ]
    lines.append(f"{sum(map(bool, (r for _, r in found)))} of {len(found)} accepted")
    show("\n".join(lines), json_on_stdout=options.json == "-")
    return 0 if all(r for _, r in found) else 1


def _by_theorem(options: argparse.Namespace, out: Target | None) -> int:
    """0 if all are proved, 1 if one is refused, 3 if there is no theorem for one."""
    from lpcheck.proofs import prove  # noqa: PLC0415  start-up stays fast

    found = [(path, prove(path, options.all_patterns)) for path in _files(options.files)]
    if out is not None:
        data = {"certificates": [{"file": str(path), **vars(one)} for path, one in found]}
        out.write(json.dumps(data, indent=2) + "\n")
    lines = [
        f"{one.verdict}  {plain(path)}: {plain(' '.join(one.reason.split()))}"
        for path, one in found
    ]
    verdicts = [one.verdict for _, one in found]
    lines.append(f"{verdicts.count('proved')} of {len(found)} proved")
    show("\n".join(lines), json_on_stdout=options.json == "-")
    return 1 if "refused" in verdicts else 3 if "unsupported" in verdicts else 0


def _files(names: list[str]) -> list[Path]:
    """The files named, and the certificates in the directories named."""
    files: list[Path] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            inside = sorted(path.glob("*.json"))
            if not inside:
                raise InputError("certificate", f"'{name}' holds no .json file", "name files")
            files += inside
        elif path.is_file():
            files.append(path)
        else:
            raise InputError("certificate", f"'{name}' is no file", "name a certificate")
    return files


def _data(path: Path, result: Recheck) -> dict[str, Any]:
    return {
        "file": str(path),
        "accepted": result.ok,
        "reason": result.reason,
        "problem": result.problem,
        "bounds": None
        if result.bounds is None
        else {"lower": result.bounds[0], "upper": result.bounds[1]},
        "verdict": result.verdict,
    }
