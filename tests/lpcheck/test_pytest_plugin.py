"""The plugin in a process of its own: what it costs, what it shows, and what stays open."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from lpcheck.rechecker import recheck

ROOT = Path(__file__).parents[2]

# Where lpcheck is installed the entry point loads the plugin, as it does for users.
LOADED = bool(entry_points(group="pytest11", name="lpcheck"))

HEAVY = """
import sys
def test_nothing_is_loaded():
    heavy = {"numpy", "scipy", "cvxpy", "joblib", "rich", "formulations", "lpcheck.testing",
             "lpcheck.compare", "lpcheck.runner", "lpcheck.claims", "lpcheck.cli"}
    assert "lpcheck.pytest_plugin" in sys.modules
    assert heavy & set(sys.modules) == set()
"""

CHECKS = """
import numpy as np
from formulations import PublicPrior
from lpcheck.mechanisms import public_prior_kernel, randomized_response
from lpcheck.testing import InconclusiveError, assert_optimal, assert_private

def test_private():
    assert_private(randomized_response(3, 1.0), epsilon=1)

def test_optimal():
    problem = PublicPrior(prior=[0.25, 0.75], epsilon=1, divergence="tv")
    assert_optimal(problem, public_prior_kernel(problem.prior.array, 1.0))
"""

BREACH = """
def test_breach():
    assert_private(randomized_response(3, 1.5), epsilon=1)
"""

OPEN = """
from dataclasses import replace
from formulations import Bounds

def test_open(monkeypatch):
    from lpcheck import compare
    solve = compare.solve
    stopped = lambda p: replace(solve(p), status="inconclusive", bounds=Bounds(0.0, 1.0))
    monkeypatch.setattr(compare, "solve", stopped)
    problem = PublicPrior(prior=[0.25, 0.75], epsilon=1, divergence="tv")
    assert_optimal(problem, public_prior_kernel(problem.prior.array, 1.0))
"""


CERTIFIED = """
import pytest
import numpy as np
from formulations import PublicPrior, Staircase
from lpcheck.mechanisms import public_prior_kernel, randomized_response
from lpcheck.testing import assert_optimal

PRIOR = PublicPrior(prior=["1/4", "3/4"], epsilon=1, divergence="tv")
PAIR = Staircase(p0=["1/2", "1/4", "1/4"], p1=["1/4", "1/4", "1/2"], epsilon=1, divergence="tv")

@pytest.mark.parametrize("epsilon", [1.0, 1.5], ids=["a/b", "a b"])
def test_prior(epsilon):
    assert_optimal(PRIOR, public_prior_kernel(np.array([0.25, 0.75]), epsilon))

def test_pair():
    assert_optimal(PAIR, randomized_response(3, 1.0))

def test_twice():
    for _ in range(2):
        assert_optimal(PRIOR, public_prior_kernel(np.array([0.25, 0.75]), 1.0))
"""

OWN = """
def test_own(monkeypatch):
    monkeypatch.setattr("lpcheck.certificates.certify", fail)
    assert_optimal(PRIOR, public_prior_kernel(np.array([0.25, 0.75]), 1.0))

def fail(*given, **named):
    from lpcheck import InputError
    raise InputError("divergence", "is a function of your own", "use one with a name")
