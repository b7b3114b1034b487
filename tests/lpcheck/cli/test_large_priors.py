"""`check public-prior` on a kernel of 300 letters, and on near misses of it."""

import json

import numpy as np
import pytest

from lpcheck.cli import main
from lpcheck.mechanisms import public_prior_kernel, public_prior_kernel_as_printed

N = 300


@pytest.fixture(scope="module")
def prior():
    q = np.random.default_rng(N).dirichlet(np.ones(N))
    return q / q.sum()


def mistaken(name, prior):
    kernel = public_prior_kernel(prior, 1.0)
    if name == "an entry off by 1e-6":
        kernel[7, 11] += 1e-6
    elif name == "1e-6 moved within a row":
        kernel[7, [11, 250]] += [1e-6, -1e-6]
    elif name == "ε too large by 0.01":
        kernel = public_prior_kernel(prior, 1.01)
    elif name == "ε too small by 0.01":
        kernel = public_prior_kernel(prior, 0.99)
    elif name == "sorted, not sorted back":
        kernel = public_prior_kernel(np.sort(prior), 1.0)
    elif name == "the recursion without sorting":
        kernel = public_prior_kernel_as_printed(prior, 1.0, "q_1")
    return kernel


@pytest.mark.parametrize(
    ("name", "verdict", "broken"),
    [
        ("right", "optimal", set()),
        ("an entry off by 1e-6", "infeasible", {"stochastic", "invariance"}),
        ("1e-6 moved within a row", "infeasible", {"invariance"}),
        ("ε too large by 0.01", "infeasible", {"privacy"}),
        ("ε too small by 0.01", "suboptimal", set()),
        ("sorted, not sorted back", "infeasible", {"invariance"}),
        ("the recursion without sorting", "infeasible", {"privacy"}),
    ],
)
def test_verdicts(name, verdict, broken, prior, tmp_path, capsys):
    np.savetxt(tmp_path / "prior.csv", prior[None], fmt="%.17g", delimiter=",")
    np.savetxt(tmp_path / "kernel.csv", mistaken(name, prior), fmt="%.17g", delimiter=",")
    parameters = ["--prior", f"@{tmp_path / 'prior.csv'}", "--epsilon", "1", "--divergence", "kl"]
    command = ["check", "public-prior", *parameters, "--mechanism", str(tmp_path / "kernel.csv")]
    assert main([*command, "--json"]) == int(verdict != "optimal")
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == verdict
    assert {v["constraint"] for v in found["violations"]} == broken
    width = found["bounds"]["upper"] - found["bounds"]["lower"]
    assert width <= 1e-12 * found["bounds"]["upper"]


def test_more_letters_than_a_kernel_can_have_are_refused_in_one_line(tmp_path, capsys):
    np.savetxt(tmp_path / "prior.csv", np.full((1, 4000), 1 / 4000), fmt="%.17g", delimiter=",")
    command = ["solve", "public-prior", "--prior", f"@{tmp_path / 'prior.csv'}", "--epsilon", "1"]
    assert main(command) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "4000 entries" in err
    assert "give at most 2000" in err
