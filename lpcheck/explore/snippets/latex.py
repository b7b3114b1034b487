"""As LaTeX, for a paper: what was asked, what was found, and the mechanisms."""

from __future__ import annotations

from formulations.formulation import Solution
from lpcheck import __version__
from lpcheck.compare import Comparison
from lpcheck.explore.state import Posed
from lpcheck.report import latex as tex


def latex(posed: Posed, solution: Solution, finding: Comparison | None) -> str:
    """Two tables and the mechanisms, small ones as matrices.

    Args:
        posed: the problem.
        solution: its solution.
        finding: what the mechanism was found to be; None for the optimum alone.
    """
    spaced = [
        (name, text.replace(",", ", ").replace(";", "; ")) for name, text in posed.texts.items()
    ]
    stated = tex.pairs([("problem", posed.problem.slug), *spaced])
    found = solution if finding is None else finding
    head = f"% lpcheck {__version__}; matrices need \\usepackage{{amsmath}}"
    return "\n".join([head, stated, "", found.to_latex().removesuffix("\n")])
