"""The script of the GitHub action, run as a runner would run it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

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
        check=False, capture_output=True, text=True, timeout=120, env=environment, cwd=tmp_path,
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
