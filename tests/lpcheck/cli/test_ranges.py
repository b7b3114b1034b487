"""`--epsilon A:B:N`, `--epsilon A..B` and `lpcheck threshold`."""

from __future__ import annotations

import csv
import importlib.util
import json

import pytest

from lpcheck.cli import main

RESPONSE = "lpcheck.mechanisms:randomized_response"
SIX = ["information", "--prior", "1/6,1/6,1/6,1/6,1/6,1/6", "--mechanism", RESPONSE]
SIZED = ["minimax-sampler", "--k", "2..4"]
PAIR = ["staircase", "--p0", "1/2,1/3,1/6", "--p1", "1/6,1/3,1/2"]


def test_a_grid_is_a_table_and_csv_and_json(capsys, tmp_path):
    out, table = tmp_path / "grid.json", tmp_path / "grid.csv"
    given = ["--epsilon", "0.5:4:8", "--json", str(out), "--csv", str(table)]
    assert main(["check", *SIX, *given]) == 1
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].split() == ["ε", "verdict", "value", "lower", "upper", "loss"]
    found = json.loads(out.read_text())
    assert found["verdict"] == "suboptimal"
    assert [row["epsilon"] for row in found["levels"]][:3] == ["1/2", "1", "3/2"]
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert len(rows) == len(shown) - 1 == 8
    verdicts = [row["verdict"] for row in rows]
    assert verdicts[0] == "suboptimal"
    assert verdicts[-1] == "optimal"
    assert float(rows[-1]["value"]) == found["levels"][-1]["value"]


def test_a_grid_is_parquet_where_pyarrow_is(capsys, tmp_path):
    out = tmp_path / "grid.parquet"
    given = ["solve", *PAIR, "--epsilon", "1:2:3", "--csv", str(out)]
    if importlib.util.find_spec("pyarrow") is None:
        assert main(given) == 2
        assert "pip install pyarrow" in capsys.readouterr().err
        assert not out.exists()
        return
    assert main(given) == 0
    read = importlib.import_module("pyarrow.parquet").read_table
    assert read(out).column("epsilon").to_pylist() == [1.0, 1.5, 2.0]


