"""What the kernel says of the library, and that it refuses altered statements."""

import os

import pytest

from formulations.errors import InputError
from lpcheck.cli import proofs as command
from lpcheck.proofs import build
from lpcheck.proofs.build import axioms, run
from lpcheck.proofs.registry import REALS, library
from tests.lpcheck.proofs.alterations import ALTERED

EVERY = os.environ.get("LPCHECK_EVIDENCE") == "1"
CHOSEN = ALTERED if EVERY else ALTERED[::4]
"""All, or each fourth."""


@pytest.mark.full
def test_every_theorem_compiles_and_rests_on_the_axioms_of_the_reals_alone(compiled):
    found = build()
    assert [one.theorem.claim for one in found if not one.allowed] == []
    assert all(one.statement.startswith(one.theorem.name) for one in found)
    differ = [one for one in found if one.statement.split() != one.theorem.statement.split()]
    assert [one.theorem.claim for one in differ] == []


@pytest.mark.full
@pytest.mark.parametrize(("name", "old", "new"), CHOSEN, ids=lambda x: x[:30])
def test_an_altered_statement_does_not_compile(compiled, tmp_path, name, old, new):
    text = (library() / f"{name}.v").read_text(encoding="utf-8")
    file = tmp_path / "Altered.v"
    file.write_text(text.replace(old, new), encoding="utf-8")
    assert "Error" in run(compiled, file).stderr


@pytest.mark.parametrize(("name", "old", "new"), ALTERED, ids=lambda x: x[:30])
def test_an_alteration_alters_a_theorem(name, old, new):
    text = (library() / f"{name}.v").read_text(encoding="utf-8")
    assert old in text
    assert old != new


@pytest.mark.full
def test_an_axiom_is_seen(compiled, tmp_path):
    file = tmp_path / "Assumed.v"
    file.write_text(
        "Require Import Reals.\nAxiom free : (1 = 2)%R.\nLemma x : (2 = 1)%R.\n"
        'Proof. symmetry. exact free. Qed.\nRedirect "out" Print Assumptions x.\n'
    )
    assert run(compiled, file).returncode == 0
    assert "free" in set(axioms((tmp_path / "out.out").read_text())) - REALS


def test_axioms_of_nothing():
    assert axioms("Closed under the global context") == []
    with pytest.raises(ValueError, match="not an answer"):
        axioms("Error: no such thing")


def test_without_coq_one_line_says_how_to_get_it(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(InputError, match="apt-get install coq libcoq-interval libcoq-bignums"):
        build()


def test_the_list_needs_no_coq(monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    from argparse import Namespace

    assert command.run(Namespace(build=False, record=False, json=None)) == 0
    assert "proved   kairouz2016.theorem-6" in capsys.readouterr().out
