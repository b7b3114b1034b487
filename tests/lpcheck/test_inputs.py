"""Vectors and mechanisms as people write them, and what is refused."""

from __future__ import annotations

import os
import struct
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formulations import PublicPrior, solve
from formulations.errors import InputError
from formulations.kernels import read_kernel
from formulations.parameters import read_vector
from lpcheck.cli import main
from lpcheck.compare import check
from lpcheck.inputs import (
    files,
    read_distribution_file,
    read_kernel_file,
    read_vector_text,
    same_letters,
)
from lpcheck.inputs.callables import read_callable_mechanism
from lpcheck.report import console
from lpcheck.report.plain import harmless

RATIONALS = st.fractions(min_value=-2, max_value=2, max_denominator=10**6)


def written(directory: Path, text: str, name: str = "input.csv") -> str:
    path = directory / name
    path.write_text(text, encoding="utf-8")
    return str(path)


@given(st.lists(RATIONALS, min_size=1, max_size=8))
def test_rationals_in_text_stay_exact(entries):
    text = ",".join(map(str, entries))
    assert read_vector("p", read_vector_text("p", text).numbers) == tuple(entries)


@pytest.mark.parametrize(
    "text",
    [
        "0.2,1/3,7/15\n",
        "0.2\n1/3\n7/15\n",
        "0.2;1/3;7/15",
        "0.2\t1/3\t7/15",
        "0.2 1/3 7/15\n",
        "\ufeff0.2\r\n\r\n1/3\r\n7/15\r\n",
        "# saved by hand\n0.2\n1/3\n7/15\n",
        "probability\n0.2\n1/3\n7/15\n",
    ],
)
def test_a_vector_is_one_row_or_one_column(tmp_path, text):
    vector = read_vector_text("p", "@" + written(tmp_path, text))
    assert read_vector("p", vector.numbers) == (Fraction(1, 5), Fraction(1, 3), Fraction(7, 15))


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("letter,probability\na,0.2\nb,0.8\n", ("a", "b")),
        ("a,0.2\nb,0.8\n", ("a", "b")),
        ("a,b\n0.2,0.8\n", ("a", "b")),
        ("symbol,probability\n0,0.2\n1,0.8\n", ("0", "1")),
        (",p\n0,0.2\n1,0.8\n", ("0", "1")),
    ],
)
def test_a_vector_may_name_its_letters(tmp_path, text, letters):
    vector = read_vector_text("p", "@" + written(tmp_path, text))
    assert vector.rows == letters
    assert vector.numbers == ["0.2", "0.8"]


@pytest.mark.parametrize(
    ("text", "rows", "columns"),
    [
        ("0.7,0.3\n0.4,0.6\n", None, None),
        ("x,y\n0.7,0.3\n0.4,0.6\n", None, ("x", "y")),
        ("a,0.7,0.3\nb,0.4,0.6\n", ("a", "b"), None),
        (",x,y\na,0.7,0.3\nb,0.4,0.6\n", ("a", "b"), ("x", "y")),
        ("in,x,y\na,0.7,0.3\nb,0.4,0.6\n", ("a", "b"), ("x", "y")),
        ("x,y\na,0.7,0.3\nb,0.4,0.6\n", ("a", "b"), ("x", "y")),
        (",0,1\n0,0.7,0.3\n1,0.4,0.6\n", ("0", "1"), ("0", "1")),
        ("0.7,0.3\n2/5,3/5\n", None, None),
    ],
)
def test_headers_and_letters_are_told_from_numbers(tmp_path, text, rows, columns):
    kernel = read_kernel_file("mechanism", written(tmp_path, text))
    np.testing.assert_array_equal(kernel.numbers, [[0.7, 0.3], [0.4, 0.6]])
    assert (kernel.rows, kernel.columns) == (rows, columns)


@pytest.mark.parametrize(
    "text", ['[[0.7, "3/10"], [0.4, 0.6]]', '{"mechanism": [[0.7, 0.3], [0.4, 0.6]], "x": 1}']
)
def test_a_kernel_in_json(tmp_path, text):
    kernel = read_kernel_file("mechanism", written(tmp_path, text, "k.json"))
    np.testing.assert_array_equal(kernel.numbers, [[0.7, 0.3], [0.4, 0.6]])