def test_solve_takes_a_grid(capsys):
    assert main(["solve", *PAIR, "--epsilon", "1:2:3"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4


@pytest.mark.parametrize("command", ["check", "solve"])
def test_a_grid_is_a_page_and_a_picture(capsys, tmp_path, command):
    given = PAIR + (["--mechanism", RESPONSE] if command == "check" else [])
    page, picture = tmp_path / "grid.html", tmp_path / "grid.svg"
    places = ["--html", str(page), "--figure", str(picture)]
    assert main([command, *given, "--epsilon", "1:4:4", *places]) == (command == "check")
    assert capsys.readouterr().out.split()[0] == "ε"
    text = page.read_text("utf-8")
    assert f"lpcheck {command} staircase --p0 1/2,1/3,1/6" in text
    assert "--epsilon 1:4:4" in text
    assert text.count("<tr>") == 5
    assert "value" in picture.read_text("utf-8")


def test_two_parameters_make_a_map(capsys, tmp_path):
    page, table, out = tmp_path / "map.html", tmp_path / "map.csv", tmp_path / "map.json"
    places = ["--html", str(page), "--csv", str(table), "--json", str(out)]
    given = ["information", "--prior", "uniform:2..6", "--epsilon", "1:2:2"]
    assert main(["check", *given, "--mechanism", RESPONSE, *places]) == 1
    assert capsys.readouterr().out.split()[:3] == ["k", "ε", "verdict"]
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [row["k"] for row in rows[::2]] == ["2.0", "3.0", "4.0", "5.0", "6.0"]
    found = json.loads(out.read_text())
    assert "prior" not in found["parameters"]
    assert {row["verdict"] for row in found["levels"] if row["k"] == "2"} == {"optimal"}
    assert "suboptimal" in {row["verdict"] for row in found["levels"] if row["k"] == "6"}
    assert "k \\ ε" in page.read_text("utf-8")


def test_solve_maps_numbers(capsys, tmp_path):
    pair = ["approximate-binary", "--p0", "0.9,0.1", "--p1", "0.2,0.8", "--delta", "0:0.2:3"]
    places = ["--html", str(tmp_path / "m.html"), "--figure", str(tmp_path / "m.svg")]
    assert main(["solve", *pair, "--epsilon", "1:2:2", *places]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 7
    assert [line.split()[0] for line in lines[1::2]] == ["0", "0.1", "0.2"]
    assert "The optimum over all mechanisms." in (tmp_path / "m.html").read_text("utf-8")


def test_an_interval_is_proved(capsys, tmp_path):
    out = tmp_path / "whole.json"
    given = ["--mechanism", RESPONSE, "--epsilon", "4..4.5"]
    assert main(["check", *PAIR, *given, "--json", str(out)]) == 0
    assert capsys.readouterr().out.startswith("proved optimal for ε from 4 to 4.5")
    (part,) = json.loads(out.read_text())["parts"]
    assert part["standing"] == "proved"
    assert part["epsilon"] == {"lower": "4", "upper": "9/2"}


def test_an_interval_is_proved_for_each_size(capsys, tmp_path):
    out = tmp_path / "sizes.json"
    text = "(1 if x == y else e^-ε)/(1 + (k - 1)*e^-ε)"
    given = ["information", "--prior", "uniform:2..3", "--mechanism", text, "--json", str(out)]
    assert main(["check", *given, "--epsilon", "2..2.1"]) == 0
    shown = capsys.readouterr().out
    assert [line[:5] for line in shown.splitlines() if line[0] == "k"] == ["k = 2", "k = 3"]
    assert [row["k"] for row in json.loads(out.read_text())["intervals"]] == ["2", "3"]


def test_a_formula_is_text(capsys):
    text = "(1 if x == y else e^-ε)/(1 + (k - 1)*e^-ε)"
    assert main(["check", *PAIR, "--mechanism", text, "--epsilon", "4"]) == 0
    assert main(["check", *PAIR, "--mechanism", text, "--epsilon", "4:5:2"]) == 0
    assert main(["check", *PAIR, "--mechanism", text, "--epsilon", "4..4.2"]) == 0
    capsys.readouterr()
    # The optimum is binary at ε = 1/10.
    assert main(["check", *PAIR, "--mechanism", text, "--epsilon", "0.1..0.11"]) == 1
    assert "proved not optimal" in capsys.readouterr().out
    assert main(["check", *PAIR, "--mechanism", "(1 if x == z else 0)", "--epsilon", "4"]) == 2
    assert "'z' is not known here" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "named"),
    [
        (["check", *SIX, "--epsilon", "0..2"], "begin above 0"),
        (["check", *SIX, "--epsilon", "2..2"], "is not below most"),
        (["check", *SIX, "--epsilon", "1:2"], "is no grid"),
        (["check", *SIX, "--epsilon", "1", "--csv", "x.csv"], "is for grids"),
        (["check", *SIX, "--epsilon", "1:2:3", "--vipr", "x.vipr"], "is for one ε"),
        (["check", *SIX, "--epsilon", "1:2:3", "--figure", "x.gif"], "no ending of a picture"),
        (["check", *SIX, "--epsilon", "1", "--figure", "x.png"], "is for grids"),
        (["solve", *PAIR, "--epsilon", "1", "--html", "x.html"], "is for grids"),
        (["solve", *PAIR, "--epsilon", "1..2"], "whole interval"),
        (["solve", *SIZED, "--c1", "0.5", "--c2", "2:3:4", "--epsilon", "1:2:2"], "third range"),
        (["solve", *SIZED, "--c1", "0.5", "--c2", "2", "--epsilon", "1"], "k"),
        (["solve", "information", "--prior", "zipf:4..3", "--epsilon", "1:2:2"], "is no range"),
        (["threshold", *SIX, "--levels", "1"], "is no count"),
        (["threshold", *SIX[:3], "--mechanism", "kernel.csv"], "is no MODULE:FUNCTION"),
        (["threshold", *SIX[:3]], "is missing"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(capsys, more, named):
    assert main(more) == 2
    said = capsys.readouterr()
    assert named in said.err
    assert said.err.count("\n") == 1
    assert not said.out


def test_a_threshold_is_enclosed(capsys):
    given = ["--least", "1", "--most", "3", "--levels", "4", "--json"]
    assert main(["threshold", *SIX, *given]) == 0
    (found,) = json.loads(capsys.readouterr().out)["thresholds"]
    assert found["starts"]
    assert found["certified"]
    assert 0 < found["epsilon"]["upper"] - found["epsilon"]["lower"] <= 1e-9


def test_no_threshold_is_said(capsys):
    given = ["--least", "3", "--most", "4", "--levels", "2"]
    assert main(["threshold", *SIX, *given]) == 3
    assert capsys.readouterr().out.startswith("no change from ε = 3 to 4: optimal")
