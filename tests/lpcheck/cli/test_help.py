"""`--help` explains every option, says which are needed, and shows an example that works."""

from __future__ import annotations

import argparse
import shlex

import pytest

from lpcheck.cli import _parser, main
from lpcheck.problems import known, problem_class


def parsers(parser: argparse.ArgumentParser, name: str = "lpcheck"):
    yield name, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, sub in action.choices.items():
                yield from parsers(sub, f"{name} {word}")


EVERY = dict(parsers(_parser(["check"])))


@pytest.mark.parametrize("name", [n for n in EVERY if n.split()[1:2] in (["check"], ["recheck"])])
def test_every_option_is_explained(name):
    for action in EVERY[name]._actions:
        if not isinstance(action, argparse._SubParsersAction):
            assert action.help, f"{name} {action.dest}"


@pytest.mark.parametrize("slug", known())
def test_the_example_in_the_help_is_one_that_works(slug, tmp_path, monkeypatch, capsys):
    assert main(["init", slug, "--dir", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main(["check", slug, "--help"]) == 0
    text = capsys.readouterr().out
    for parameter in problem_class(slug).inputs:
        shown = " ".join(text.partition(f"{parameter.option} {parameter.metavar} ")[2].split())
        assert shown.startswith("required: ") is parameter.required, parameter.name
    (command,) = [line for line in text.splitlines() if line.startswith("  lpcheck check ")]
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out.startswith("optimal: ")


def test_the_exit_statuses_are_in_the_help(capsys):
    assert main(["check", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "0 optimal, 1 suboptimal or infeasible, 2 bad input" in text
    assert "3 inconclusive" in text