@pytest.mark.parametrize("dtype", ["f8", "f4", ">f8", "i4"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_kernel_in_npy(tmp_path, dtype, order):
    values = np.array([[1, 0, 0], [0, 1, 0]], dtype=dtype, order=order)
    np.save(tmp_path / "k.npy", values)
    kernel = read_kernel_file("mechanism", str(tmp_path / "k.npy"))
    # Single precision stays what it is, so that it is judged as such.
    assert kernel.numbers.dtype == (np.float32 if dtype == "f4" else np.float64)
    np.testing.assert_array_equal(kernel.numbers, values)


def test_a_distribution_from_json_and_npy_and_csv(tmp_path):
    np.save(tmp_path / "p.npy", np.array([0.25, 0.75]))
    for path in (
        written(tmp_path, "[0.25, 0.75]", "p.json"),
        written(tmp_path, "a,0.25\nb,0.75"),
        str(tmp_path / "p.npy"),
    ):
        numbers = read_distribution_file("mechanism", path).numbers
        assert read_vector("p", numbers) == (Fraction(1, 4), Fraction(3, 4))


@pytest.mark.parametrize(
    ("name", "text", "parts"),
    [
        ("k.csv", "", ["empty"]),
        ("k.csv", "\n \n", ["empty"]),
        ("k.csv", "# only a comment\n", ["no entries"]),
        ("k.csv", "0.5,0.5\n0.5,abc\n", ["line 2, column 2", "'abc'"]),
        ("k.csv", "x,y\n\n0.5,nan\n", ["line 3, column 2", "not finite"]),
        ("k.csv", "a,0.5,inf\nb,0.5,0.5\n", ["line 1, column 3", "not finite"]),
        ("k.csv", "0.5,0.5\n0.5,\n", ["line 2, column 2", "empty"]),
        ("k.csv", "0.5,1/0\n0.5,0.5\n", ["line 1, column 2", "divides by zero"]),
        ("k.csv", "0.5,1e400\n0.5,0.5\n", ["line 1, column 2"]),
        ("k.csv", "0.5,0.5\n\n0.5\n", ["line 3", "1 entries", "2"]),
        ("k.csv", "a,b,a\n1,0,0\n", ["two columns 'a'"]),
        ("k.csv", "a,1,0\na,0,1\n", ["two rows 'a'"]),
        ("k.csv", "x" * 200_000, ["line 1", "field"]),
        ("k.json", "[[" * 50_000, ["nested"]),
        ("k.json", '{"a":' * 50_000, ["nested"]),
        ("k.json", "[[0.5, NaN]]", ["[0, 1]", "not finite"]),
        ("k.json", "[[0.5, -Infinity]]", ["[0, 1]", "not finite"]),
        ("k.json", "[[0.5, null]]", ["[0, 1]", "null"]),
        ("k.json", "[[0.5, {}]]", ["[0, 1]", "an object"]),
        ("k.json", "[[0.5, [1]]]", ["k.json', entry [0, 1]", "a list"]),
        ("k.json", "[[0.5, 0.5], [1]]", ["row 1", "1 entries"]),
        ("k.json", "[[0.5, 0.5], 1]", ["row 1", "list"]),
        ("k.json", "[[0.5, 0.5]", ["line 1, column"]),
        ("k.json", "[]", ["empty"]),
        ("k.json", "[[]]", ["row 0"]),
        ("k.json", "3", ["no list"]),
        ("k.json", '{"kernel": [[1]]}', ["without 'mechanism'"]),
        ("k.json", '{"mechanism": [[1]], "mechanism": [[2]]}', ["'mechanism' twice"]),
        ("k.json", "[[" + "9" * 5000 + "]]", ["[0, 0]", "5000 characters"]),
        ("k.pkl", "x", ["k.pkl", "ending"]),
    ],
)
def test_bad_files_are_refused_with_their_place(tmp_path, name, text, parts):
    with pytest.raises(InputError) as caught:
        read_kernel_file("mechanism", written(tmp_path, text, name))
    assert caught.value.parameter == "mechanism"
    for part in parts:
        assert part in caught.value.problem
    assert caught.value.remedy
    assert "\n" not in str(caught.value)


def npy_header(text: str) -> bytes:
    body = text.encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(body)) + body


@pytest.mark.parametrize(
    ("raw", "part"),
    [
        (npy_header("{'descr': '<f8', 'fortran_order': False, 'shape': (50000, 25000)}"), "promis"),
        (npy_header("{'descr': '<f8', 'fortran_order': False, 'shape': (-1, -1)}") + b"8" * 8, ""),
        (npy_header("{'descr': '<f8', 'fortran_order': False, 'shape': (0, 4)}"), "empty"),
        (npy_header("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}") + b"x", "objects"),
        (
            npy_header("{'descr': '<c16', 'fortran_order': False, 'shape': (1,)}") + b"8" * 16,
            "comp",
        ),
        (npy_header("{'descr': '<U1', 'fortran_order': False, 'shape': (1,)}") + b"8" * 4, "<U1"),
        (npy_header("__import__('os')"), "header"),
        (npy_header("{'descr': [('a', '|O')], 'fortran_order': False, 'shape': (1,)}"), "objects"),
        (b"\x93NUMPY\x09\x00", "header"),
        (b"not an array", "header"),
        (b"", "header"),
    ],
)
def test_npy_headers_are_judged_before_they_are_believed(tmp_path, raw, part):
    (tmp_path / "k.npy").write_bytes(raw)
    with pytest.raises(InputError) as caught:
        read_kernel_file("mechanism", str(tmp_path / "k.npy"))
    assert part in caught.value.problem


def test_object_arrays_are_never_unpickled(tmp_path):
    np.save(tmp_path / "k.npy", np.array([[1, None]], dtype=object))
    with pytest.raises(InputError, match="never unpickled"):
        read_kernel_file("mechanism", str(tmp_path / "k.npy"))


def test_large_files_are_refused_before_they_are_read(tmp_path):
    path = tmp_path / "k.csv"
    with path.open("wb") as file:
        file.truncate(files.LARGEST_FILE + 1)  # sparse
    with pytest.raises(InputError, match="larger than 64 MB"):
        read_kernel_file("mechanism", str(path))


def test_too_many_entries_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "LARGEST_ENTRIES", 3)
    with pytest.raises(InputError, match="more than 3 entries"):
        read_kernel_file("mechanism", written(tmp_path, "0,0,0\n0,0,0\n"))


