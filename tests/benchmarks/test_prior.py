import pytest

from benchmarks import prior
from formulations import PublicPrior


def test_the_three_ways_agree():
    for problem in prior.instances(7):
        lower, upper = prior.model(problem)
        assert prior.plain(problem) == pytest.approx(upper, rel=1e-6)
        assert prior.plain_error(problem, upper) < 1e-9
        assert prior.plain_error(problem, 1.01 * upper) == pytest.approx(0.01, rel=1e-6)
        assert prior.closed_form(problem) == pytest.approx((lower, upper), rel=1e-9)


def test_a_closed_form_that_is_not_feasible_bounds_nothing(monkeypatch):
    wrong = PublicPrior(prior=[0.2, 0.8], epsilon=1.01).closed_form()
    monkeypatch.setattr(PublicPrior, "closed_form", lambda _: wrong)
    lower, upper = prior.closed_form(PublicPrior(prior=[0.2, 0.8], epsilon=1.0))
    assert upper - lower == float("inf")


def test_main_writes_the_table(tmp_path, capsys):
    path = tmp_path / "table.txt"
    assert prior.main(["--largest", "10", "--plain", "5", "--table", str(path)]) == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    assert capsys.readouterr().out.splitlines()[: len(lines)] == lines
    assert len([line for line in lines if line.startswith("plain")]) == 1
