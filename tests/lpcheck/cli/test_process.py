"""The command line as a process: what it loads, pipes, encodings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import lpcheck

SOLVE = ["solve", "information", "--prior", "1/2,1/2", "--epsilon", "1"]


def run(*arguments, **options):
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, check=False, timeout=120, capture_output=True, text=True, encoding="utf-8",
        **options,
    )  # fmt: skip


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], ["solve", "--help"], ["check", "staircase", "--help"], ["stray"]],
)
def test_help_loads_no_numerics(arguments):
    program = (
        "import sys; from lpcheck.cli import main; status = main(sys.argv[1:]); "
        "heavy = {'numpy', 'scipy', 'cvxpy', 'rich', 'joblib'} & set(sys.modules); "
        "print('LOADED', *sorted(heavy)); print('STATUS', status)"
    )
    lines = run("-c", program, *arguments).stdout.splitlines()
    assert lines[-2:] == ["LOADED", f"STATUS {2 if arguments == ['stray'] else 0}"]


def test_the_version():
    done = run("-m", "lpcheck", "--version")
    assert (done.returncode, done.stdout) == (0, f"lpcheck {lpcheck.__version__}\n")


def test_json_is_alone_on_standard_output():
    done = run("-m", "lpcheck", *SOLVE, "--json", "-")
    assert done.returncode == 0
    assert json.loads(done.stdout)["parameters"] == {"prior": ["1/2", "1/2"], "epsilon": "1"}
    assert done.stderr.startswith("optimal: information")


def test_bad_input_has_no_traceback():
    done = run("-m", "lpcheck", *SOLVE[:-1], "-1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "lpcheck: epsilon: -1 is negative; give a privacy level ε ≥ 0\n"


def test_a_terminal_without_greek_letters():
    done = run("-m", "lpcheck", *SOLVE, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")
    assert " <= optimum <= " in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="needs a pipe that closes")
def test_a_reader_that_leaves_changes_no_status():
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "lpcheck", *SOLVE]
    done = subprocess.run(
        command, check=False, timeout=120, stdout=writing, stderr=subprocess.PIPE, text=True
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_console_script_is_the_same_function():
    from lpcheck.__main__ import main as by_module
    from lpcheck.cli import main

    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]
    assert project["scripts"] == {"lpcheck": "lpcheck.cli:main"}
    assert by_module is main
