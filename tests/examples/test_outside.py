"""What an outside package brings is a citizen at once: its problem and its paper, everywhere."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

OUTSIDE = Path(__file__).parents[2] / "examples" / "outside"

KERNEL = "0.7,0.1,0.1,0.1\n0.1,0.7,0.1,0.1\n0.1,0.1,0.7,0.1\n"
"""Private at ε = ln 7, and worse than the optimum, with another number of outputs."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The package where Python finds it, with what an installer writes beside it."""
    where = tmp_path_factory.mktemp("site")
    shutil.copytree(OUTSIDE / "guessing", where / "guessing")
    project = tomllib.loads((OUTSIDE / "pyproject.toml").read_text())["project"]
    info = where / "guessing-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guessing\nVersion: 1.0\n")
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
        for group, points in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(groups))
    return where


@pytest.fixture
def lpcheck(installed, tmp_path):
    def run(*arguments, status=0):
        done = subprocess.run(
            [sys.executable, "-m", "lpcheck", *arguments],
            check=False, capture_output=True, text=True, timeout=300, cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(installed)},
        )  # fmt: skip
        assert done.returncode == status, done.stdout + done.stderr
        return done

    return run


def test_its_paper_is_verified_listed_told_and_drawn(lpcheck, tmp_path):
    told = lpcheck("verify", "--paper", "example2026", "--html", "atlas", "--junit", "a.xml").stdout
    assert "example2026.corollary-2 (Corollary 2; condition)" in told
    suite = ET.parse(tmp_path / "a.xml").getroot().find("testsuite")
    assert suite is not None
    assert (suite.get("name"), suite.get("tests")) == ("example2026", "2")
    page = (tmp_path / "atlas/papers/example2026.html").read_text(encoding="utf-8")
    assert "Corollary 2 needs a condition that is not stated" in page
    assert "The same holds for every input distribution." in page
    listed = lpcheck("claims", "RANDOMIZED", "--paper", "example2026").stdout
    assert "example2026.theorem-1" in listed
    shown = lpcheck("show", "example2026.corollary-2").stdout
    assert "a better one (3 × " in shown
    found = json.loads(lpcheck("findings", "--paper", "example2026", "--json").stdout)
    assert found["findings"][0]["loss"] == pytest.approx(1 / 16, rel=1e-6)


def test_its_claims_can_be_named_by_object(lpcheck):
    data = json.loads(lpcheck("verify", "guessing.paper:CLAIMS", "--json").stdout)
    assert [c["verdict"] for c in data["claims"]] == ["verified", "refuted"]


def test_assert_matches_knows_it(installed):
    code = "import lpcheck.testing as t; print(len(t.assert_matches('example2026.*')))"
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONPATH": str(installed)},
    )  # fmt: skip
    assert done.stdout.strip() == "2"


def test_its_problem_is_solved_checked_swept_and_begun(lpcheck, tmp_path):
    given = ("--prior", "2/5,2/5,1/5", "--epsilon", "2")
    solved = json.loads(lpcheck("solve", "guess", *given, "--json").stdout)
    by_class = json.loads(lpcheck("solve", "guessing.problem:Guess", *given, "--json").stdout)
    assert solved["value"] == by_class["value"]
    (tmp_path / "k.csv").write_text(KERNEL)
    answer = lpcheck("check", "guess", *given, "--mechanism", "k.csv", status=1).stdout
    assert answer.startswith("suboptimal: ")
    assert "guess" in lpcheck("check", "--help").stdout
    (tmp_path / "sweep.toml").write_text(
        'out = "r.sqlite"\n[[grid]]\nproblem = "guess"\nprior = "2/5,2/5,1/5"\nepsilon = [1, 2]\n'
        'mechanisms = ["lpcheck.mechanisms:randomized_response"]\n'
    )
    lpcheck("sweep", "sweep.toml")
    with closing(sqlite3.connect(tmp_path / "r.sqlite")) as db:
        rows = db.execute("SELECT epsilon FROM guess").fetchall()
    assert len(rows) == 2
    lpcheck("init", "guess", "--dir", "mine")
    test = (tmp_path / "mine/test_mechanism.py").read_text(encoding="utf-8")
    assert "from guessing.problem import Guess" in test


def test_a_certificate_is_refused_in_a_line(lpcheck, tmp_path):
    (tmp_path / "k.csv").write_text(KERNEL)
    command = ("check", "guess", "--prior", "2/5,2/5,1/5", "--epsilon", "2", "--mechanism", "k.csv")
    refused = lpcheck(*command, "--certificate", "c.json", status=2).stderr
    assert refused.count("\n") == 1
    assert "certificate" in refused
    assert not (tmp_path / "c.json").exists()


def test_an_assertion_tells_what_is_better(installed):
    code = (
        "import numpy as np\nfrom guessing.problem import Guess\n"
        "from lpcheck.testing import assert_optimal\n"
        "K = np.array([[.7, .1, .1, .1], [.1, .7, .1, .1], [.1, .1, .7, .1]])\n"
        "try:\n    assert_optimal(Guess(prior=['2/5', '2/5', '1/5'], epsilon=2), K)\n"
        "except AssertionError as error:\n    print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONPATH": str(installed)},
    )  # fmt: skip
    assert "suboptimal" in done.stdout
    assert "better" in done.stdout


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("guessing.paper:PAPER", "is no problem class"),
        ("guessing.problem:Nothing", "has no 'Nothing'"),
        ("formulations.patterns:ColumnProblem", "has no 'k'"),
        ("nowhere:Guess", "there is no module 'nowhere'"),
    ],
)
def test_what_is_no_problem_is_refused_in_a_line(name, says, lpcheck):
    refused = lpcheck("solve", name, "--prior", "1/2,1/2", "--epsilon", "1", status=2).stderr
    assert says in refused
    assert refused.count("\n") == 1
