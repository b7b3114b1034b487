"""What a finished sweep says."""

from __future__ import annotations

from pathlib import Path

from lpcheck.report.plain import plain
from lpcheck.sweep import Progress


def of_progress(found: Progress, out: Path) -> str:
    """A line: how many points, what came out, where it is."""
    outcomes = ", ".join(f"{count} {name}" for name, count in found.outcomes.items())
    before = f", {found.resumed} of them before" if found.resumed else ""
    return f"{found.done} points{before}: {outcomes or 'none'}; in {plain(out)}"
