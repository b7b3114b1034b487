"""Certificates on the command line: written by check and verify, judged by recheck."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

from lpcheck.cli import main
from lpcheck.mechanisms import public_prior_kernel

PRIOR = "1/10,3/10,3/5"
CHECK = ["check", "public-prior", "--prior", PRIOR, "--epsilon", "1", "--divergence", "kl"]


@pytest.fixture
def kernel(tmp_path):
    path = tmp_path / "kernel.json"
    path.write_text(json.dumps(public_prior_kernel([0.1, 0.3, 0.6], 1.0).tolist()))
    return path


def test_a_certificate_is_written_and_accepted(kernel, tmp_path, capsys):
    proof = tmp_path / "proof.json"
    command = [*CHECK, "--mechanism", str(kernel), "--certificate", str(proof), "--json", "-"]
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out)["rigor"] == "certified"
    assert main(["recheck", str(proof), "--json", "-"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["certificates"]
    assert found["accepted"]
    assert found["verdict"] == "optimal"
    low, high = (float(found["bounds"][end]) for end in ("lower", "upper"))
    assert low == pytest.approx(high, rel=1e-15)


def test_an_altered_certificate_is_rejected(kernel, tmp_path, capsys):
    proof = tmp_path / "proof.json"
    main([*CHECK, "--mechanism", str(kernel), "--certificate", str(proof)])
    data = json.loads(proof.read_text())
    data["bounds"]["upper"] = data["bounds"]["lower"] = "1.4"
    proof.write_text(json.dumps(data))
    capsys.readouterr()
    assert main(["recheck", str(proof)]) == 1
    assert "REJECTED" in capsys.readouterr().out


def test_a_leaky_kernel_gets_a_certificate_of_its_breach(tmp_path, capsys):
    path, proof = tmp_path / "leaky.npy", tmp_path / "proof.json"
    np.save(path, public_prior_kernel([0.1, 0.3, 0.6], 1.01))
    assert main([*CHECK, "--mechanism", str(path), "--certificate", str(proof)]) == 1
    capsys.readouterr()
    assert main(["recheck", str(proof), "--json", "-"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["certificates"]
    assert found["verdict"] == "infeasible"


def test_verify_writes_certificates_for_what_verdicts_rest_on(tmp_path, capsys):
    folder = tmp_path / "certificates"
    ids = ["kairouz2016.theorem-6", "kairouz2016.theorem-5"]
    command = ["verify", *ids, "--jobs", "1", "--certificates", str(folder), "--json", "-"]
    assert main(command) == 0
    claims = json.loads(capsys.readouterr().out)["claims"]
    assert [c["rigor"] for c in claims] == ["proved", "proved"]
    assert {name for c in claims for name in c["certificates"]} == {
        path.name for path in folder.iterdir()
    }
    assert main(["recheck", str(folder)]) == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["recheck", "nowhere.json"],
        ["recheck", "{empty}"],
        ["recheck", "{empty}", "--arithmetic", "abacus"],
        ["verify", "kairouz2016.theorem-6", "--certificates", "{file}"],
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments, tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("")
    named = [a.format(empty=tmp_path / "empty", file=tmp_path / "file") for a in arguments]
    assert main(named) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "Traceback" not in error


def test_recheck_loads_no_solver(tmp_path):
    code = (
        "import sys\n"
        "from lpcheck.cli import main\n"
        f"main(['recheck', {str(tmp_path)!r}])\n"
        "loaded = {'numpy', 'scipy', 'cvxpy', 'highspy', 'clarabel'} & set(sys.modules)\n"
        "sys.exit(len(loaded))\n"
    )
    (tmp_path / "junk.json").write_text("{}")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
