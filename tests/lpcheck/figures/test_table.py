"""The agreement table is computed from the numbers."""

from __future__ import annotations

import csv
import io
import json

import pytest

from lpcheck.figures import Figure, Series, Statement
from lpcheck.figures.statement import at_least, untold
from lpcheck.figures.table import agreement, counts, to_csv, to_json, to_markdown, without_data


def least(series):
    return at_least(float(series.column("x").min()), 0.5)


@pytest.fixture
def figure():
    statements = (
        Statement("Section 1", "At least a half | of all.", least),
        Statement("caption", "In all draws.", least, drawn=True),
        Statement("caption", "In another.", lambda series: untold("0.9", "not given")),
    )
    return Figure("a.figure-1", "Figure 1", "x", lambda full: None, lambda s: None, statements)


def verdicts(figure, value):
    return [e.verdict for e in agreement(figure, Series.of(("x",), [(value,)], "one draw"))]


def test_a_perturbed_series_changes_the_verdicts(figure):
    assert verdicts(figure, 0.5) == ["agrees", "agrees on our draws", "cannot be checked"]
    assert verdicts(figure, 0.49) == ["differs", "differs on our draws", "cannot be checked"]


def test_formats_hold_the_same(figure):
    entries = agreement(figure, Series.of(("x",), [(0.25,)], "one draw"))
    rows = list(csv.DictReader(io.StringIO(to_csv(entries))))
    data = json.loads(to_json(entries))
    assert [r["verdict"] for r in rows] == [s["verdict"] for s in data["statements"]]
    assert [float(r["off"]) for r in rows] == [s["off"] for s in data["statements"]]
    assert data["summary"] == counts(entries)
    assert sum(data["summary"].values()) == 3
    text = to_markdown(entries)
    assert text.startswith("3 statements: 1 differs, 1 differs on our draws, 1 cannot be checked.")
    table = [line for line in text.splitlines() if line.startswith("|")]
    assert {line.replace("\\|", "").count("|") for line in table} == {8}
    assert "| 0.25 | differs | 0.25 |" in text
    assert "Numbers: one draw." in text


def test_without_data_nothing_is_said_to_agree(figure):
    needy = Figure(
        "a.figure-2", "", "", figure.numbers, figure.draw, figure.statements, {"log": "a log"}
    )
    entries = without_data(needy)
    assert counts(entries) == {"cannot be checked": 3}
    assert {e.remark for e in entries} == {"needs a log"}
