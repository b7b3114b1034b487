"""What needs no model loads none: solving small problems takes no longer than starting."""

from __future__ import annotations

import subprocess
import sys

import pytest

PRIORS = ["--p0", "1/2,1/4,1/4", "--p1", "1/4,1/4,1/2", "--epsilon", "1"]
BOX = ["--target", "7/10,1/5,1/10", "--lower", "1/5,1/5,1/5", "--upper", "1/2,1/2,1/2"]
NEEDLESS = {"cvxpy", "highspy", "clarabel", "scipy.optimize", "joblib", "pandas", "matplotlib"}


def loaded(*arguments: str) -> set[str]:
    """What a command has imported at its end."""
    code = (
        "import sys\n"
        "from lpcheck.cli import main\n"
        f"status = main({list(arguments)!r})\n"
        "print(*sys.modules, sep='\\n', file=sys.stderr)\n"
        "sys.exit(0 if status in (0, 1) else 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "staircase", *PRIORS, "--divergence", "kl"],
        ["solve", "staircase", *PRIORS, "--divergence", "chi2", "--json", "-"],
        ["solve", "mollifier", *BOX],
        ["check", "staircase", *PRIORS, "--mechanism", "{mechanism}"],
    ],
    ids=["kl", "json", "mollifier", "check"],
)
def test_no_model_is_loaded(arguments, tmp_path):
    mechanism = tmp_path / "binary.csv"
    mechanism.write_text("0.7,0.3\n0.3,0.7\n0.3,0.7\n")
    found = loaded(*(a.format(mechanism=mechanism) for a in arguments))
    assert "lpcheck.cli" in found
    assert found & NEEDLESS == set()


def test_a_model_is_loaded_where_one_is_asked():
    """The control."""
    arguments = ["--prior", "1/2,1/4,1/4", "--epsilon", "1"]
    assert "cvxpy" in loaded("solve", "information", *arguments)
