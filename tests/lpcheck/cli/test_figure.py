"""`lpcheck figure`: what it writes, what it shows, what it refuses."""

from __future__ import annotations

import csv
import json
import re
import sys

import pytest

import lpcheck.figures
from lpcheck.cli import main
from lpcheck.figures import Figure, Series, Statement, style
from lpcheck.figures.statement import at_least


def least(series):
    return at_least(float(series.column("y").min()), 0.5)


def draw(series):
    figure, axes = style.canvas()
    axes.plot(series.column("x"), series.column("y"))
    axes.set(xlabel="x", ylabel="y")
    return figure


def numbers(full=False):
    return Series.of(("x", "y"), [(i, 1.0 / (i + 1)) for i in range(4 if full else 2)], "two rows")


def from_log(log, full=False):
    return Series.of(("x", "y"), [(0, float(log.read_text()))])


STATEMENTS = (Statement("Section 1", "At least a half.", least),)
FIGURES = (
    Figure("toy.figure-1", "Figure 1", "A curve.", numbers, draw, STATEMENTS),
    Figure("toy.figure-2", "Figure 2", "A log.", from_log, draw, STATEMENTS, {"log": "a log file"}),
)


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    real = lpcheck.figures.find
    monkeypatch.setattr(lpcheck.figures, "catalogue", lambda paper=None: FIGURES)
    monkeypatch.setattr(
        lpcheck.figures, "find", lambda name: {f.name: f for f in FIGURES}.get(name) or real(name)
    )


def names(directory):
    return sorted(path.name for path in directory.iterdir())


@pytest.mark.parametrize(
    ("file", "start"), [("a.png", b"\x89PNG"), ("a.SVG", b"<?xml"), ("a.pdf", b"%PDF")]
)
def test_a_picture_and_its_numbers(tmp_path, capsys, file, start):
    assert main(["figure", "toy.figure-1", "--out", str(tmp_path / file)]) == 0
    assert names(tmp_path) == sorted([file, "a.csv"])
    assert (tmp_path / file).read_bytes().startswith(start)
    with (tmp_path / "a.csv").open() as numbers:
        assert list(csv.reader(numbers)) == [["x", "y"], ["0", "1.0"], ["1", "0.5"]]
    captured = capsys.readouterr()
    assert captured.out == ""
    assert re.fullmatch(r"lpcheck: wrote \S+, \S+a\.csv\n", captured.err)


def test_numbers_elsewhere_or_alone(tmp_path, capsys):
    out, other = str(tmp_path / "a.png"), str(tmp_path / "b.csv")
    assert main(["figure", "toy.figure-1", "--out", out, "--csv", other, "--full"]) == 0
    assert names(tmp_path) == ["a.png", "b.csv"]
    assert len((tmp_path / "b.csv").read_text().splitlines()) == 5
    assert main(["figure", "toy.figure-1", "--csv", "-"]) == 0
    assert capsys.readouterr().out == "x,y\n0,1.0\n1,0.5\n"


def test_all_into_a_directory(tmp_path, capsys):
    log = tmp_path / "log"
    log.write_text("0.25")
    out, table = tmp_path / "figures", tmp_path / "table.json"
    arguments = ["figure", "--all", "--out", str(out), "--agreement", str(table)]
    assert main(arguments) == 0
    assert names(out) == ["toy.figure-1.csv", "toy.figure-1.png"]
    verdicts = [s["verdict"] for s in json.loads(table.read_text())["statements"]]
    assert verdicts == ["agrees", "cannot be checked"]
    assert main([*arguments, "--data", f"log={log}"]) == 0
    assert len(names(out)) == 4
    statements = json.loads(table.read_text())["statements"]
    assert [s["verdict"] for s in statements] == ["agrees", "differs"]
    assert statements[1]["off"] == 0.25