@pytest.mark.parametrize("name", ["gone.csv", "gone.npy", "a\0b.csv", "."])
def test_files_that_cannot_be_opened(tmp_path, name):
    with pytest.raises(InputError, match=r"^mechanism: "):
        read_kernel_file("mechanism", str(tmp_path / name))


def test_a_directory_with_a_file_name(tmp_path):
    (tmp_path / "k.csv").mkdir()
    with pytest.raises(InputError, match="is a directory"):
        read_kernel_file("mechanism", str(tmp_path / "k.csv"))


def test_bytes_that_are_no_text(tmp_path):
    (tmp_path / "k.csv").write_bytes(b"0.5,\xff0.5\n")
    with pytest.raises(InputError, match=r"byte 4"):
        read_kernel_file("mechanism", str(tmp_path / "k.csv"))


def test_a_table_is_no_vector(tmp_path):
    with pytest.raises(InputError, match="table of 2 × 2"):
        read_vector_text("p", "@" + written(tmp_path, "0.5,0.5\n0.5,0.5\n"))


def test_a_forgotten_at_sign_is_pointed_out():
    with pytest.raises(InputError, match=r"write @prior\.csv"):
        read_vector_text("prior", "prior.csv")


def test_letters_must_agree():
    letters = ("a", "b")
    assert same_letters([("p0", None), ("p1", letters), ("mechanism", letters)]) == letters
    assert same_letters([("p0", None)]) is None
    with pytest.raises(InputError, match=r"mechanism: its letter 0 is 'b' where p0 has 'a'"):
        same_letters([("p0", letters), ("mechanism", ("b", "a"))])


@given(
    st.lists(st.lists(RATIONALS, min_size=2, max_size=4), min_size=2, max_size=4).filter(
        lambda rows: len({len(row) for row in rows}) == 1
    ),
    st.booleans(),
    st.booleans(),
)
def test_a_csv_reads_back_whatever_is_named(tmp_path_factory, rows, headed, lettered):
    lines = [[*(["r" + str(i)] if lettered else []), *map(str, row)] for i, row in enumerate(rows)]
    if headed:
        lines.insert(0, [*([""] if lettered else []), *(f"c{j}" for j in range(len(rows[0])))])
    path = written(tmp_path_factory.mktemp("csv"), "\n".join(map(",".join, lines)))
    kernel = read_kernel_file("mechanism", path)
    np.testing.assert_array_equal(kernel.numbers, [[float(x) for x in row] for row in rows])
    assert (kernel.columns is not None, kernel.rows is not None) == (headed, lettered)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
