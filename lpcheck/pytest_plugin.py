"""The pytest plugin: a summary of the checks, and what becomes of those that stay open.

It loads with pytest in every project that has lpcheck installed, so it imports nothing: until a
test imports :mod:`lpcheck.testing` it only looks into ``sys.modules``.

An assertion that is inconclusive is an expected failure (``x``, with its reason under ``-rx``):
it is neither a pass nor a finding. ``--lpcheck-strict`` makes it a failure.

``--lpcheck-certificates DIR`` keeps a certificate of each :func:`lpcheck.testing.assert_optimal`,
whatever its verdict; ``lpcheck recheck DIR`` checks them without this machine or a solver.
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

_LISTED = 50
"""Certificates that the summary lists; all of them under -v."""

_Row = tuple[str, ...]
"""Verdict, gap, tolerance, subject, test, "" where the check holds, and the certificate.

Text only: xdist carries it.
"""

_VARIABLE = "LPCHECK_CERTIFICATES"
"""As :mod:`lpcheck.testing._certificates` has it, which this must not import."""

_before = pytest.StashKey[str | None]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--lpcheck-strict` and `--lpcheck-certificates`."""
    group = parser.getgroup("lpcheck")
    group.addoption(
        "--lpcheck-certificates",
        metavar="DIR",
        help="write a certificate of each assert_optimal of lpcheck.testing to DIR (made if need "
        "be; files of the same name are replaced); `lpcheck recheck DIR` checks them",
    )
    group.addoption(
        "--lpcheck-strict",
        action="store_true",
        help="a check of lpcheck.testing that is inconclusive fails (default: expected failure)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Say where certificates go; a place that cannot be written to stops the run at once."""
    given: str | None = config.getoption("lpcheck_certificates")
    if given is None:
        return
    directory = config.invocation_params.dir / given
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            pass
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        if isinstance(error, (FileExistsError, NotADirectoryError)):
            why = "it is a file, or in one"
        what = f"--lpcheck-certificates: '{given}' cannot be written ({why})"
        raise pytest.UsageError(f"{what}; give a directory that you may write to") from None
    config.option.lpcheck_certificates = str(directory)  # as xdist's workers get it
    config.stash[_before] = os.environ.get(_VARIABLE)
    os.environ[_VARIABLE] = str(directory)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave the environment as it was."""
    before = config.stash.get(_before, "")
    if before is None:
        os.environ.pop(_VARIABLE, None)
    elif before:
        os.environ[_VARIABLE] = before


@pytest.hookimpl(hookwrapper=True)  # every pytest has it: this loads wherever lpcheck is installed
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, Any, None]:
    """Attach the checks of a test to its report, which xdist carries to the main process."""
    outcome = yield
    testing: Any = sys.modules.get("lpcheck.testing")
    if testing is None:
        return
    report = outcome.get_result()
    rows = [
        (
            c.verdict,
            _short(c.gap),
            _short(c.tolerance),
            c.subject,
            item.nodeid,
            "" if c.holds else "!",
            c.certificate,
        )
        for c in testing.take_checks()
    ]
    if rows:
        report.lpcheck = rows
    raised = call.excinfo.value if call.excinfo is not None else None
    if (
        isinstance(raised, testing.InconclusiveError)
        and report.failed
        and report.when != "teardown"
        and not item.config.getoption("lpcheck_strict")
    ):
        report.outcome = "skipped"
        report.wasxfail = str(raised).partition("\n")[0]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """The findings, and how many checks were made; under -v all of them, under -q no more.

    A line has the verdict, the gap, the tolerance, what of, and in which test.
    """
    reports = [r for group in terminalreporter.stats.values() for r in group]
    rows: list[_Row] = [tuple(row) for r in reports for row in getattr(r, "lpcheck", ())]
    if not rows:
        return
    shown = [row for row in rows if row[5]]
    if config.option.verbose < 0 and not shown and not any(row[6] for row in rows):
        return
    shown += [row for row in rows if not row[5]] if config.option.verbose > 0 else []
    head: _Row = ("verdict", "gap", "tolerance", "check", "test", "", "")
    widths = [max(len(row[i]) for row in [head, *shown]) for i in range(4)]
    terminalreporter.section("lpcheck")
    for row in [head, *shown] if shown else []:
        cells = (f"{cell:{width}}" for cell, width in zip(row, widths, strict=False))
        terminalreporter.line("  ".join([*cells, row[4]]))
    hidden = len(rows) - len(shown)
    counts = {v: sum(row[0] == v for row in rows) for v in dict.fromkeys(r[0] for r in rows)}
    total = ", ".join(f"{n} {verdict}" for verdict, n in counts.items())
    more = f" ({hidden} not listed; -v lists all)" if hidden else ""
    terminalreporter.line(f"{_counted(len(rows), 'check')}: {total}{more}")
    for line in _certificates(rows, whole=config.option.verbose > 0):
        terminalreporter.line(line)


def _certificates(rows: list[_Row], *, whole: bool) -> list[str]:
    """The certificates that were written, those of findings first, and why others were not."""
    kept = [row for row in rows if row[6]]
    if not kept:
        return []
    found = sorted((row for row in kept if not row[6].startswith("none: ")), key=lambda r: not r[5])
    directory = Path(os.environ.get(_VARIABLE, "."))
    written = {row[6] for row in found}
    shown = found if whole else found[:_LISTED]
    lines = [
        f"{_counted(len(written), 'certificate')} in {directory}, "
        f"to be checked with: lpcheck recheck {directory}"
    ]
    lines += [f"  {row[0]:12}  {Path(row[6]).name}" for row in shown]
    if len(shown) < len(found):
        lines.append(f"  and {len(found) - len(shown)} more (-v lists all)")
    older = sum(str(path) not in written for path in directory.glob("*.json"))
    if older:
        were = "was" if older == 1 else "were"
        lines.append(f"  {_counted(older, 'other .json file')} {were} there before this run")
    lines += [f"  no certificate for {row[4]}: {row[6][6:]}" for row in kept if row not in found]
    return lines


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _short(x: float) -> str:
    return "" if math.isnan(x) else f"{x:.3g}"
