"""Bad input: exit status 2 and one line that names the parameter, the entry and the remedy."""

from __future__ import annotations

import re
import shlex

import numpy as np
import pytest

from lpcheck.cli import main

PAIR = "--p0 0.5,0.5 --p1 0.2,0.8"
CASES = {
    "NaN": ("solve staircase --p0 nan,0.5 --p1 0.2,0.8 --epsilon 1", r"p0\[0\]: nan is not fin"),
    "negative": (
        "solve staircase --p0 -0.5,1.5 --p1 0.2,0.8 --epsilon 1",
        r"p0\[0\]: -1/2 is negative",
    ),
    "sum": ("solve information --prior 0.5,0.4 --epsilon 1", "prior: sums to 0.9"),
    "zero vector": ("solve information --prior 0,0 --epsilon 1", "prior: sums to 0"),
    "lengths": (
        "solve staircase --p0 0.5,0.5 --p1 0.2,0.3,0.5 --epsilon 1",
        "p1: has 3 entries where p0 has 2",
    ),
    "negative ε": (f"solve staircase {PAIR} --epsilon -1", "epsilon: -1 is negative"),
    "infinite ε": (f"solve staircase {PAIR} --epsilon inf", "epsilon: inf is not finite"),
    "minus infinite ε": (f"solve staircase {PAIR} --epsilon -inf", "epsilon: -inf is not finite"),
    "huge ε": (f"solve staircase {PAIR} --epsilon 701", "epsilon: 701 is above 700"),
    "text ε": (f"solve staircase {PAIR} --epsilon one", "epsilon: 'one' is not a number"),
    "k = 0": ("solve information --prior '' --epsilon 1", r"prior: is empty \(k = 0\)"),
    "trailing comma": ("solve information --prior 0.5,0.5, --epsilon 1", r"prior\[2\]: ''"),
    "large n": (
        f"solve public-prior --prior {','.join(['1/2001'] * 2001)} --epsilon 1",
        "prior: has 2001 entries",
    ),
    "delta": (
        f"solve approximate-binary {PAIR} --epsilon 1 --delta 2",
        r"delta: 2 is outside \[0, 1\]",
    ),
    "not binary": (
        "solve approximate-binary --p0 1/3,1/3,1/3 --p1 1/3,1/3,1/3 --epsilon 1 --delta 0",
        "p0: has 3 entries",
    ),
    "empty box": (
        "solve mollifier --target 0.5,0.5 --lower 0.6,0.6 --upper 1,1",
        "lower: sums to more than 1",
    ),
    "negative bound": (
        "solve mollifier --target 0.5,0.5 --lower -0.1,0 --upper 1,1",
        r"lower\[0\]: -0.1 is negative",
    ),
    "divergence": (
        f"solve staircase {PAIR} --epsilon 1 --divergence manhattan",
        "divergence: 'manhattan' is unknown",
    ),
    "divergence over lines": (
        f"solve staircase {PAIR} --epsilon 1 --divergence 'a\nb'",
        "divergence: 'a b' is unknown",
    ),
    "hockey-stick": (
        f"solve staircase {PAIR} --epsilon 1 --divergence hockey-stick:1/2",
        "divergence: hockey-stick:1/2 has γ < 1",
    ),
    "missing parameter": (f"solve staircase {PAIR}", "epsilon: is missing; give a level in nats"),
    "problem": ("solve staircases", "problem: invalid choice: 'staircases'"),
    "no problem": ("solve", "problem: is missing"),
    "no command": ("", "command: is missing"),
    "command": ("prove", "command: invalid choice: 'prove'"),
    "abbreviation": ("solve information --pri 0.5,0.5 --epsilon 1", "unrecognized arguments"),
    "no value": ("solve information --prior --epsilon 1", "prior: expected one argument"),
    "missing vector": ("solve information --prior @gone.csv --epsilon 1", "'gone.csv' does not"),
    "vector is a directory": ("solve information --prior @dir.csv --epsilon 1", "is a directory"),
    "table for vector": ("solve information --prior @table.csv --epsilon 1", "table of 2 × 2"),
    "text in vector": (
        "solve information --prior @text.csv --epsilon 1",
        "prior: 'text.csv', line 2, column 2: 'half' is not a number",
    ),
    "no mechanism": (f"check staircase {PAIR} --epsilon 1", "mechanism: is missing"),
    "missing file": (f"check staircase {PAIR} --epsilon 1 --mechanism gone.csv", "does not exist"),
    "directory": (f"check staircase {PAIR} --epsilon 1 --mechanism dir.csv", "is a directory"),
    "empty file": (f"check staircase {PAIR} --epsilon 1 --mechanism empty.csv", "is empty"),
    "text in CSV": (
        f"check staircase {PAIR} --epsilon 1 --mechanism word.csv",
        "'word.csv', line 2, column 1: 'x' is not a number",
    ),
    "NaN in CSV": (
        f"check staircase {PAIR} --epsilon 1 --mechanism nan.csv",
        "'nan.csv', line 1, column 2: nan is not finite",
    ),
    "decimal commas": (
        f"check staircase {PAIR} --epsilon 1 --mechanism commas.csv",
        r"'commas.csv', line \d, column \d: '0,5' is not a number; write a point",
    ),
    "no name": (f"check staircase {PAIR} --epsilon 1 --mechanism ''", "mechanism: is missing"),
    "page is a directory": (
        f"check staircase {PAIR} --epsilon 1 --mechanism ok.csv --html dir.csv",
        r"html: '.*dir.csv' cannot be written \(it is a directory\)",
    ),
    "two in one place": (
        f"check staircase {PAIR} --epsilon 1 --mechanism ok.csv --html a --certificate a",
        "html: '.*a' is taken by --certificate",
    ),
    "NaN in NPY": (
        f"check staircase {PAIR} --epsilon 1 --mechanism nan.npy",
        r"mechanism\[1, 0\]: nan is not finite",
    ),
    "objects": (f"check staircase {PAIR} --epsilon 1 --mechanism object.npy", "never unpickled"),
    "10 GB": (f"check staircase {PAIR} --epsilon 1 --mechanism huge.npy", "header promises 10000"),
    "cube": (f"check staircase {PAIR} --epsilon 1 --mechanism cube.npy", "mechanism: has shape"),
    "deep": (f"check staircase {PAIR} --epsilon 1 --mechanism deep.json", "nested too deeply"),
    "repeated header": (
        f"check staircase {PAIR} --epsilon 1 --mechanism twice.csv",
        "two columns 'a'",
    ),
    "wrong rows": (
        f"check staircase {PAIR} --epsilon 1 --mechanism one-row.csv",
        "mechanism: has shape 1 × 2",
    ),
    "letters": (
        "check staircase --p0 @ab.csv --p1 @ab.csv --epsilon 1 --mechanism ba.csv",
        "mechanism: its letter 0 is 'b' where the problem has 'a'",
    ),
    "tolerance": (
        f"check staircase {PAIR} --epsilon 1 --mechanism ok.csv --tolerance 2",
        r"tolerance: .*2.* is outside \(0, 0.1\]",
    ),
    "text tolerance": (
        f"check staircase {PAIR} --epsilon 1 --mechanism ok.csv --tolerance tiny",
        "tolerance: 'tiny' is not a number",
    ),
    "target is a directory": (
        "solve information --prior 0.5,0.5 --epsilon 1 --json dir.csv",
        r"json: '.*dir.csv' cannot be written \(it is a directory\)",
    ),
    "target in no directory": (
        "solve information --prior 0.5,0.5 --epsilon 1 --json gone/a.json",
        "json: '.*gone/a.json' cannot be written",
    ),
    "paper": ("claims --paper knuth1968", "paper: 'knuth1968' is unknown"),
    "verify paper": ("verify --paper knuth1968", "paper: 'knuth1968' is unknown"),
    "claim": ("verify kairouz2016.theorem-66", "claim: 'kairouz2016.theorem-66' is unknown"),
    "claim of another paper": (
        "verify kairouz2016.theorem-6 --paper zamanlooy2025",
        "claim: 'kairouz2016.theorem-6' is not of zamanlooy2025",
    ),
    "paper as claim": ("verify park2024", "claim: 'park2024' is a paper; write --paper park2024"),
    "unknown option": (
        "solve information --prior 0.5,0.5 --eps 1",
        "arguments: unrecognized arguments: --eps 1; see lpcheck solve information --help",
    ),
    "percentages": (
        f"check staircase {PAIR} --epsilon 1 --mechanism percent.csv",
        "'percent.csv', line 1, column 1: '50 %' is not a number; divide percentages by 100",
    ),
    "different decimal commas": (
        f"check staircase {PAIR} --epsilon 1 --mechanism points.csv",
        "'points.csv', line 1, column 1: '0,4' is not a number; write a point for the decimal",
    ),
    "brackets": (
        "solve information --prior [0.5,0.5] --epsilon 1",
        r"prior: '\[0.5,0.5\]' is no list of numbers; separate them by commas",
    ),
    "claim as file": ("verify --json kairouz2016.theorem-6", "json: .* names a claim"),
    "no jobs": ("verify --jobs 0", "jobs: 0 is below 1"),
    "text jobs": ("verify --jobs many", "jobs: invalid int value: 'many'"),
    "two on stdout": ("verify kairouz2016.theorem-6 --json - --junit -", "junit: standard output"),
}


