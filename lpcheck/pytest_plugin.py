"""The pytest plugin: a summary of the checks, and what becomes of those that stay open.

It loads with pytest in every project that has lpcheck installed, so it imports nothing: until a
test imports :mod:`lpcheck.testing` it only looks into ``sys.modules``.

An assertion that is inconclusive is an expected failure (``x``, with its reason under ``-rx``):
it is neither a pass nor a finding. ``--lpcheck-strict`` makes it a failure.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Generator
from typing import Any

import pytest

_LISTED = 50
"""Checks without a finding that the summary lists; all of them under -v."""

_Row = tuple[str, ...]
"""Verdict, gap, tolerance, subject, test, and "" where the check holds; xdist carries text."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--lpcheck-strict`."""
    parser.getgroup("lpcheck").addoption(
        "--lpcheck-strict",
        action="store_true",
        help="a check of lpcheck.testing that is inconclusive fails (default: expected failure)",
    )


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
    """The checks that were made: verdict, gap, tolerance, what of, and in which test."""
    reports = [r for group in terminalreporter.stats.values() for r in group]
    rows: list[_Row] = [tuple(row) for r in reports for row in getattr(r, "lpcheck", ())]
    if not rows:
        return
    good = [row for row in rows if not row[5]]
    shown = [row for row in rows if row[5]]
    shown += good if config.option.verbose > 0 else good[:_LISTED]
    head: _Row = ("verdict", "gap", "tolerance", "check", "test", "")
    widths = [max(len(row[i]) for row in [head, *shown]) for i in range(4)]
    terminalreporter.section("lpcheck")
    for row in [head, *shown]:
        cells = (f"{cell:{width}}" for cell, width in zip(row, widths, strict=False))
        terminalreporter.line("  ".join([*cells, row[4]]))
    hidden = len(rows) - len(shown)
    counts = {v: sum(row[0] == v for row in rows) for v in dict.fromkeys(r[0] for r in rows)}
    total = ", ".join(f"{n} {verdict}" for verdict, n in counts.items())
    more = f" ({hidden} not listed; -v lists all)" if hidden else ""
    terminalreporter.line(f"{len(rows)} checks: {total}{more}")


def _short(x: float) -> str:
    return "" if math.isnan(x) else f"{x:.3g}"
