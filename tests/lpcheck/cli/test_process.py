"""The command line as a process: what it loads, pipes, encodings."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
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
    [["--help"], ["--version"], ["stray"], ["verify", "--help"]],
)
def test_help_loads_no_numerics(arguments):
    program = (
        "import sys; from lpcheck.cli import main; status = main(sys.argv[1:]); "
        "heavy = {'numpy', 'scipy', 'cvxpy', 'rich', 'joblib'} & set(sys.modules); "
        "print('LOADED', *sorted(heavy)); print('STATUS', status)"
    )
    lines = run("-c", program, *arguments).stdout.splitlines()
    assert lines[-2:] == ["LOADED", f"STATUS {2 if arguments == ['stray'] else 0}"]


@pytest.mark.parametrize("arguments", [["solve", "--help"], ["check", "staircase", "--help"]])
def test_help_on_a_problem_asks_its_class_and_loads_no_solver(arguments):
    program = (
        "import sys; from lpcheck.cli import main; status = main(sys.argv[1:]); "
        "heavy = {'cvxpy', 'highspy', 'clarabel', 'rich', 'joblib'} & set(sys.modules); "
        "print('LOADED', *sorted(heavy)); print('STATUS', status)"
    )
    assert run("-c", program, *arguments).stdout.splitlines()[-2:] == ["LOADED", "STATUS 0"]


def test_the_version():
    done = run("-m", "lpcheck", "--version")
    assert (done.returncode, done.stdout) == (0, f"lpcheck {lpcheck.__version__}\n")


def test_json_is_alone_on_standard_output():
    done = run("-m", "lpcheck", *SOLVE, "--json", "-")
    assert done.returncode == 0
    assert json.loads(done.stdout)["parameters"] == {"prior": ["1/2", "1/2"], "epsilon": "1"}
    assert done.stderr == ""


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


@pytest.mark.parametrize("arguments", [SOLVE, ["solve", "--help"], [*SOLVE, "--json"]])
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full device")
def test_what_cannot_be_written_is_one_line(arguments):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "lpcheck", *arguments],
            check=False, timeout=120, stdout=full, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    report = done.stderr.splitlines()
    assert done.returncode == 2
    assert report[-1].startswith("lpcheck: standard output: cannot be written (")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "closed", "status"),
    [(SOLVE, ">&-", 0), ([*SOLVE, "--json"], ">&- 2>&-", 0), (["stray"], "2>&-", 2)],
)
@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_streams_that_are_closed_change_no_status(arguments, closed, status):
    command = shlex.join([sys.executable, "-m", "lpcheck", *arguments])
    done = subprocess.run(
        f"{command} {closed}", check=False, timeout=120, capture_output=True, text=True, shell=True
    )
    assert (done.returncode, done.stderr) == (status, "")


def test_help_on_a_terminal_without_greek_letters():
    done = run("-m", "lpcheck", "solve", "--help", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")
    assert "(epsilon, delta)-private kernels" in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_told_to_end_it_writes_nothing_and_leaves_no_worker(tmp_path):
    command = [sys.executable, "-m", "lpcheck", "verify", "--jobs", "2", "--json", "out.json"]
    command += ["--certificates", "kept", "--html", "atlas"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        time.sleep(8)  # the catalogue takes longer
        process.terminate()
        # Workers share these pipes: this ends when the last of them has.
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.endswith("lpcheck: interrupted\n")
    assert "Traceback" not in err
    assert [p.name for p in tmp_path.rglob("*")] == ["kept"]


def test_the_console_script_is_the_same_function():
    from lpcheck.__main__ import main as by_module
    from lpcheck.cli import main

    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]
    assert project["scripts"] == {"lpcheck": "lpcheck.cli:main"}
    assert by_module is main
