"""`lpcheck regimes`: table, JSON, figure, and what is refused."""

import json
import sys

import pytest

from lpcheck.cli import main

PAIR = ["--p0", "1/2,3/10,1/5", "--p1", "1/10,2/5,1/2"]
SHORT = [*PAIR, "--divergence", "hockey-stick:3/2"]


def refused(capsys, *arguments):
    assert main(["regimes", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_the_table_and_the_data_say_the_same(capsys):
    assert main(["regimes", "staircase", *PAIR, "--least", "3", "--most", "3.5", "--json"]) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert set(found) == {
        "problem", "parameters", "least", "most", "partitions", "intervals", "changes",
        "binary_until", "response_from", "proved", "certified", "argument",
    }  # fmt: skip
    assert found["parameters"]["p0"] == ["1/2", "3/10", "1/5"]
    assert found["partitions"] == [[[1, 2], [0]], [[2], [1], [0]]]
    (change,) = found["changes"]
    assert set(change) == {"epsilon", "before", "after", "certified", "margin"}
    assert change["epsilon"] == found["binary_until"] == found["response_from"]
    assert 0 < change["epsilon"]["upper"] - change["epsilon"]["lower"] <= 1e-10
    assert found["proved"] is found["certified"] is True
    assert err == ""
    assert main(["regimes", "staircase", *PAIR, "--least", "3", "--most", "3.5"]) == 0
    text = capsys.readouterr().out
    assert repr(change["epsilon"]["lower"]) in text
    assert "{1, 2} {0}" in text


def test_infinity_is_a_string_and_letters_are_named(tmp_path, capsys):
    path = tmp_path / "p.csv"
    path.write_text("yes,no,maybe\n0.5,0.3,0.2\n")
    arguments = [*SHORT[2:], "--p0", f"@{path}", "--json", str(tmp_path / "r.json")]
    assert main(["regimes", "staircase", *arguments]) == 0
    assert "{no, maybe} {yes}" in capsys.readouterr().out
    assert json.loads((tmp_path / "r.json").read_text())["most"] == "inf"


def test_a_change_that_is_not_certified_is_status_3(monkeypatch):
    from lpcheck.regimes.search import Search

    monkeypatch.setattr(Search, "lead", lambda *_: -1.0)  # no crossing, hence no margin
    arguments = [*PAIR, "--divergence", "js", "--least", "0.5", "--most", "5"]
    assert main(["regimes", "staircase", *arguments]) == 3


@pytest.mark.parametrize("extension", ["png", "svg", "pdf"])
def test_the_figure(tmp_path, extension, capsys):
    path = tmp_path / f"regimes.{extension}"
    assert main(["regimes", "staircase", *SHORT, "--figure", str(path)]) == 0
    start = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[extension]
    assert path.read_bytes().startswith(start)


def test_what_is_refused(tmp_path, capsys, monkeypatch):
    assert "staircase" in refused(capsys, "information", *PAIR)
    assert "p1" in refused(capsys, "staircase", *PAIR[:2])
    assert "least" in refused(capsys, "staircase", *PAIR, "--least", "2", "--most", "1")
    assert "most" in refused(capsys, "staircase", *PAIR, "--most", "nan")
    assert "least" in refused(capsys, "staircase", *PAIR, "--least", "-1")
    assert "p1" in refused(capsys, "staircase", *PAIR[:2], "--p1", "1/2,1/2")
    assert ".png" in refused(capsys, "staircase", *PAIR, "--figure", str(tmp_path / "x.bmp"))
    assert "written" in refused(capsys, "staircase", *PAIR, "--figure", "/nowhere/x.png")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    out = refused(capsys, "staircase", *PAIR, "--figure", str(tmp_path / "x.png"))
    assert "pip install 'lpcheck[figures]'" in out
    assert list(tmp_path.iterdir()) == []
