"""Whole ranges of ε as text, as data, and as rows of a table."""

from __future__ import annotations

import csv
import io
import math
import shlex
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any

from formulations.formulation import Formulation, Solution
from lpcheck.compare import Comparison
from lpcheck.report.json_report import plain

if TYPE_CHECKING:
    from lpcheck.ranges import Grid, Hunt, Map, Part, Printed, Threshold, Whole

Row = Mapping[str, Any]


def grid_rows(grid: Grid) -> list[Row]:
    """A row a level: the verdict, the value, the bounds on the optimum, what is lost."""
    return [
        {
            "epsilon": level,
            "verdict": f.verdict,
            "value": f.value,
            "lower": f.bounds.lower,
            "upper": f.bounds.upper,
            "loss": _loss(f),
            "true_epsilon": f.true_epsilon,
        }
        for level, f in zip(grid.epsilons, grid.findings, strict=True)
    ]


def map_rows(found: Map) -> list[Row]:
    """A row an instance, the other parameter first."""
    pairs = zip(found.values, found.grids, strict=True)
    return [{found.name: value, **row} for value, grid in pairs for row in grid_rows(grid)]


def solution_rows(levels: Sequence[Fraction], found: Sequence[Solution]) -> list[Row]:
    """A row a level: the status, the value and the bounds."""
    return [
        {
            "epsilon": level,
            "status": s.status,
            "value": s.value,
            "lower": s.bounds.lower,
            "upper": s.bounds.upper,
        }
        for level, s in zip(levels, found, strict=True)
    ]


def table(rows: Sequence[Row]) -> str:
    """Rows for people, aligned."""
    heads = [str(head) for head in rows[0] if head != "true_epsilon"]
    cells = [[_cell(head, row[head]) for head in heads] for row in rows]
    heads = ["ε" if head == "epsilon" else head for head in heads]
    wide = [max(len(line[i]) for line in [heads, *cells]) for i in range(len(heads))]
    lines = [
        "  ".join(f"{cell:>{w}}" for cell, w in zip(line, wide, strict=True))
        for line in [heads, *cells]
    ]
    return "\n".join(line.rstrip() for line in lines)