@pytest.fixture
def files(tmp_path, monkeypatch):
    for name, text in {
        "empty.csv": "",
        "table.csv": "0.5,0.5\n0.5,0.5\n",
        "text.csv": "a,0.5\nb,half\n",
        "word.csv": "0.5,0.5\nx,0.5\n",
        "nan.csv": "0.5,nan\n0.5,0.5\n",
        "twice.csv": "a,b,a\n1,0,0\n1,0,0\n",
        "one-row.csv": "0.5,0.5\n",
        "commas.csv": "0,5;0,5\n0,5;0,5\n",
        "percent.csv": "50 %,50 %\n40 %,60 %\n",
        "points.csv": "0,4;0,6\n0,45;0,55\n",
        "ok.csv": "0.5,0.5\n0.5,0.5\n",
        "ab.csv": "a,0.5\nb,0.5\n",
        "ba.csv": "b,0.5,0.5\na,0.5,0.5\n",
        "deep.json": "[" * 10**5,
    }.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "dir.csv").mkdir()
    np.save(tmp_path / "nan.npy", np.array([[0.5, 0.5], [np.nan, 0.5]]))
    np.save(tmp_path / "cube.npy", np.ones((2, 2, 2)))
    np.save(tmp_path / "object.npy", np.array([[1, None]], dtype=object))
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (50000, 25000)}".ljust(117) + b"\n"
    (tmp_path / "huge.npy").write_bytes(b"\x93NUMPY\x01\x00\x76\x00" + header)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("case", CASES)
def test_bad_input_is_one_line(case, files, capsys):
    command, problem = CASES[case]
    before = sorted(files.iterdir())
    assert main(shlex.split(command)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert re.match(r"lpcheck: [^:]+: .+; .+\n$", err), err
    assert re.search(problem, err), err
    assert sorted(files.iterdir()) == before


def test_a_fault_of_lpcheck_is_not_bad_input(monkeypatch, capsys):
    def fail(problem):
        raise RuntimeError("boom")

    monkeypatch.setattr("formulations.gate.solve", fail)
    assert main(["solve", "information", "--prior", "0.5,0.5", "--epsilon", "1"]) == 70
    err = capsys.readouterr().err
    assert "boom" in err
    assert err.splitlines()[-1].startswith("lpcheck: internal error: RuntimeError")


def test_an_interrupt_is_one_line(monkeypatch, capsys):
    def interrupt(problem):
        raise KeyboardInterrupt

    monkeypatch.setattr("formulations.gate.solve", interrupt)
    assert main(["solve", "information", "--prior", "0.5,0.5", "--epsilon", "1"]) == 130
    assert capsys.readouterr().err == "lpcheck: interrupted\n"
