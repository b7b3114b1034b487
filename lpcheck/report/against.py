"""A run beside a manifest, for a terminal."""

from __future__ import annotations

import textwrap

from lpcheck.artifact.against import Agreement
from lpcheck.report.text import small


def of_agreement(found: Agreement, width: int = 80) -> str:
    """What agrees, what does not, and what else differs.

    Args:
        found: the comparison.
        width: where lines are broken.
    """
    same = found.verdicts - sum(": was " in text for text in found.disagreements)
    agree = "agrees" if found else "DISAGREES"
    lines = [
        f"against the manifest: {agree}; {same} of {found.verdicts} verdicts are the same, "
        f"{found.values} values within {small(found.largest)} of each other"
    ]
    lines += [f"  verdict: {text}" for text in found.disagreements]
    lines += [f"  value: {text}" for text in found.beyond]
    if found.explained:
        lines.append("what else differs, and does not count:")
        lines += [f"  {text}" for text in found.explained]
    return "\n".join(textwrap.fill(x, width, subsequent_indent="    ") for x in lines)
