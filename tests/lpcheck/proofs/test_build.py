"""What the kernel says of the library, and that it refuses altered statements."""

import pytest

from formulations.errors import InputError
from lpcheck.cli import proofs as command
from lpcheck.proofs import build
from lpcheck.proofs.build import REALS, axioms, run
from lpcheck.proofs.registry import library

# A statement made false, file by file: its proof, as it stands, must fail.
ALTERED = [
    ("kairouz2016/theorem_6", "/ (exp eps + 1) * TV", "/ (exp eps + 2) * TV"),
    ("kairouz2016/theorem_6", "0 <= eps -> distribution k P0", "distribution k P0"),
    ("kairouz2016/theorem_4", "sublinear k mu -> forall v", "forall v"),
    ("kairouz2016/theorem_7", "1 / (exp eps + 1) * U m Q", "1 / exp eps * U m Q"),
    ("kairouz2016/theorem_18", "0 <= delta <= 1 ->", "-1 <= delta <= 1 ->"),
    ("kairouz2016/lemma_25", "4 * (exp eps - 1) ^ 2", "1/4 * (exp eps - 1) ^ 2"),
    ("kairouz2016/theorem_5", "positive k P0 -> positive k P1 ->\n",
     "positive k P0 -> positive k P1 -> (forall x, (x < k)%nat -> P0 x <> P1 x) ->\n"),
    ("kairouz2016/theorem_12", "exists T, balanced k P T", "exists T"),
    ("kairouz2016/corollary_10", "  KL k P0 P1 - ", "  KL k P0 P1 + KL k P1 P0 - "),
    ("zamanlooy2025/theorem_1", "  0 < q i ->\n", ""),
    ("zamanlooy2025/theorem_2", "increasing n q ->\n", "(0 < n)%nat ->\n"),
    ("zamanlooy2025/corollary_1", "(exp eps * q i + 1 - q i)).", "(exp eps * q i + 1))."),
    ("zamanlooy2025/example_1_prior", "0.025 <= v <= 0.035", "0.925 <= v <= 0.935"),
    ("park2024/theorem_3_1", "    (INR k - 1) / (exp eps", "    INR k / (exp eps"),
    ("park2024/proposition_4_1_sharp", "/ Rmax r r' * TV", "/ (2 * Rmax r r') * TV"),
    ("ghoukasian2025/corollary_3_7", "c1 * exp eps < c2 ->", "0 < c2 ->"),
    ("ghoukasian2025/theorem_3_6", "trade_off g ->", "trade_off g -> (forall x, g (g x) = x) ->"),
]  # fmt: skip


@pytest.mark.full
def test_every_theorem_compiles_and_rests_on_the_axioms_of_the_reals_alone(compiled):
    found = build()
    assert [one.theorem.claim for one in found if not one.allowed] == []
    assert all(one.statement.startswith(one.theorem.name) for one in found)


@pytest.mark.full
@pytest.mark.parametrize("name", sorted({name for name, _, _ in ALTERED}))
def test_as_it_stands_it_compiles(compiled, tmp_path, name):
    file = tmp_path / "Same.v"
    file.write_text((library() / f"{name}.v").read_text(encoding="utf-8"), encoding="utf-8")
    done = run(compiled, file)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.full
@pytest.mark.parametrize(("name", "old", "new"), ALTERED, ids=lambda x: x[:30])
def test_an_altered_statement_does_not_compile(compiled, tmp_path, name, old, new):
    text = (library() / f"{name}.v").read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "Altered.v"
    file.write_text(text.replace(old, new), encoding="utf-8")
    assert "Error" in run(compiled, file).stderr


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

    assert command.run(Namespace(build=False, json=None)) == 0
    assert "proved   kairouz2016.theorem-6" in capsys.readouterr().out
