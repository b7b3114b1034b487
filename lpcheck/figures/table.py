"""The agreement table: figure by figure, what is printed, what comes out, and by how much not."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields

from lpcheck.figures.figure import Figure
from lpcheck.figures.series import Series
from lpcheck.figures.statement import Statement
from lpcheck.report.json_report import dumps


@dataclass(frozen=True)
class Entry:
    """One statement and its verdict.

    `verdict` is `agrees`, `differs` or `cannot be checked`; `on our draws` is added to the first
    two where the printed number belongs to draws that the paper does not give.
    """

    figure: str
    source: str
    statement: str
    printed: str
    measured: str
    verdict: str
    off: float
    remark: str
    claim: str
    numbers: str


def agreement(figure: Figure, series: Series) -> tuple[Entry, ...]:
    """The entries of a figure from its numbers."""
    return tuple(_entry(figure, statement, series) for statement in figure.statements)


def _entry(figure: Figure, statement: Statement, series: Series) -> Entry:
    reading = statement.check(series)
    verdict = {True: "agrees", False: "differs", None: "cannot be checked"}[reading.agrees]
    if statement.drawn and reading.agrees is not None:
        verdict += " on our draws"
    return Entry(
        figure.name, statement.source, statement.text, reading.printed, reading.measured,
        verdict, reading.off, reading.remark, statement.claim, series.note,
    )  # fmt: skip


def without_data(figure: Figure) -> tuple[Entry, ...]:
    """The entries of a figure whose data nobody has given."""
    remark = f"needs {'; '.join(figure.data.values())}"
    return tuple(
        Entry(
            figure.name, s.source, s.text, "-", "-", "cannot be checked", 0.0, remark, s.claim, ""
        )
        for s in figure.statements
    )


def to_markdown(entries: Sequence[Entry]) -> str:
    """A table a figure, and what its numbers are."""
    blocks = []
    for name in dict.fromkeys(entry.figure for entry in entries):
        mine = [entry for entry in entries if entry.figure == name]
        head = ("where", "what the paper says", "printed", "recomputed", "verdict", "off by", "")
        lines = [_line(head), _line(["---"] * len(head))]
        for e in mine:
            off = f"{e.off:.3g}" if e.verdict.startswith("differs") else ""
            seen = "; ".join(filter(None, (e.remark, e.claim and f"see `{e.claim}`")))
            lines.append(
                _line((e.source, e.statement, e.printed, e.measured, e.verdict, off, seen))
            )
        note = f"\nNumbers: {mine[0].numbers}.\n" if mine[0].numbers else ""
        blocks.append(f"### {name}\n\n" + "\n".join(lines) + "\n" + note)
    return "\n".join([f"{_summary(entries)}\n", *blocks])


def to_csv(entries: Sequence[Entry]) -> str:
    """One row a statement."""
    out = io.StringIO()
    names = [f.name for f in fields(Entry)]
    writer = csv.DictWriter(out, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(entry) for entry in entries)
    return out.getvalue()


def to_json(entries: Sequence[Entry]) -> str:
    """A list of statements and the counts of their verdicts."""
    return dumps({"statements": [asdict(e) for e in entries], "summary": counts(entries)})


def counts(entries: Iterable[Entry]) -> dict[str, int]:
    """How many statements have each verdict."""
    found: dict[str, int] = {}
    for entry in entries:
        found[entry.verdict] = found.get(entry.verdict, 0) + 1
    return found


def _summary(entries: Sequence[Entry]) -> str:
    parts = ", ".join(f"{n} {verdict}" for verdict, n in counts(entries).items())
    return f"{len(entries)} statement{'s' * (len(entries) != 1)}: {parts}."


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
