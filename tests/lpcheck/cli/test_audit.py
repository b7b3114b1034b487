"""`lpcheck audit`."""

from __future__ import annotations

import json

import pytest

from lpcheck.cli import main

SURVEY = """
import random

def answer(x):
    return x if random.random() < 0.75 else 1 - x

def hashed(x):
    return random.getrandbits(60) * (x + 1) % 2

def colour(x):
    return x if random.random() < 0.5 else random.choice(["red", "blue"])

def endless(x):
    return sum(random.choices(range(10), k=9))

class Client:
    def privatise(self, x):
        return answer(x)

client = Client()
"""


@pytest.fixture(autouse=True)
def _survey(tmp_path, monkeypatch):
    (tmp_path / "survey_to_audit.py").write_text(SURVEY)
    monkeypatch.chdir(tmp_path)


def run(capsys, words):
    status = main(["audit", *words.split()])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.mark.parametrize(
    ("words", "status", "begins"),
    [
        ("survey_to_audit:answer --inputs 0..1 --epsilon 1.1", 0, "private: ε = 1.098612289"),
        ("survey_to_audit:answer --inputs 0..1 --epsilon 1.09", 1, "infeasible: output 0 has"),
        ("survey_to_audit:answer --inputs 0..1", 0, "kernel: ε = 1.098612289"),
        ("--inputs 0..1 survey_to_audit:client.privatise --epsilon 1", 1, "infeasible: "),
        ("survey_to_audit:colour --inputs red,blue --epsilon 1.1", 0, "private: ε = 1.0986"),
        ("survey_to_audit:hashed --inputs 0..1 --seeds 0..3 --epsilon 9", 1, "infeasible: "),
        ("survey_to_audit:endless --inputs 0..1 --epsilon 1 --branches 20", 3, "inconclusive: "),
        ("survey_to_audit:answer --inputs 0..1 --epsilon 1 --draws 200", 3, "inconclusive: "),
    ],
)
def test_the_verdict_is_the_exit_status(capsys, words, status, begins):
    found, out, err = run(capsys, words)
    assert (found, err) == (status, "")
    assert out.startswith(begins)


def test_a_problem_compares_with_the_optimum(capsys):
    words = "survey_to_audit:answer --inputs 0..1 --epsilon 1.0986122886681098 information --prior"
    status, out, _ = run(capsys, f"{words} 1/2,1/2")
    assert status == 0
    assert "against the optimum of information:\noptimal: " in out
    status, out, _ = run(capsys, f"{words.replace('1.0986122886681098', '1.2')} 1/2,1/2")
    assert status == 1
    assert out.startswith("private: ")
    assert "\nsuboptimal: " in out


def test_json_is_alone_on_standard_output(capsys):
    words = "survey_to_audit:answer --inputs 0..1 --epsilon 1 --json"
    status, out, err = run(capsys, words)
    found = json.loads(out)
    assert (status, err) == (1, "")
    assert (found["verdict"], found["rigor"], found["finding"]) == ("infeasible", "exact", None)
    assert found["fractions"] == [["3/4", "1/4"], ["1/4", "3/4"]]
    assert found["true_epsilon"] == 1.0986122886681098


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("survey_to_audit:answer", "inputs: is missing"),
        ("survey_to_audit --inputs 0..1", "client: "),
        ("survey_to_audit:nothing --inputs 0..1", "client: 'survey_to_audit' has no 'nothing'"),
        ("no_such:thing --inputs 0..1", "client: there is no module"),
        ("survey_to_audit:answer --inputs 1..0", "inputs: "),
        ("survey_to_audit:answer --inputs 0..99999", "inputs: "),
        ("survey_to_audit:answer --inputs a,,b", "inputs: "),
        ("survey_to_audit:answer --inputs 0..1 --epsilon x", "epsilon: "),
        ("survey_to_audit:answer --inputs 0..1 --seeds a,b", "seeds: "),
        ("survey_to_audit:hashed --inputs 0..1", "client: uses one of 10^18.1 equally likely"),
        ("survey_to_audit:answer --inputs 0..1 information", "prior: is missing"),
        ("survey_to_audit:answer --inputs 0..1 informations", "problem: "),
    ],
)
def test_bad_input_is_one_line(capsys, words, names):
    status, out, err = run(capsys, words)
    assert (status, out) == (2, "")
    assert err.startswith(f"lpcheck: {names}")
    assert err.count("\n") == 1
