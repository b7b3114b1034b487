import argparse
import importlib
from pathlib import Path

import pytest

everything = importlib.import_module("benchmarks.__main__")
TABLE = """\
               n    median s   longest s   peak MB     error
slow          10     0.50000     0.60000      0.10   1.0e-15
quick way     10     0.01000     0.02000      0.10       nan
slow         100     8.00000     9.00000      0.10   1.0e-15
quick way    100     0.02000     0.02000      0.10   1.0e-15
quick way   1000     0.10000     0.10000      0.10   1.0e-15
slow: seconds grow as n^1.20 from n = 10
"""


def benchmark(status, printed=TABLE):
    def main(arguments):
        parser = argparse.ArgumentParser()
        parser.add_argument("--table")
        parser.add_argument("--quick", action="store_true")
        parser.parse_args(arguments)
        print(printed, end="")
        if status is None:
            raise RuntimeError("made to fail")
        return status

    return main


def test_ratios_are_at_the_largest_common_size():
    assert everything.findings(TABLE) == [
        "slow: seconds grow as n^1.20 from n = 10",
        "slow / quick way at 100: 400",
    ]
    assert everything.findings("") == []


def test_only_options_that_a_benchmark_has_are_given():
    known = everything.options_of(benchmark(0))
    assert known == {"--help", "--table", "--quick"}
    given = everything.arguments_for("name", known, Path("out"), quick=True)
    assert given == ["--table", str(Path("out") / "name.txt"), "--quick"]
    assert "--quick" not in everything.arguments_for("name", known, Path("out"), quick=False)


@pytest.mark.parametrize(
    ("status", "word"),
    [(0, "targets met"), (1, "TARGETS MISSED"), (None, "FAILED: RuntimeError: made to fail")],
)
def test_the_page_tells_what_was_missed(status, word, tmp_path, monkeypatch, capsys):
    found = [("first", benchmark(0)), ("second", benchmark(status))]
    monkeypatch.setattr(everything, "benchmarks", lambda _: iter(found))
    assert everything.main(["--quick", "--out", str(tmp_path / "new")]) == (status != 0)
    page = (tmp_path / "new" / "summary.txt").read_text(encoding="utf-8")
    assert page in capsys.readouterr().out
    assert page.startswith("first: targets met")
    assert f"second: {word}" in page
    assert page.count("slow / quick way at 100: 400") == 2
    assert (tmp_path / "new" / "second.log").read_text(encoding="utf-8") == TABLE


def test_bad_arguments_are_refused_before_anything_runs(tmp_path, monkeypatch):
    monkeypatch.setattr(everything, "benchmarks", lambda _: iter([("one", benchmark(0))]))
    (tmp_path / "file").touch()
    for given in (["two"], ["--out", str(tmp_path / "file")]):
        with pytest.raises(SystemExit) as refused:
            everything.main(given)
        assert refused.value.code == 2


def test_the_benchmarks_of_the_folder_are_found():
    names = dict(everything.benchmarks(Path(everything.__file__).parent))
    assert {"continuous", "staircase"} <= set(names)
    assert not any(name.startswith("_") for name in names)
