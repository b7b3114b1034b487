from dataclasses import replace

import pytest

from benchmarks import certificates


def test_a_line_is_measured_and_written(tmp_path, capsys):
    table, figure = tmp_path / "table.txt", tmp_path / "figure.png"
    given = ["--largest", "20", "--table", str(table), "--figure", str(figure)]
    assert certificates.main(given) == 0
    written = table.read_text(encoding="utf-8").splitlines()
    assert set(written) <= set(capsys.readouterr().out.splitlines())
    assert len(written) == 1 + 8 + 2
    assert figure.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"make": 59.5}, "k = 100"),
        ({"width": 2e-9}, "width"),
        ({"accepted": False}, "rejected"),
    ],
)
def test_targets_are_met_or_missed(change, word):
    good = certificates.Line("dirichlet", "kl", 1, 100, 2, 2.0, 1.0, 1.0, 1e-36, 40_000, True)
    lines, met = certificates.check([good])
    assert met
    assert all(line.endswith(": met") for line in lines)
    lines, met = certificates.check([good, replace(good, **change)])
    assert not met
    assert [line for line in lines if line.endswith("MISSED") and word in line]
    assert ("REJECTED" in str(replace(good, **change))) == (word == "rejected")
