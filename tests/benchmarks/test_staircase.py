import math

import pytest

from benchmarks import staircase
from benchmarks._measure import Measured, Row


def test_the_three_ways_agree():
    for problem in staircase.instances(7, quick=True):
        lower, upper = staircase.path(problem)
        assert upper == pytest.approx(lower, rel=1e-11)
        assert staircase.model(problem) == pytest.approx((lower, upper), rel=1e-9)
        value, bound = staircase.textbook(problem)
        assert value == pytest.approx(lower, rel=1e-9)
        assert math.isinf(bound)


def row(way, size, seconds, error=1e-12):
    return Row(way, size, Measured(seconds, seconds, 1.0, error))


def test_targets_are_met_or_missed():
    good = [row("model", 16, 2.0), row("path", 16, 0.003), row("path", 100, 0.1),
            row("path", 200, 0.4), row("path", 300, 0.9)]  # fmt: skip
    lines, met = staircase.check(good)
    assert met
    assert all(line.endswith(": met") for line in lines)
    for bad, word in (
        (row("model", 16, 1.0), "model / path"),
        (row("path", 100, 1.1), "k = 100"),
        (row("path", 200, 0.4, error=2e-9), "gap"),
        (row("path", 300, 4.9), "grow"),
    ):
        rows = [bad if (r.way, r.size) == (bad.way, bad.size) else r for r in good]
        lines, met = staircase.check(rows)
        assert not met
        assert any(word in line and line.endswith("MISSED") for line in lines)


def test_main_writes_the_table_and_the_figure(tmp_path, capsys):
    table, figure = tmp_path / "table.txt", tmp_path / "figure.png"
    given = ["--largest", "8", "--quick", "--table", str(table), "--figure", str(figure)]
    assert staircase.main(given) == 0
    written = table.read_text(encoding="utf-8").splitlines()
    assert set(written) <= set(capsys.readouterr().out.splitlines())
    assert [line.split()[0] for line in written[1:4]] == ["model", "textbook", "path"]
    assert figure.read_bytes().startswith(b"\x89PNG")
