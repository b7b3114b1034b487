"""As a script, and as a test that keeps what was found."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from typing import Any

from formulations.divergences import Divergence
from formulations.errors import InputError
from formulations.formulation import Solution
from formulations.parameters import Distribution
from lpcheck.compare import Comparison
from lpcheck.explore.snippets._rows import Rows
from lpcheck.explore.state import PASTED, Posed, State, function
from lpcheck.inputs.arguments import arguments
from lpcheck.problems import home, problem_class

_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?")
_WIDTH = 100


def script(state: State, posed: Posed, rows: Rows, offered: Sequence[str]) -> str:
    """Statements that find the same and print it.

    Args:
        state: what the controls say.
        posed: the problem that they state.
        rows: the matrix that was pasted, where one was.
        offered: MODULE:FUNCTION that the command line allowed.
    """
    lines = [*_imports(state, "import lpcheck"), "", f"problem = {_problem(state, posed)}"]
    if not state.mechanism:
        lines += ["solution = lpcheck.solve(problem)"]
        lines += ["print(solution.status, solution.value, solution.bounds)"]
    else:
        lines += [f"mechanism = {_mechanism(state, posed, rows, offered, 'problem')}"]
        lines += ["finding = lpcheck.check(problem, mechanism)"]
        lines += ["print(finding.verdict, finding.value, finding.bounds)"]
    return "\n".join(lines)


def test(
    state: State,
    posed: Posed,
    rows: Rows,
    solution: Solution,
    finding: Comparison | None,
    offered: Sequence[str],
) -> str:
    """A test that fails once the verdict or a number is another.

    Args:
        state: what the controls say.
        posed: the problem that they state.
        rows: the matrix that was pasted, where one was.
        solution: the problem's.
        finding: what the mechanism was found to be; None for the optimum alone.
        offered: MODULE:FUNCTION that the command line allowed.
    """
    lines = [*_imports(state, "import lpcheck", "from pytest import approx"), ""]
    lines += [f"PROBLEM = {_problem(state, posed)}"]
    within = _within(solution)
    name = state.problem.replace("-", "_")
    if finding is None:
        lines += ["", "", f"def test_the_optimum_of_{name}():"]
        lines += ["    found = lpcheck.solve(PROBLEM)"]
        lines += [f'    assert found.status == "{solution.status}"']
        value = solution.value
    else:
        lines += [f"MECHANISM = {_mechanism(state, posed, rows, offered, 'PROBLEM')}"]
        lines += ["", "", f"def test_the_mechanism_is_{finding.verdict}():"]
        lines += ["    found = lpcheck.check(PROBLEM, MECHANISM)"]
        lines += [f'    assert found.verdict == "{finding.verdict}"']
        value = finding.value
    for name, x in (("value", value), ("bounds.lower", solution.bounds.lower),
                    ("bounds.upper", solution.bounds.upper)):  # fmt: skip
        lines.append(f"    assert found.{name} == approx({_float(x)}, rel={within:.2g}{_nan(x)})")
    return "\n".join(lines)


def _within(solution: Solution) -> float:
    """What another machine may find, relatively: the bounds' width, and rounding."""
    size, width = abs(solution.value), solution.bounds.width
    share = width / size if size and math.isfinite(size) and math.isfinite(width) else 0.0
    return max(1e-9, 2.0 * share)


def _float(x: float) -> str:
    return repr(x) if math.isfinite(x) else f'float("{x}")'


def _nan(x: float) -> str:
    return ", nan_ok=True" if math.isnan(x) else ""


def _imports(state: State, *more: str) -> list[str]:
    lines = list(more)
    for name in (home(state.problem), state.mechanism):
        if ":" in name:
            module, _, attribute = name.partition(":")
            lines.append(f"from {module} import {attribute.partition('.')[0]}")
    if state.normalize:
        lines.append("from lpcheck.inputs import normalized")
    plain = sorted(line for line in lines if line.startswith("import"))
    return plain + sorted(set(lines) - set(plain))


def _problem(state: State, posed: Posed) -> str:
    kind = home(state.problem).partition(":")[2]
    given = []
    for p in problem_class(state.problem).inputs:
        if p.name not in posed.texts:
            continue
        text = posed.texts[p.name]
        if p.kind == "vector":
            literal = _list(text.split(","))
            literal = f'normalized("{p.name}", {literal})' if state.normalize else literal
        elif p.kind == "matrix":
            literal = _list([row.split(",") for row in text.split(";")])
        elif p.name == "privacy" and posed.distances is not None:
            literal = f'{{"name": "metric", "distances": {_list(posed.distances)}}}'
        else:
            literal = _literal(text)
        given.append(f"{p.name}={literal}")
    return _call(kind, given)


def _mechanism(state: State, posed: Posed, rows: Rows, offered: Sequence[str], problem: str) -> str:
    if state.mechanism == PASTED:
        flat = posed.problem.shape == "distribution"
        return _list([x for row in rows or () for x in row] if flat else rows or ())
    name = state.mechanism.partition(":")[2]
    asked = arguments("mechanism", name, function(state.mechanism, offered), posed.problem)
    given = [_argument(key, posed, problem) for key in asked.named]
    if asked.given:
        remedy = "let it take its arguments by name"
        raise InputError("mechanism", f"{name} takes arguments by position only", remedy)
    if asked.asks_at is None:
        return _call(name, [f"{key}={x}" for key, x in zip(asked.named, given, strict=True)])
    parts = ", ".join(f"{key}={x}" for key, x in zip(asked.named, given, strict=True))
    return f"lambda p: {name}(p{', ' * bool(parts)}{parts})"


def _argument(key: str, posed: Posed, problem: str) -> str:
    """A parameter of the problem as an expression in Python."""
    parameters: dict[str, Any] = posed.problem.parameters
    if key not in parameters:  # k and n: the size of an alphabet
        vector = next(n for n, x in parameters.items() if isinstance(x, Distribution))
        return f'len({problem}.parameters["{vector}"])'
    place, value = f'{problem}.parameters["{key}"]', parameters[key]
    if isinstance(value, Distribution):
        return f"{place}.array"
    if isinstance(value, Divergence):
        return f"{place}.name"
    return place if isinstance(value, (str, tuple, int)) else f"float({place})"


def _call(name: str, given: Sequence[str]) -> str:
    line = f"{name}({', '.join(given)})"
    if len(line) < _WIDTH - 12:
        return line
    return f"{name}(\n" + "".join(f"    {x},\n" for x in given) + ")"


def _list(values: Sequence[Any]) -> str:
    parts = [_literal(x) if isinstance(x, str) else _list(x) for x in values]
    return "[" + ", ".join(parts) + "]"


def _literal(text: str) -> str:
    return text if _NUMBER.fullmatch(text) else json.dumps(text, ensure_ascii=False)
