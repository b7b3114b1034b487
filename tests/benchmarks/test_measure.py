import argparse
import math
import time

import numpy as np
import pytest

from benchmarks._measure import (
    Measured,
    Row,
    Way,
    add_outputs,
    compare,
    draw_growth,
    exponent,
    measure,
    relative_gap,
)


def test_measure_counts_every_problem_and_its_memory():
    seen = []

    def run(n):
        seen.append(n)
        time.sleep(n / 1000)
        return np.zeros(125_000 * n)

    found = measure(run, [1, 5, 3], lambda n, result: result.size - 125_000 * n + n / 10)
    assert seen == [1, 1, 5, 3, 3]
    assert 0.003 <= found.median <= found.longest
    assert found.longest >= 0.005
    assert 3.0 <= found.peak < 3.5  # megabytes of the last
    assert found.error == 0.5


def test_relative_gap():
    assert relative_gap(None, (2.0, 3.0)) == 0.5
    assert relative_gap(None, (-2.0, -1.0)) == 0.5
    assert relative_gap(None, (0.0, 0.0)) == relative_gap(None, (math.inf, math.inf)) == 0
    assert relative_gap(None, (1.0, math.inf)) == math.inf


def test_exponent_of_a_power():
    rows = [Row("a", n, Measured(3e-6 * n**1.5, 0, 0, 0)) for n in (10, 100, 1000)]
    rows += [Row("b", 10, Measured(1, 1, 1, 1))]
    assert exponent(rows, "a") == pytest.approx(1.5)
    assert exponent([*rows, Row("a", 1, Measured(9, 9, 9, 9))], "a", 10) == pytest.approx(1.5)
    assert math.isnan(exponent(rows, "b"))
    assert math.isnan(exponent(rows, "a", 1000))


def test_compare_stops_each_way_at_its_largest_size(capsys):
    ways = [Way("short", lambda n: (n, n), 10), Way("long", lambda n: (n, 2 * n), 100)]
    rows, lines = compare(ways, (1, 10, 100), lambda n: [n], size="k", error="gap")
    assert [(r.way, r.size, r.measured.error) for r in rows] == [
        ("short", 1, 0), ("long", 1, 1), ("short", 10, 0), ("long", 10, 1), ("long", 100, 1)
    ]  # fmt: skip
    assert capsys.readouterr().out == "\n".join(lines) + "\n"
    assert lines[0].split()[0] == "k"
    assert [line.split(":")[0] for line in lines[-2:]] == ["short", "long"]


def test_figure(tmp_path):
    rows = [Row("a", n, Measured(n, n, n, n)) for n in (1, 2)]
    path = tmp_path / "growth.png"
    assert draw_growth(rows, path) == f"figure in {path}"
    assert path.read_bytes()[1:4] == b"PNG"


@pytest.mark.parametrize("where", ["nowhere/table.txt", "."])
def test_outputs_that_cannot_be_written_are_refused_first(where, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    parser = argparse.ArgumentParser()
    add_outputs(parser)
    with pytest.raises(SystemExit) as caught:
        parser.parse_args(["--table", where])
    assert caught.value.code == 2
    assert "cannot be written" in capsys.readouterr().err.splitlines()[-1]
    assert parser.parse_args(["--table", "table.txt"]).table.name == "table.txt"
