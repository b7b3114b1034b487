"""As a command line, with the files that it reads."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from lpcheck.explore.snippets._rows import Rows
from lpcheck.explore.state import PASTED, Posed, State
from lpcheck.problems import problem_class

METRIC, MECHANISM = "distances.csv", "mechanism.csv"


def command(state: State, posed: Posed, rows: Rows) -> str:
    """What finds the same in a shell.

    Args:
        state: what the controls say.
        posed: the problem that they state.
        rows: the matrix that was pasted, where one was.
    """
    lines = []
    if posed.distances is not None:
        lines.append(_file(METRIC, posed.distances))
    if rows is not None:
        lines.append(_file(MECHANISM, rows))
    words = ["lpcheck", "check" if state.mechanism else "solve", state.problem]
    for p in problem_class(state.problem).inputs:
        if p.name in posed.texts:
            words += _given(p.option, posed.texts[p.name])
    words += ["--normalize"] if state.normalize and _has_vectors(state.problem) else []
    if state.mechanism:
        words += ["--mechanism", MECHANISM if state.mechanism == PASTED else state.mechanism]
    return "\n".join([*lines, shlex.join(words)])


def _has_vectors(slug: str) -> bool:
    return any(p.kind == "vector" for p in problem_class(slug).inputs)


def _given(option: str, text: str) -> list[str]:
    return [f"{option}={text}"] if text.startswith("-") else [option, text]


def _file(name: str, rows: Sequence[Sequence[str]]) -> str:
    body = "\n".join(",".join(row) for row in rows)
    return f"cat > {name} <<'END'\n{body}\nEND"
