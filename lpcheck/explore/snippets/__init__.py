"""What the page shows, to be had elsewhere: as Python, as a command, as a test, as LaTeX."""

from __future__ import annotations

from collections.abc import Sequence

from formulations.formulation import Solution
from lpcheck.compare import Comparison
from lpcheck.explore.snippets import command, latex, python
from lpcheck.explore.snippets._rows import rows_of
from lpcheck.explore.state import Posed, State


def of(
    state: State,
    posed: Posed,
    solution: Solution,
    finding: Comparison | None,
    offered: Sequence[str] = (),
) -> dict[str, str]:
    """Each as text by its name.

    Args:
        state: what the controls say.
        posed: the problem that they state.
        solution: the problem's.
        finding: what the mechanism was found to be; None for the optimum alone.
        offered: MODULE:FUNCTION that the command line allowed.
    """
    rows = rows_of(state)
    return {
        "Python": python.script(state, posed, rows, offered),
        "command": command.command(state, posed, rows),
        "test": python.test(state, posed, rows, solution, finding, offered),
        "LaTeX": latex.latex(posed, solution, finding),
    }
