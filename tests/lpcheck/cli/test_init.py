"""`init` writes what runs as it is, and replaces nothing."""

from __future__ import annotations

import inspect
import os
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lpcheck.cli import main
from lpcheck.cli.init import command
from lpcheck.problems import known, problem_class

ROOT = Path(__file__).parents[3]
NAMES = ["check.sh", "mechanism.csv", "test_mechanism.py"]


@pytest.mark.parametrize("slug", known())
def test_every_problem_describes_itself(slug):
    problem = problem_class(slug)
    assert problem.slug == slug
    names = {p.name for p in problem.inputs}
    required = {p.name for p in problem.inputs if p.required}
    assert required <= set(problem.example) <= names
    keywords = inspect.signature(problem.__init__).parameters
    assert names <= set(keywords)
    without = {n for n in names if keywords[n].default is inspect.Parameter.empty}
    # In place of ε a notion can be given from Python, so that its keyword has a default.
    assert required - without <= ({"epsilon"} if "privacy" in keywords else set())
    assert without <= required


@pytest.mark.parametrize("slug", known())
def test_the_example_passes_its_own_check_and_tests(slug, tmp_path, monkeypatch, capsys):
    where = tmp_path / "new" / "example"
    assert main(["init", slug, "--dir", str(where)]) == 0
    assert sorted(p.name for p in where.iterdir()) == NAMES
    assert command(slug) in capsys.readouterr().out
    assert command(slug) in (where / "check.sh").read_text(encoding="utf-8")
    assert os.access(where / "check.sh", os.X_OK)
    monkeypatch.chdir(where)
    assert main(shlex.split(command(slug))[1:]) == 0
    assert capsys.readouterr().out.startswith("optimal: ")
    space: dict[str, object] = {"__file__": str(where / "test_mechanism.py"), "__name__": "t"}
    text = (where / "test_mechanism.py").read_text(encoding="utf-8")
    exec(compile(text, "test_mechanism.py", "exec"), space)
    tests = [value for name, value in space.items() if name.startswith("test_")]
    assert len(tests) == (2 if problem_class(slug).shape == "kernel" else 1)
    for test in tests:
        test()
    # A mechanism that tells nothing is found out.
    uniform = np.ones_like(space["mechanism"]())
    np.savetxt("mechanism.csv", uniform / uniform.shape[-1], delimiter=",")
    with pytest.raises(AssertionError):
        space["test_it_is_optimal"]()


def test_pytest_runs_the_example(tmp_path):
    assert main(["init", "public-prior", "--dir", str(tmp_path)]) == 0
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error"],
        check=False, capture_output=True, text=True, timeout=120, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_replaced(name, tmp_path, capsys):
    (tmp_path / name).write_text("mine")
    assert main(["init", "staircase", "--dir", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert f"{name}' is there already; give an empty or a new directory" in err
    assert [p.name for p in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"


def test_other_files_may_stand_beside_it(tmp_path, capsys):
    (tmp_path / "thesis.tex").write_text("mine")
    assert main(["init", "information", "--dir", str(tmp_path)]) == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([*NAMES, "thesis.tex"])
    capsys.readouterr()


def test_a_place_that_cannot_be(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["init", "staircase", "--dir", str(tmp_path / "file" / "below")]) == 2
    assert capsys.readouterr().err.startswith("lpcheck: dir: ")


def test_without_pytest_it_says_what_the_test_needs(tmp_path, monkeypatch, capsys):
    from lpcheck.cli import init

    assert main(["init", "mollifier", "--dir", str(tmp_path / "with")]) == 0
    assert "pip install" not in capsys.readouterr().out
    monkeypatch.setattr(init, "find_spec", lambda name: None)
    assert main(["init", "mollifier", "--dir", str(tmp_path / "without")]) == 0
    assert capsys.readouterr().out.endswith("the last one needs: pip install pytest\n")


def test_an_unknown_problem(capsys):
    assert main(["init", "stairs"]) == 2
    assert "staircase" in capsys.readouterr().err


def test_here_is_the_default(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["init", "mollifier"]) == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == NAMES
    assert "cd " not in capsys.readouterr().out