@pytest.mark.parametrize("ending", ["csv", "json", "npy"])
def test_a_pipe_is_refused_and_not_waited_for(tmp_path, ending):
    path = tmp_path / f"pipe.{ending}"
    os.mkfifo(path)
    with pytest.raises(InputError, match="a pipe or a device"):
        read_kernel_file("mechanism", str(path))
    with pytest.raises(InputError, match="a pipe or a device"):
        read_vector_text("p", f"@{path}")
    (tmp_path / "link.csv").symlink_to(os.devnull)
    with pytest.raises(InputError, match="a pipe or a device"):
        read_kernel_file("mechanism", str(tmp_path / "link.csv"))


@pytest.mark.parametrize("text", ["0_5,0.5", "0.5,0_5", "1/2,1_0/20", "1e-1_0,1"])
def test_an_underscore_is_no_digit(tmp_path, text):
    with pytest.raises(InputError, match="_"):
        read_vector("p", read_vector_text("p", text).numbers)
    path = written(tmp_path, f"{text}\n0.5,0.5\n")
    with pytest.raises(InputError, match="underscore"):
        read_kernel_file("mechanism", path)
    with pytest.raises(InputError, match="underscore"):
        read_kernel([text.split(","), [0.5, 0.5]], 2)


@pytest.mark.parametrize("separator", [",", " ", "\t", ";", "\n"])
def test_entries_are_counted_before_they_are_read(tmp_path, monkeypatch, separator):
    monkeypatch.setattr(files, "LARGEST_ENTRIES", 100)
    for count, refused in ((100, False), (102, True)):
        path = written(tmp_path, separator.join(["1"] * count))
        if refused:
            with pytest.raises(InputError, match="more than 100 entries"):
                read_distribution_file("p", path)
        else:
            assert len(read_distribution_file("p", path).numbers) == count


DEADLY = """
import os
from os import _exit as leave
def now(): os._exit(0)
def early(): leave(0)
def replaced(): os.execvp("true", ["true"])
def child():
    if (pid := os.fork()) == 0:
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7
    return [[0.5, 0.5], [0.5, 0.5]]
"""


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
@pytest.mark.parametrize("function", ["now", "early", "replaced", "child"])
def test_a_function_cannot_end_the_process(tmp_path, monkeypatch, function):
    (tmp_path / "deadly_code.py").write_text(DEADLY, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "deadly_code", raising=False)
    before, problem = os._exit, PublicPrior(prior=[0.5, 0.5], epsilon=1)
    name = f"deadly_code:{function}"
    if function == "child":
        assert read_callable_mechanism("mechanism", name, problem).shape == (2, 2)
    else:
        with pytest.raises(InputError, match=r"EndedError: os\.\w+ would end lpcheck \(deadly"):
            read_callable_mechanism("mechanism", name, problem)
    assert os._exit is before


FORGED = "a\nverified and accepted\x1b[2K\x1b[1A"


def test_letters_cannot_forge_a_report():
    problem = PublicPrior(prior=[0.5, 0.3, 0.2], epsilon=1)
    letters = (FORGED, "b", "c")
    for kernel in (np.eye(3), np.full((3, 3), 1 / 3), np.tile([0.5, 0.3, 0.2], (3, 1))):
        finding = check(problem, kernel)
        for text in (
            console.of_comparison(finding, letters, letters),
            *console.explained(finding, letters, letters),
        ):
            assert "\x1b" not in text
            assert not any(line.startswith("verified") for line in text.splitlines())
    assert "\x1b" not in console.of_solution(problem, solve(problem), letters)


def test_files_and_messages_cannot_forge_a_line(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    forged = "c.json\naccepted  other.json\x1b[1A.json"
    Path(forged).write_text("{}", encoding="utf-8")
    assert main(["recheck", forged]) == 1
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert [line.split()[0] for line in out.splitlines()] == ["REJECTED", "0"]
    assert main(["recheck", "\x1b[2Jnone\x07"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert all(c.isprintable() for c in err[:-1])
    assert harmless("\x1b[31mred\x1b[0m\r\x1b[2J\u202e") == "\x1b[31mred\x1b[0m??[2J?"