def as_csv(rows: Sequence[Row]) -> str:
    """Rows as CSV, doubles to the last digit; what is unknown is empty."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        rationals = {name: repr(float(x)) for name, x in row.items() if isinstance(x, Fraction)}
        writer.writerow({**row, **rationals})
    return out.getvalue()


def as_parquet(rows: Sequence[Row]) -> bytes:
    """Rows as a Parquet file, doubles as they are; needs pyarrow."""
    pyarrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")

    def plain_of(x: Any) -> Any:
        return float(x) if isinstance(x, Fraction) else x

    columns = {name: [plain_of(row[name]) for row in rows] for name in rows[0]}
    out = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table(columns), out)
    content: bytes = out.getvalue().to_pybytes()
    return content


def as_data(
    problem: Formulation, rows: Sequence[Row], varied: str = "epsilon", **more: Any
) -> dict[str, Any]:
    """The fields of `--json` for a grid; levels are exact, and parameters what all rows share."""
    rest = {k: value for k, value in problem.parameters.items() if k not in ("epsilon", varied)}
    return {"problem": problem.slug, "parameters": rest, **more, "levels": list(rows)}


def of_whole(found: Whole) -> str:
    """What is proved of a formula over an interval."""
    first, last = found.parts[0].least, found.parts[-1].most
    span = f"for ε from {float(first):g} to {float(last):g}"
    if found.proved:
        how = f"at every level it is feasible, and optimal, to {found.tolerance:g}"
        return (
            f"proved optimal {span}\n  {how} ({found.pieces} enclosure{'s' * (found.pieces > 1)})"
        )
    head = "not optimal throughout" if found.refuted else "not proved"
    lines = [f"{head} {span}"]
    for part in found.parts:
        ends = f"  {float(part.least):.10g} to {float(part.most):.10g}: "
        lines.append(ends + _standing(part))
    return "\n".join(lines)


def _standing(part: Part) -> str:
    at = "" if part.level is None else f" at {part.level:.6g}"
    if part.standing == "proved":
        return "proved optimal"
    if part.standing == "open":
        how = "proved" if part.certified else "in doubles"
        return f"open; {how} not optimal{at}" if at else "open"
    if part.loss is None:
        return f"not feasible: a constraint is broken by {part.breach:.3g}, at least"
    return f"proved not optimal;{at} it loses {part.loss:.3g} of the optimum, at least"


def whole_data(problem: Formulation, found: Whole) -> dict[str, Any]:
    """The fields of `check --json` for an interval; ends are exact."""
    rest = {key: value for key, value in problem.parameters.items() if key != "epsilon"}
    return {
        "problem": problem.slug,
        "parameters": rest,
        "proved": found.proved,
        "tolerance": found.tolerance,
        "enclosures": found.pieces,
        "parts": [
            {
                "epsilon": {"lower": part.least, "upper": part.most},
                "standing": part.standing,
                "loss": part.loss,
                "breach": part.breach,
                "level": part.level,
                "certified": part.certified,
            }
            for part in found.parts
        ],
    }


def of_wholes(name: str, values: Sequence[Fraction], found: Sequence[Whole]) -> str:
    """What is proved over an interval for each value of another parameter, such as k."""
    pairs = zip(values, found, strict=True)
    return "\n".join(f"{name} = {_cell(name, value)}: {of_whole(one)}" for value, one in pairs)


def wholes_data(
    name: str, values: Sequence[Fraction], problems: Sequence[Formulation], found: Sequence[Whole]
) -> dict[str, Any]:
    """The fields of `check --json` for an interval and another range."""
    each = zip(values, problems, found, strict=True)
    rows = [{name: value, **whole_data(problem, one)} for value, problem, one in each]
    return {"problem": problems[0].slug, "intervals": rows}


def of_printed(rows: Sequence[tuple[str, Printed, Whole]]) -> str:
    """A line a printed formula: the paper, the statement, the instance, the interval."""
    lines = []
    for key, one, found in rows:
        word = "proved" if found.proved else "refuted" if found.refuted else "open  "
        span = f"ε from {_level(one.least)} to {_level(one.most)}"
        lines.append(f"{word}  {key:14}  {one.statement:13}  {one.what}: {span}")
        if not found.proved:
            lines += [f"  {line}" for line in of_whole(found).splitlines()[1:]]
    done = sum(found.proved for _, _, found in rows)
    return "\n".join([*lines, f"{done} of {len(rows)} proved at every ε of their interval"])


def printed_markdown(rows: Sequence[tuple[str, Printed, Whole]]) -> str:
    """The same as a table in Markdown."""
    lines = [
        "| paper | statement | mechanism and instance | ε | enclosures | |",
        "|---|---|---|---|---|---|",
    ]
    for key, one, found in rows:
        word = "proved" if found.proved else "refuted" if found.refuted else "open"
        span = f"{_level(one.least)} to {_level(one.most)}"
        lines.append(f"| {key} | {one.statement} | {one.what} | {span} | {found.pieces} | {word} |")
    return "\n".join(lines)


def printed_data(rows: Sequence[tuple[str, Printed, Whole]]) -> dict[str, Any]:
    """The fields of `intervals --json`."""
    return {
        "intervals": [
            {
                "paper": key,
                "statement": one.statement,
                "what": one.what,
                "formula": one.formula if isinstance(one.formula, str) else one.formula.__name__,
                **whole_data(one.problem, found),
            }
            for key, one, found in rows
        ]
    }


def _level(text: str) -> str:
    return f"{float(Fraction(text)):g}"


def of_thresholds(found: Sequence[Threshold], least: float, most: float, verdict: str) -> str:
    """A line a change, and what stands on both sides of it."""
    if not found:
        return f"no change from ε = {least:g} to {most:g}: {verdict} at all levels that were asked"
    lines = []
    for one in found:
        word = "optimal from" if one.starts else "optimal up to"
        span = f"{one.epsilon.lower:.10f} to {one.epsilon.upper:.10f}"
        lines.append(f"{word} ε = {span}")
        for end in (one.lower, one.upper):
            how = "certified" if end.certified else "in doubles"
            loss = f"{end.loss.lower:.3g} to {end.loss.upper:.3g} of the optimum"
            where = f"  at {float(end.epsilon):.12g}"
            lines.append(f"{where}: {end.verdict}, loses {loss} ({how})")
    return "\n".join(lines)


def thresholds_data(problem: Formulation, found: Sequence[Threshold]) -> dict[str, Any]:
    """The fields of `threshold --json`."""
    rest = {key: value for key, value in problem.parameters.items() if key != "epsilon"}
    return {
        "problem": problem.slug,
        "parameters": rest,
        "thresholds": [
            {
                "epsilon": one.epsilon,
                "starts": one.starts,
                "certified": one.certified,
                "ends": [
                    {
                        "epsilon": end.epsilon,
                        "verdict": end.verdict,
                        "loss": end.loss,
                        "certified": end.certified,
                    }
                    for end in (one.lower, one.upper)
                ],
            }
            for one in found
        ],
    }


def of_hunt(slug: str, found: Hunt, mechanism: str) -> str:
    """The counterexample as a command that shows it, or that there was none."""
    seeds = f"seed {found.seed}"
    if found.seeds > 1:
        seeds = f"{found.seeds} seeds from {found.seed} on"
    count = f"{found.tried} instances in {found.seconds:.1f} s, {seeds}"
    if found.refused:
        count += f"; the formula raised an error at {found.refused}"
    if found.undecided:
        count += f"; {found.undecided} were inconclusive"
    one = found.counterexample
    if one is None:
        return f"no counterexample among {count}"
    f = one.finding
    what = "is not feasible" if math.isinf(one.loss) else f"loses {one.loss:.2%} of the optimum"
    lines = [f"{f.verdict}: the formula {what}"]
    if math.isfinite(one.loss):
        lines.append(f"  value {f.value:.10g}, optimum {f.solution.value:.10g}")
    lines += [f"  {violation.explanation}" for violation in f.violations]
    words = ["lpcheck", "check", slug]
    for name, value in f.problem.parameters.items():
        words += [f"--{name.replace('_', '-')}", _typed(value)]
    lines.append("  " + shlex.join([*words, "--mechanism", mechanism]))
    if not one.shrunk:
        lines.append("  no numbers of two digits keep half of that loss")
    return "\n".join([*lines, count])


def hunt_data(slug: str, found: Hunt) -> dict[str, Any]:
    """The fields of `hunt --json`."""
    one = found.counterexample
    return {
        "problem": slug,
        "counterexample": None
        if one is None
        else {
            "parameters": one.finding.problem.parameters,
            "verdict": one.finding.verdict,
            "value": one.finding.value,
            "bounds": one.finding.bounds,
            "loss": one.loss,
            "largest": one.largest,
            "shrunk": one.shrunk,
        },
        "tried": found.tried,
        "refused": found.refused,
        "undecided": found.undecided,
        "seed": found.seed,
        "seeds": found.seeds,
        "seconds": found.seconds,
    }


def _typed(value: Any) -> str:
    """A parameter as it is typed."""
    data = plain(value)
    return ",".join(map(str, data)) if isinstance(data, list) else str(data)


def _loss(finding: Comparison) -> float | None:
    """The gap relative to the optimum; none where a constraint is broken."""
    size = abs(finding.solution.value)
    return None if finding.violations or not size > 0 else max(finding.gap, 0.0) / size


def _cell(head: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    digits = {"epsilon": ".6g", "loss": ".2e"}.get(head, ".10g")
    return f"{float(value):{digits}}"
