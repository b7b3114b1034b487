"""`lpcheck solve staircase --outputs L`."""

import json

import pytest

from formulations import Staircase
from lpcheck.cli import main

GIVEN = ["solve", "staircase", "--p0", "1/10,2/10,3/10,4/10", "--p1", "8/20,7/20,4/20,1/20",
         "--epsilon", "5"]  # fmt: skip


def test_every_limit_is_reported_beside_the_optimum(capsys):
    assert main([*GIVEN, "--outputs", "4", "--json"]) == 0
    out = capsys.readouterr()
    answer = json.loads(out.out)
    found = answer["by_outputs"]
    assert [each["outputs"] for each in found] == [1, 2, 3, 4]
    problem = Staircase(p0=GIVEN[3].split(","), p1=GIVEN[5].split(","), epsilon=5)
    for each in found:
        assert len(each["mechanism"][0]) == each["outputs"]
        kernel = problem.read_mechanism(each["mechanism"])
        assert problem.value(kernel) == pytest.approx(each["value"], rel=1e-9, abs=1e-15)
        assert not problem.violations(kernel, 1e-9)
    values = [each["value"] for each in found]
    assert values == sorted(values)
    assert values[2] < 0.99 * answer["value"]
    assert values[3] == pytest.approx(answer["value"], rel=1e-9)
    assert out.err == ""
    assert f"{values[2] / answer['value']:.2%}" == "97.43%"


def test_without_the_option_the_answer_is_as_it_was(capsys):
    assert main([*GIVEN, "--json"]) == 0
    assert "by_outputs" not in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("limit", ["0", "5", "-1", "2.5", "x", "", "9" * 5000])
def test_a_limit_that_is_none_is_refused(limit, capsys):
    assert main([*GIVEN, f"--outputs={limit}"]) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert out.err.count("\n") == 1
    assert "from 1 to 4" in out.err


def test_only_the_staircase_problem_has_it(capsys):
    assert main(["solve", "information", "--prior", "0.5,0.5", "--epsilon", "1",
                 "--outputs", "2"]) == 2  # fmt: skip
    assert "--outputs" in capsys.readouterr().err
