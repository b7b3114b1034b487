import math

import pytest

from benchmarks import large
from benchmarks._measure import Measured, Row


def test_both_ways_agree():
    for instance in large.instances(60, quick=False):
        value, bound = large.plain(instance)
        assert math.isinf(bound)
        assert large.path(instance) == pytest.approx((value, value), rel=1e-11)


def row(way, size, seconds, peak=1.0, error=1e-12):
    return Row(way, size, Measured(seconds, seconds, peak, error))


def test_targets_are_met_or_missed():
    good = [row("plain", 1000, 2.0), row("path", 1000, 0.1), row("path", 10_000, 1.0),
            row("path", 100_000, 12.0, 900.0)]  # fmt: skip
    lines, met = large.check(good)
    assert met
    assert all(line.endswith(": met") for line in lines)
    for bad, word in (
        (row("path", 10_000, 2.1), "k = 10000"),
        (row("path", 100_000, 31.0), "k = 100000"),
        (row("path", 100_000, 12.0, 1600.0), "MB"),
        (row("path", 1000, 0.1, error=2e-9), "gap"),
        (row("path", 1000, 0.001), "grow"),
    ):
        rows = [bad if (r.way, r.size) == (bad.way, bad.size) else r for r in good]
        lines, met = large.check(rows)
        assert not met
        assert any(word in line and line.endswith("MISSED") for line in lines)


def test_main_writes_the_table(tmp_path, capsys):
    table = tmp_path / "table.txt"
    assert large.main(["--largest", "50", "--quick", "--table", str(table)]) == 0
    written = table.read_text(encoding="utf-8").splitlines()
    assert set(written) <= set(capsys.readouterr().out.splitlines())
    assert [line.split()[0] for line in written[1:3]] == ["plain", "path"]
