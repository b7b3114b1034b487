"""The script of the GitHub action, run as a runner would run it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

import pytest
import yaml

from lpcheck.cli import main

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "action.yml").read_text(encoding="utf-8")
SCRIPT = textwrap.dedent(TEXT.rpartition("run: |\n")[2])
SMALL = "information --prior 1/2,1/2 --epsilon 1"


def run(tmp_path, arguments, allow="false"):
    assert shutil.which("bash")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    environment = {
        **os.environ,
        "PATH": f"{tmp_path}/bin:{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
        "ARGUMENTS": arguments,
        "ALLOW_INCONCLUSIVE": allow,
        "GITHUB_OUTPUT": str(tmp_path / "output"),
    }
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", SCRIPT],
        check=False, capture_output=True, text=True, timeout=900, env=environment, cwd=tmp_path,
    )  # fmt: skip
    return done, (tmp_path / "output").read_text()


def test_the_result_is_the_exit_status(tmp_path):
    done, output = run(tmp_path, f"solve {SMALL}")
    assert (done.returncode, output) == (0, "status=0\n"), done.stderr
    assert done.stdout.startswith("optimal: information")


def test_quoted_words_stay_together_and_nothing_is_run(tmp_path):
    name = "a file with $(touch pwned) `touch pwned`; touch pwned.csv"
    np = pytest.importorskip("numpy")
    np.savetxt(tmp_path / name, np.full((2, 2), 0.5), delimiter=",")
    done, output = run(tmp_path, f"check {SMALL} --mechanism '{name}'")
    assert (done.returncode, output) == (1, "status=1\n"), done.stderr
    assert done.stdout.startswith("suboptimal")
    assert not (tmp_path / "pwned").exists()


def test_bad_input_fails(tmp_path):
    done, output = run(tmp_path, "solve information --prior 1 --epsilon -1", allow="true")
    assert (done.returncode, output) == (2, "status=2\n")


def test_an_open_quote_is_one_line(tmp_path):
    done, output = run(tmp_path, "check 'information")
    assert (done.returncode, output) == (2, "status=2\n")
    assert done.stderr == "lpcheck: arguments: No closing quotation; quote them as in a shell\n"


@pytest.mark.parametrize(("allow", "status"), [("false", 3), ("true", 0)])
def test_inconclusive_fails_unless_it_is_allowed(allow, status, tmp_path):
    (tmp_path / "lpcheck").mkdir()  # the current directory comes first with python -m
    (tmp_path / "lpcheck" / "__init__.py").touch()
    (tmp_path / "lpcheck" / "__main__.py").write_text("raise SystemExit(3)\n")
    done, output = run(tmp_path, "verify", allow)
    assert (done.returncode, output) == (status, "status=3\n")
    assert ("::warning::" in done.stdout) is (allow == "true")


def test_inputs_never_stand_in_a_script():
    scripts = re.findall(r"run: (?:\|\n((?: {8}.*\n|\n)*)|(.*)\n)", TEXT)
    assert len(scripts) == 2
    assert all("${{" not in script for pair in scripts for script in pair)


# What `python` is to the action: pip is noted, not run, everything else is Python.
PYTHON = """#!/bin/sh
if [ "$1 $2" = "-m pip" ]; then
  for word in "$@"; do printf '%s\\n' "$word" >> "$NOTED"; done
  exit 0
