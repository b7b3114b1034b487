"""`check --html`: one page, whole or not at all, and a command that finds the same again."""

from __future__ import annotations

import json
import re
import shlex
from html import unescape
from pathlib import Path

import pytest

from lpcheck.cli import main

PAIR = ["check", "staircase", "--p0", "1/3,2/3", "--p1", "3/4,1/4", "--epsilon", "1"]


@pytest.fixture
def here(tmp_path, monkeypatch) -> Path:
    (tmp_path / "my kernel.csv").write_text("in,no,yes\nx,0.5,0.5\n<y>,0.5,0.5\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(*more: str) -> int:
    return main([*PAIR, "--mechanism", "my kernel.csv", *more])


def test_the_page_tells_how_to_find_it_again(here, capsys):
    assert check("--html", "page.html", "--tolerance", "1e-8", "--json", "one.json") == 1
    assert capsys.readouterr().out.startswith("suboptimal: ")
    page = (here / "page.html").read_text(encoding="utf-8")
    assert "&lt;y&gt;" in page
    command = unescape(re.search(r"<code>(lpcheck .*)</code>", page)[1])
    assert main([*shlex.split(command)[1:], "--json", "two.json"]) == 1
    capsys.readouterr()
    one, two = (json.loads((here / name).read_text()) for name in ("one.json", "two.json"))
    assert one == two


@pytest.mark.parametrize("place", ["", ".", "gone/page.html", "my kernel.csv/page.html"])
def test_a_place_that_cannot_be_is_one_line(place, here, capsys):
    assert check("--html", place) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("lpcheck: html: ")
    assert [path.name for path in here.iterdir()] == ["my kernel.csv"]


@pytest.mark.parametrize(
    "options", [("--json", "-", "--html", "-"), ("--json", "a", "--html", "a")]
)
def test_two_results_in_one_place_are_refused(options, here, capsys):
    assert check(*options) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "is taken by --json; give one of them another file" in err
    assert not (here / "a").exists()


def test_bad_input_leaves_an_old_page_as_it_is(here, capsys):
    (here / "page.html").write_text("old")
    assert check("--html", "page.html", "--tolerance", "-1") == 2
    assert (here / "page.html").read_text() == "old"
    capsys.readouterr()


@pytest.mark.parametrize("option", ["--html", "--certificate", "--json"])
def test_on_standard_output_each_is_alone(option, here, capsys):
    assert check(option, "-") == 1
    out, err = capsys.readouterr()
    assert out.startswith("<!DOCTYPE html>" if option == "--html" else "{")
    assert err == ""
