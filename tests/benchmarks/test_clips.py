import numpy as np
import pytest

from benchmarks import clips


def test_bisection_finds_the_same_clip():
    for instance in clips.instances(2000):
        plain = clips.bisection(instance)
        for way in (clips.projection, clips.clip):
            assert way(instance) == pytest.approx(plain, rel=1e-13)
        assert clips.batch(instance) == pytest.approx(clips.batch_bisection(instance), rel=1e-13)
        assert clips.error(instance, plain) < 1e-14
        assert clips.error(instance, np.stack([plain, plain * (1 + 1e-9)])) > 0.9e-9


def test_main_writes_the_table(tmp_path, capsys):
    path = tmp_path / "table.txt"
    assert clips.main(["--largest", "1000", "--table", str(path)]) == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    assert capsys.readouterr().out.splitlines()[: len(lines)] == lines
    assert sum(line.startswith(("bisection ", "projection", "clip ")) for line in lines) == 11
