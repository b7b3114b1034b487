"""`check --certificate`: refused before the work, and a maker that fails keeps the verdict."""

import numpy as np
import pytest

from lpcheck.certificates import CertificateError
from lpcheck.cli import main


@pytest.mark.parametrize(
    ("problem", "k", "largest"),
    [("information --prior", 17, 16), ("public-prior --prior", 151, 150)],
)
def test_too_large_for_a_file(problem, k, largest, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        "lpcheck.compare.check", lambda *_, **__: pytest.fail("checked for nothing")
    )
    np.savetxt("kernel.csv", np.full((k, k), 1 / k), delimiter=",")
    prior = ",".join([f"1/{k}"] * k)
    arguments = [*problem.split(), prior, "--epsilon", "1", "--mechanism", "kernel.csv"]
    assert main(["check", *arguments, "--certificate", "c.json"]) == 2
    error = capsys.readouterr().err
    assert f"has {k} entries" in error
    assert f"at most {largest}" in error
    assert error.count("\n") == 1
    assert not (tmp_path / "c.json").exists()


def test_a_certificate_that_cannot_be_made_leaves_the_verdict(tmp_path, monkeypatch, capsys):
    def fail(*_, **__):
        raise CertificateError("the re-checker refused the draft: a test")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("lpcheck.certificates.certify", fail)
    t = np.e
    np.savetxt("kernel.csv", np.array([[t, 1], [1, t]]) / (1 + t), delimiter=",")
    arguments = [
        "check",
        "staircase",
        "--p0",
        "1,0",
        "--p1",
        "0,1",
        "--epsilon",
        "1",
        "--mechanism",
        "kernel.csv",
    ]
    assert main(arguments) == 0
    capsys.readouterr()
    assert main([*arguments, "--certificate", "c.json"]) == 3
    printed = capsys.readouterr()
    assert printed.out.startswith("optimal: ")
    assert "no certificate: the re-checker refused the draft" in printed.err
    assert not (tmp_path / "c.json").exists()
