"""As LaTeX, for a paper: an `align*` of amsmath in plain ASCII."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from formulations.formulation import Array, Solution
from lpcheck import __version__
from lpcheck.compare import Comparison
from lpcheck.explore.state import Posed
from lpcheck.report.json_report import plain
from lpcheck.report.text import exact

_GREEK = ("epsilon", "delta", "nu", "gamma")
_MOST_ROWS, _LONGEST = 16, 20
_ESCAPED = {c: "\\" + c for c in "#$%&_{}"} | {"\\": "", "^": "", "~": ""}
_LETTERS = {"γ": "gamma", "ε": "epsilon", "δ": "delta", "‖": "||", "≤": "<=", "–": "--", "−": "-"}
_EXPONENT = re.compile(r"(.*)e([+-]?\d+)")


def latex(posed: Posed, solution: Solution, finding: Comparison | None) -> str:
    """The problem, the bounds, the mechanism and the best one.

    Args:
        posed: the problem.
        solution: its solution.
        finding: what the mechanism was found to be; None for the optimum alone.
    """
    problem, bounds = posed.problem, solution.bounds
    lines = [rf"\text{{problem}} &: \texttt{{{_text(problem.slug)}}}"]
    lines += [f"{_name(name)} &= {_value(x)}" for name, x in problem.parameters.items()]
    low, high = _float(bounds.lower), _float(bounds.upper)
    lines.append(rf"\text{{optimum}} &\in [{low}, {high}]")
    if finding is not None:
        value = _float(finding.value)
        lines.append(rf"\text{{value}} &= {value} \quad \text{{({finding.verdict})}}")
        if finding.true_epsilon is not None:
            lines.append(rf"\text{{true }}\varepsilon &= {_float(finding.true_epsilon)}")
        lines.append(f"Q &= {_matrix(finding.mechanism)}")
    if solution.mechanism is not None and (finding is None or finding.verdict != "optimal"):
        lines.append(rf"Q^\star &= {_matrix(solution.mechanism)}")
    body = " \\\\\n".join(f"  {line}" for line in lines)
    head = f"% lpcheck {__version__}; {_text(problem.source)}"
    return "\n".join([head, r"\begin{align*}", body, r"\end{align*}"])


def _name(name: str) -> str:
    if name in _GREEK:
        return r"\varepsilon" if name == "epsilon" else "\\" + name
    found = re.fullmatch(r"([a-z]+)(\d+)", name)
    word = found[1] if found else name
    word = word if len(word) == 1 else rf"\text{{{_text(word)}}}"
    return f"{word}_{{{found[2]}}}" if found else word


def _value(x: Any) -> str:
    stated = plain(x)
    if isinstance(stated, list) and stated and isinstance(stated[0], list):
        return _array([[_rational(e) for e in row] for row in stated])
    if isinstance(stated, list):
        return r"\left(" + ", ".join(map(_rational, stated)) + r"\right)"
    if isinstance(stated, dict):
        return rf"\text{{{_text(str(stated.get('name', 'as stated')))}}}"
    return _rational(stated) if isinstance(x, Fraction) else rf"\texttt{{{_text(str(stated))}}}"


def _rational(text: str) -> str:
    top, _, bottom = text.partition("/")
    if len(bottom) > _LONGEST:  # a logarithm, to 40 digits
        return _float(float(Fraction(text))) + r"\ldots"
    sign = "-" if top.startswith("-") else ""
    return rf"{sign}\tfrac{{{top.removeprefix('-')}}}{{{bottom}}}" if bottom else text


def _float(x: float) -> str:
    if math.isnan(x):
        return r"\text{unknown}"
    if math.isinf(x):
        return r"\infty" if x > 0 else r"-\infty"
    text = exact(x)
    found = _EXPONENT.fullmatch(text)
    return rf"{found[1]} \cdot 10^{{{int(found[2])}}}" if found else text


def _matrix(kernel: Array) -> str:
    table = np.atleast_2d(kernel) if kernel.ndim <= 2 else kernel.reshape(len(kernel), -1)
    if max(table.shape) > _MOST_ROWS:
        return rf"\text{{a matrix of {table.shape[0]}}} \times \text{{{table.shape[1]} entries}}"
    return _array([[_short(x) for x in row] for row in table.tolist()])


def _short(x: float) -> str:
    found = _EXPONENT.fullmatch(f"{x:.6g}")
    return rf"{found[1]} \cdot 10^{{{int(found[2])}}}" if found else f"{x:.6g}"


def _array(rows: Sequence[Sequence[str]]) -> str:
    body = r" \\ ".join(" & ".join(row) for row in rows)
    return rf"\left(\begin{{array}}{{{'r' * len(rows[0])}}} {body} \end{{array}}\right)"


def _text(words: str) -> str:
    for letter, ascii_text in _LETTERS.items():
        words = words.replace(letter, ascii_text)
    words = "".join(_ESCAPED.get(c, c) for c in words)
    return words.encode("ascii", "replace").decode()
