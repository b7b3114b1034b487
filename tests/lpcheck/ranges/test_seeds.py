"""Hunts with several seeds: each once, in any order, on any number of processes."""

from __future__ import annotations

import json

import pytest

from formulations import InputError
from lpcheck.cli import main
from lpcheck.ranges import seeds
from lpcheck.ranges.seeds import Question, hunt_seeds

RESPONSE = "(1 if x == y else e^-ε)/(1 + (k - 1)*e^-ε)"
QUESTION = Question("information", RESPONSE, {}, (3, 3), (0.1, 2.0), 4, 60.0)


def parameters(found):
    return found.counterexample.finding.problem.parameters


def test_seeds_are_those_of_single_hunts(tmp_path):
    both = hunt_seeds(QUESTION, [5, 6])
    alone = [hunt_seeds(QUESTION, [seed]) for seed in (5, 6)]
    assert both.tried == sum(one.tried for one in alone) == 8
    best = max(alone, key=lambda one: one.counterexample.loss)
    assert parameters(both) == parameters(best)
    assert both.counterexample.finding.verdict == "suboptimal"


def test_a_hunt_goes_on_from_its_file(tmp_path, monkeypatch):
    file = tmp_path / "hunt.json"
    first = hunt_seeds(QUESTION, [1, 2], file=file)
    hunted = []
    one = seeds.hunt_one
    monkeypatch.setattr(seeds, "hunt_one", lambda q, seed: hunted.append(seed) or one(q, seed))
    again = hunt_seeds(QUESTION, [1, 2], file=file)
    assert hunted == []
    assert parameters(again) == parameters(first)
    hunt_seeds(QUESTION, [1, 2, 3], file=file)
    assert hunted == [3]
    assert [result["seed"] for result in json.loads(file.read_text())["seeds"]] == [1, 2, 3]


def test_a_file_of_another_hunt_is_refused(tmp_path):
    file = tmp_path / "hunt.json"
    hunt_seeds(QUESTION, [1], file=file)
    other = Question("information", RESPONSE, {}, (3, 3), (0.1, 1.0), 4, 60.0)
    with pytest.raises(InputError, match="holds another hunt"):
        hunt_seeds(other, [1], file=file)
    file.write_text("[]")
    with pytest.raises(InputError, match="is no hunt's file"):
        hunt_seeds(QUESTION, [1], file=file)


def test_the_command_hunts_on_two_processes_and_resumes(tmp_path, capsys):
    given = ["hunt", "information", "--mechanism", RESPONSE, "--letters", "3..3", "--tries", "3"]
    given += ["--epsilon", "0.1..2", "--seeds", "2", "--resume", str(tmp_path / "h.json")]
    assert main([*given, "--jobs", "2"]) == 1
    first = capsys.readouterr().out.splitlines()
    assert "2 seeds from 0 on" in first[-1]
    assert main(given) == 1
    assert capsys.readouterr().out.splitlines()[:-1] == first[:-1]


@pytest.mark.parametrize(
    ("more", "named"),
    [
        (["--seeds", "0"], "is no count"),
        (["--jobs", "2", "--scheduler", "tcp://localhost:1"], "for a cluster"),
    ],
)
def test_bad_seeds_are_refused(capsys, more, named):
    assert main(["hunt", "information", "--mechanism", RESPONSE, *more]) == 2
    assert named in capsys.readouterr().err
