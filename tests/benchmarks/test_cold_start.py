import subprocess

import pytest

from benchmarks import cold_start


def test_targets_are_met_or_missed():
    good = dict.fromkeys(cold_start.COMMANDS, 0.3) | {cold_start.MODELS: 0.9}
    lines, met = cold_start.check(good)
    assert met
    assert "3.0 times" in lines[0]
    for name, seconds in ((cold_start.LIMITED[0], 0.6), (cold_start.MODELS, 0.25)):
        lines, met = cold_start.check(good | {name: seconds})
        assert not met
        assert any(line.endswith("MISSED") for line in lines)


def test_a_command_that_fails_is_no_measurement():
    assert cold_start.seconds(("-c", "sum(range(10**6))")) > 0
    with pytest.raises(subprocess.CalledProcessError):
        cold_start.seconds(("-c", "raise SystemExit(3)"))


def test_main_writes_the_table(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(
        cold_start, "seconds", lambda command: 0.9 if "cvxpy" in str(command) else 0.3
    )
    table = tmp_path / "table.txt"
    assert cold_start.main(["--quick", "--table", str(table)]) == 0
    assert table.read_text(encoding="utf-8") == capsys.readouterr().out
