import numpy as np
import pytest

from benchmarks import continuous
from benchmarks.continuous import Line


def test_both_ways_agree():
    client = next(c for c in continuous.laplace_clients(60, 1) if c.target.name.endswith(" 3"))
    fast, plain = np.array(continuous.fast(client)), np.array(continuous.plain(client))
    assert np.abs(fast - plain).max() < 1e-6
    assert fast.min() > 1e-3


def test_a_target_is_met_or_missed():
    assert ": met; plain / ours: 100" in str(Line("kind", 0.01, 1.0, 0.01, "note"))
    assert ": MISSED; plain / ours: 50" in str(Line("kind", 0.02, 1.0, 0.01, "note"))


@pytest.mark.parametrize(("seconds", "status"), [(0.001, 0), (5.0, 1)])
def test_main_writes_the_table_and_the_figure(seconds, status, tmp_path, monkeypatch):
    line = Line("kind", seconds, 10.0, 2.0, "note")
    monkeypatch.setattr(continuous, "on_the_line", lambda *_: line)
    monkeypatch.setattr(continuous, "in_the_plane", lambda: line)
    monkeypatch.setattr(continuous, "sampling", lambda _: "10^6 points: 1 s")
    table, figure = tmp_path / "table.txt", tmp_path / "figure.png"
    assert continuous.main(["--table", str(table), "--figure", str(figure)]) == status
    assert table.read_text(encoding="utf-8").count(str(line)) == 3
    assert figure.read_bytes().startswith(b"\x89PNG")