fi
exec "{python}" "$@"
"""


def act(folder: Path, **inputs: str) -> tuple[int, str, str]:
    """Run every step of the action as a runner would: exit status, what it says, its output."""
    action = yaml.safe_load(TEXT)
    given = {name: inputs.get(name.replace("-", "_"), one["default"])
             for name, one in action["inputs"].items()}  # fmt: skip
    known = {f"inputs.{name}": text for name, text in given.items()}
    known["github.action_path"] = str(ROOT)
    (folder / "bin").mkdir()
    python = folder / "bin" / "python"
    python.write_text(PYTHON.format(python=sys.executable))
    python.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{folder}/bin:{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
        "NOTED": str(folder / "noted"),
        "GITHUB_OUTPUT": str(folder / "output"),
    }
    said = ""
    for step in action["runs"]["steps"]:
        assert step["shell"] == "bash"
        named = {name: filled(text, known) for name, text in step.get("env", {}).items()}
        place = folder / filled(step.get("working-directory", "."), known)
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            check=False, capture_output=True, text=True, timeout=900,
            env={**environment, **named}, cwd=place,
        )  # fmt: skip
        said += done.stdout + done.stderr
        if done.returncode:
            break
    (output,) = action["outputs"].values()
    assert output["value"] == "${{ steps.run.outputs.status }}"
    assert [step.get("id") for step in action["runs"]["steps"]][-1] == "run"
    return done.returncode, said, (folder / "output").read_text()


def filled(text: str, known: dict[str, str]) -> str:
    """A value with its expressions put in; one that nothing is known of is an error."""
    return re.sub(r"\$\{\{ *([\w.-]+) *\}\}", lambda match: known[match[1]], text)


def test_all_steps_install_this_and_run_it_where_it_is_asked_for(tmp_path):
    (tmp_path / "sub dir").mkdir()
    (tmp_path / "sub dir" / "mine.py").write_text("def constant(): return [[0.5, 0.5]] * 2\n")
    arguments = f"check {SMALL} --mechanism mine:constant"
    status, said, output = act(tmp_path, arguments=arguments, working_directory="sub dir")
    assert (status, output) == (1, "status=1\n"), said
    assert "suboptimal: " in said
    installed = (tmp_path / "noted").read_text().splitlines()
    assert installed[:3] == ["-m", "pip", "install"]
    path, _, extra = installed[-1].removesuffix("]").partition("[")
    project = tomllib.loads((Path(path) / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == "lpcheck"
    assert extra in project["optional-dependencies"]


def test_all_steps_pass_what_is_optimal(tmp_path):
    status, said, output = act(tmp_path, arguments=f"solve {SMALL}")
    assert (status, output) == (0, "status=0\n"), said


@pytest.mark.parametrize(("test", "status"), [("assert_private", 0), ("refused", 1)])
def test_the_default_runs_the_tests_of_the_user(test, status, tmp_path):
    (tmp_path / "test_mine.py").write_text(
        "from lpcheck.testing import assert_private\n\n\n"
        "def refused(K, epsilon):\n    assert_private(K, epsilon=epsilon / 2)\n\n\n"
        f"def test_it():\n    {test}([[0.7, 0.3], [0.3, 0.7]], epsilon=1)\n"
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    found, said, output = act(tmp_path)
    assert (found, output) == (status, f"status={status}\n"), said
    last = f"{'1 failed' if status else '1 passed'} in"
    assert last in said
    assert bool(re.search(r"::error title=lpcheck \(exit status 1\)::=* ?1 failed in", said)) is (
        status == 1
    )


def test_a_finding_is_annotated_and_summed_up(tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary"))
    (tmp_path / "mine.py").write_text("def client(x):\n    return x\n")
    done, output = run(tmp_path, "audit mine:client --inputs 0..1 --epsilon 1")
    assert (done.returncode, output) == (1, "status=1\n"), done.stderr
    assert "::error title=lpcheck (exit status 1)::infeasible: output 0 has" in done.stdout
    summary = (tmp_path / "summary").read_text(encoding="utf-8")
    assert summary.startswith("### lpcheck\n\n~~~~text\ninfeasible: output 0 has")
    assert summary.endswith("\n~~~~\n")


def test_the_defaults():
    inputs = yaml.safe_load(TEXT)["inputs"]
    assert {name: one["default"] for name, one in inputs.items()} == {
        "arguments": "",
        "working-directory": ".",
        "allow-inconclusive": "false",
    }


def test_the_hooks_of_pre_commit_are_commands_of_lpcheck(capsys):
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [hook["id"] for hook in hooks] == ["lpcheck-check", "lpcheck-audit", "lpcheck-verify"]
    for hook in hooks:
        program, *arguments = hook["entry"].split()
        assert program == "lpcheck"
        assert main([*arguments, "--help"]) == 0
        assert hook["pass_filenames"] is False
    capsys.readouterr()