"""


def run(directory, text, *arguments):
    (directory / "test_user.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-W", "error"]
    if not LOADED:
        command += ["-p", "lpcheck.pytest_plugin"]
    return subprocess.run(
        [*command, *arguments, "--rootdir", str(directory), str(directory / "test_user.py")],
        check=False, capture_output=True, text=True, encoding="utf-8", timeout=900,
        cwd=directory,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "COLUMNS": "200"},
    )  # fmt: skip


def test_the_entry_point():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"lpcheck": "lpcheck.pytest_plugin"}


def test_it_costs_nothing_where_it_is_not_used(tmp_path):
    done = run(tmp_path, HEAVY)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " lpcheck " not in done.stdout


def test_a_green_run_is_told_in_one_line_and_under_q_in_none(tmp_path):
    plain = run(tmp_path, CHECKS).stdout.partition(" lpcheck ")[2].splitlines()
    assert plain[1].startswith("2 checks: 1 private, 1 optimal (2 not listed; -v lists all)")
    assert " lpcheck " not in run(tmp_path, CHECKS, "-q").stdout
    found = run(tmp_path, CHECKS + BREACH, "-q").stdout.partition(" lpcheck ")[2]
    assert "infeasible" in found.splitlines()[2]


def test_the_summary_lists_verdict_gap_and_tolerance(tmp_path):
    done = run(tmp_path, CHECKS, "-v")
    assert done.returncode == 0, done.stdout + done.stderr
    section = done.stdout.partition(" lpcheck ")[2]
    private, optimal = (
        next(line for line in section.splitlines() if line.startswith(verdict))
        for verdict in ("private ", "optimal ")
    )
    assert "private, ε = 1, 3 × 3" in private
    assert private.endswith("test_user.py::test_private")
    assert "public-prior, ε = 1" in optimal
    assert len([cell for cell in optimal.split("  ") if cell.strip()]) == 5
    assert "2 checks: 1 private, 1 optimal" in section


def test_a_finding_fails_and_leads_the_summary(tmp_path):
    done = run(tmp_path, CHECKS + BREACH, "-v")
    assert done.returncode == 1
    assert "times as likely from input" in done.stdout
    assert "lpcheck/testing/" not in done.stdout  # the traceback ends at the user's line
    rows = done.stdout.partition(" lpcheck ")[2].splitlines()
    assert [row.split()[0] for row in rows[1:5]] == ["verdict", "infeasible", "private", "optimal"]


def test_what_stays_open_is_an_expected_failure(tmp_path):
    done = run(tmp_path, CHECKS + OPEN, "-rx")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed, 1 xfailed" in done.stdout
    assert "test_open - inconclusive: the optimum is not known" in done.stdout
    assert "1 inconclusive" in done.stdout


def test_under_strict_it_fails(tmp_path):
    done = run(tmp_path, CHECKS + OPEN, "--lpcheck-strict")
    assert done.returncode == 1
    assert "2 passed" in done.stdout.replace("1 failed, ", "")
    assert "1 failed" in done.stdout


def test_checks_travel_from_worker_processes(tmp_path):
    pytest.importorskip("xdist", reason="the test extra has it")
    done = run(tmp_path, CHECKS + OPEN, "-n", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 checks: " in done.stdout
    assert "1 inconclusive" in done.stdout


def test_many_checks_are_counted_not_listed(tmp_path):
    many = "\nimport pytest\n@pytest.mark.parametrize('i', range(60))\ndef test_many(i):\n"
    many += "    assert_private(randomized_response(3, 1.0), epsilon=1)\n"
    done = run(tmp_path, CHECKS + many)
    assert "62 checks: 61 private, 1 optimal (62 not listed; -v lists all)" in done.stdout
    assert "not listed" not in run(tmp_path, CHECKS + many, "-v").stdout


@pytest.mark.parametrize("workers", ["0", "2"])
def test_certificates_name_their_tests_and_are_accepted(workers, tmp_path):
    done = run(tmp_path, CERTIFIED, "--lpcheck-certificates", "out/certificates", "-n", workers)
    assert done.returncode == 1, done.stdout + done.stderr
    directory = tmp_path / "out" / "certificates"
    names = sorted(path.name for path in directory.iterdir())
    assert [re.sub("-[0-9a-f]{8}-", "-#-", name) for name in names] == [
        "test_user.py-test_pair-#-1.json",
        "test_user.py-test_prior-a-b-#-1.json",
        "test_user.py-test_prior-a-b-#-1.json",
        "test_user.py-test_twice-#-1.json",
        "test_user.py-test_twice-#-2.json",
    ]
    found = [recheck(directory / name) for name in names]
    assert all(found)
    verdicts = ["infeasible", "optimal", "optimal", "optimal", "suboptimal"]
    assert sorted(str(one.verdict) for one in found) == verdicts
    section = done.stdout.partition(" lpcheck ")[2]
    assert f"5 certificates in {directory}, to be checked with: lpcheck recheck" in section
    listed = section.partition("lpcheck recheck")[2].splitlines()[1:6]
    assert sorted(line.split()[1] for line in listed) == names
    assert {line.split()[0] for line in listed[:2]} == {"infeasible", "suboptimal"}
    for name, result in zip(names, found, strict=True):
        if result.verdict != "optimal":  # the failing assertion names its file
            assert f"certificate: {directory / name}" in done.stdout


def test_the_recheck_of_a_run_can_fail(tmp_path):
    run(tmp_path, CERTIFIED, "--lpcheck-certificates", "out", "-k", "pair")
    (path,) = (tmp_path / "out").iterdir()
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"suboptimal"', '"optimal"'), encoding="utf-8")
    assert not recheck(path)


def test_what_can_have_no_certificate_says_why_and_stays_a_pass(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "older.json").write_text("{}")
    done = run(tmp_path, CERTIFIED + OWN, "--lpcheck-certificates", "out", "-k", "own or a/b")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 certificate in" in done.stdout
    assert "1 other .json file was there before this run" in done.stdout
    assert "no certificate for test_user.py::test_own: divergence: is a function" in done.stdout


def test_without_the_option_nothing_is_written(tmp_path):
    done = run(tmp_path, CERTIFIED, "-k", "twice")
    assert done.returncode == 0
    assert "certificate" not in done.stdout
    assert [p.name for p in tmp_path.glob("*.json")] == []


@pytest.mark.parametrize("place", ["test_user.py", "test_user.py/below", "x" * 5000])
def test_a_place_that_cannot_be_stops_the_run(place, tmp_path):
    done = run(tmp_path, CERTIFIED, "--lpcheck-certificates", place)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert "passed" not in done.stdout