def test_the_table_alone_and_in_each_format(tmp_path, capsys):
    assert main(["figure", "toy.figure-1", "--agreement"]) == 0
    assert capsys.readouterr().out.startswith("1 statement: 1 agrees.\n\n### toy.figure-1")
    for ending, start in ((".md", "2 statements"), (".csv", "figure,source"), (".json", "{")):
        path = tmp_path / f"table{ending}"
        assert main(["figure", "--all", "--agreement", str(path)]) == 0
        assert path.read_text().startswith(start)


def test_the_list(capsys):
    assert main(["figure", "--list"]) == 0
    out = capsys.readouterr().out
    assert out == (
        "toy.figure-1  A curve.\ntoy.figure-2  A log.\n    --data log=PATH: a log file\n"
    )


def test_one_data_file_needs_no_name(tmp_path):
    log = tmp_path / "a=b"
    log.write_text("0.75")
    for data in (str(log), f"log={log}"):
        assert main(["figure", "toy.figure-2", "--csv", str(tmp_path / "c"), "--data", data]) == 0
        assert (tmp_path / "c").read_text() == "x,y\n0,0.75\n"


REFUSALS = {
    "no name": ("figure --out a.png", "name: is missing; give one, see lpcheck figure --list"),
    "both": ("figure toy.figure-1 --all --out a.png", "name: goes without --all"),
    "unknown and nowhere": ("figure nosuch", "figure: 'nosuch' is unknown"),
    "nowhere": ("figure toy.figure-1", "out: is missing; say where to write: --out FILE"),
    "unknown": (
        "figure kairouz2016.figure-33 --out a.png",
        "figure: 'kairouz2016.figure-33' is unknown; did you mean kairouz2016.figure-3",
    ),
    "ending": ("figure toy.figure-1 --out a.gif", "out: 'a.gif' has no ending of a picture"),
    "no ending": ("figure toy.figure-1 --out a", "out: 'a' has no ending of a picture"),
    "no directory": ("figure toy.figure-1 --out none/a.png", "cannot be written"),
    "same file": ("figure toy.figure-1 --out a.png --csv a.png", "csv: is the file of --out"),
    "table": ("figure toy.figure-1 --agreement a.txt", "agreement: 'a.txt' is no table"),
    "stdout": ("figure toy.figure-1 --csv - --agreement -", "standard output is taken by --csv"),
    "csv of all": ("figure --all --csv a.csv", "csv: is for one figure"),
    "data": ("figure toy.figure-2 --out a.png", "data: toy.figure-2 needs a log file; give it"),
    "no such data": ("figure toy.figure-1 --out a.png --data x=y", "has no data 'x'"),
    "unnamed data": ("figure toy.figure-1 --out a.png --data y", "data: 'y' names no data"),
    "data of none": ("figure --all --out d --data x=y", "data: no figure takes 'x'"),
}


@pytest.mark.parametrize(("command", "message"), REFUSALS.values(), ids=REFUSALS)
def test_refusals_are_one_line_and_leave_nothing(command, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(command.split()) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err
    assert [name for name in names(tmp_path) if name != "d"] == []


def test_without_matplotlib(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["figure", "toy.figure-1", "--out", str(tmp_path / "a.png")]) == 2
    assert "pip install 'lpcheck[figures]'" in capsys.readouterr().err
    assert names(tmp_path) == []
    assert main(["figure", "toy.figure-1", "--csv", str(tmp_path / "a.csv")]) == 0


def test_a_real_figure(tmp_path, avazu_like):
    out = tmp_path / "a.png"
    command = ["figure", "zamanlooy2025.figure-3", "--out", str(out), "--data", str(avazu_like)]
    assert main(command) == 0
    assert out.read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "a.csv").read_text().startswith("attribute,subcategory,epsilon,users")


@pytest.fixture
def avazu_like(tmp_path):
    """One hundred users of twenty clicks on two websites."""
    path = tmp_path / "train.csv"
    rows = (f"1,2,user{u},site{(u + i) % 2 * (i % 3 == 0)}" for u in range(100) for i in range(20))
    path.write_text("click,C18,device_id,site_id\n" + "\n".join(rows) + "\n")
    return path
