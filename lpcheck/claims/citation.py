"""How to cite lpcheck, and what it tests."""

from __future__ import annotations

from lpcheck import __version__
from lpcheck.claims.claim import Claim
from lpcheck.claims.paper import Paper

TITLE = "lpcheck: convex-optimization verification for local differential privacy"
AUTHORS = "The lpcheck developers"
_MESSAGE = "If you use lpcheck, please cite it, and the papers whose statements it tests."


def bibtex() -> str:
    """BibTeX of lpcheck, in the version that runs."""
    return (
        f"@software{{lpcheck,\n  title = {{{{{TITLE}}}}},\n  author = {{{{{AUTHORS}}}}},\n"
        f"  version = {{{__version__}}},\n  license = {{BSD-3-Clause}},\n}}\n"
    )


def cff() -> str:
    """The same as a file `CITATION.cff`."""
    return (
        f'cff-version: 1.2.0\nmessage: {_MESSAGE}\ntitle: "{TITLE}"\ntype: software\nauthors:\n'
        f"  - name: {AUTHORS}\nversion: {__version__}\nlicense: BSD-3-Clause\n"
    )


def of_claim(claim: Claim, paper: Paper) -> str:
    """The entry of a claim's paper, below what the claim says and what computation says of it."""
    printed = " ".join((claim.quote or claim.statement).split())
    finding = f" ({claim.finding})" if claim.finding else ""
    said = f"{claim.expected}{finding} by lpcheck {__version__}, as {claim.id}"
    return f"% {claim.source}: {printed}\n% {said}\n{paper.bibtex}"
