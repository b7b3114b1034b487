"""Hostile files: one line, within a second, in little memory, and never accepted."""

import json
import random
import time
import tracemalloc

import pytest

from lpcheck.rechecker import recheck
from lpcheck.rechecker.reader import LARGEST_FILE

DEEP = 10**5


def refused(data):
    start = time.process_time()
    found = recheck(data)
    assert time.process_time() - start < 1
    assert not found
    assert found.reason
    assert "\n" not in found.reason
    assert len(found.reason) < 400
    return found.reason


def test_truncated(name, document):
    data = json.dumps(document, ensure_ascii=False).encode()
    for end in random.Random(1).sample(range(len(data)), 60):
        refused(data[:end])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"\xff\xfe{}",
        b"\xef\xbb\xbf{}",
        b"{" * DEEP,
        b"[" * DEEP,
        b"[" * DEEP + b"]" * DEEP,
        b'{"a":' * DEEP + b"1" + b"}" * DEEP,
        b'"' * DEEP,
        b'{"a": NaN}',
        b'{"a": Infinity}',
        b'{"a": 1.5}',
        b'{"a": ' + b"9" * 10**6 + b"}",
        b'{"a": "\\u0041"}',
        b'{"a": "1", "a": "2"}',
        b" " * (LARGEST_FILE + 1),
        b'{"a": "' + b"[" * 1000 + b'"}',
    ],
)
def test_malformed(data):
    refused(data)


NUMBERS = [
    "9" * 10**6,
    "1e999999999",
    "1e5000",
    "1/0",
    "NaN",
    "nan",
    "inf",
    "-inf",
    "Infinity",
    "0x10",
    "1_000",
    " 1",
    "1\n",
    "١",
    "1/2/3",
    "1e",
    "",
    "--1",
    "1,5",
    1,
    0.5,
    True,
    None,
    [],
    {},
]


@pytest.mark.parametrize("value", NUMBERS, ids=lambda x: repr(x)[:12])
def test_bad_numbers_anywhere(value, certificates):
    for place in ("parameters", "primal", "dual"):
        document = json.loads(json.dumps(certificates["staircase_kl"]))
        node = document[place]
        while isinstance(
            first := next(iter(node.values())) if isinstance(node, dict) else node[0], (list, dict)
        ):
            node = first
        node[next(iter(node)) if isinstance(node, dict) else 0] = value
        refused(json.dumps(document).encode())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("parameters", {"p0": ["1"], "p1": ["1"], "epsilon": "1", "divergence": {}}),
        ("parameters", {"p0": ["1"], "p1": ["1"], "epsilon": "1", "divergence": None}),
        ("version", 2),
        ("version", True),
        ("version", "1"),
        ("format", "other"),
        ("problem", "unheard-of"),
        ("problem", ["staircase"]),
        ("made_by", "x" * 1000),
        ("claim", 1),
        ("mechanism", []),
        ("dual", []),
        ("dual", None),
        ("dual", {"beta": ["1"]}),
        ("primal", [[]]),
        ("primal", {}),
        ("primal", [["0"] * 70_000] * 4),
        ("parameters", {"prior": ["0"] * 10**5, "epsilon": "1"}),
        ("primal", [["1"]] * 10**5),
        ("bounds", {"lower": "1", "upper": "0"}),
        ("bounds", {"lower": "0"}),
        ("bounds", ["0", "1"]),
        ("unknown", "1"),
    ],
)
def test_wrong_fields(field, value, certificates):
    refused({**certificates["staircase_kl"], field: value})


@pytest.mark.parametrize("field", ["format", "version", "problem", "parameters", "mechanism"])
def test_missing_fields(field, certificates):
    document = dict(certificates["staircase_kl"])
    del document[field]
    assert field in refused(document)


def test_unlike_denominators_do_not_run_away(certificates):
    rng = random.Random(2)
    target = [f"1/{rng.randrange(10**900) | 1}" for _ in range(8000)]
    document = json.loads(json.dumps(certificates["mollifier_kl"]))
    document["parameters"]["target"] = target
    refused(document)


def test_long_prices_of_many_inputs_do_not_run_away(certificates):
    rng = random.Random(4)
    document = json.loads(json.dumps(certificates["staircase_kl"]))
    document["parameters"] |= {"p0": ["1/400"] * 400, "p1": ["1/400"] * 400}
    document |= {"primal": [["1"]] * 400, "mechanism": None}
    for price in (lambda: f"1/{rng.randrange(10**900) | 1}", lambda: "1e4000", lambda: "1e-4000"):
        document["dual"] = {"alpha": [price() for _ in range(400)]}
        assert "for 400 inputs" in refused(document)


def test_many_patterns_and_many_extreme_points(certificates):
    document = json.loads(json.dumps(certificates["information"]))
    document["parameters"]["prior"] = ["1/17"] * 17
    assert "information" in refused(document)
    document = json.loads(json.dumps(certificates["staircase_kl"]))
    document["parameters"] |= {"p0": ["1/401"] * 401, "p1": ["1/401"] * 401}
    assert "400" in refused(document)
    document = json.loads(json.dumps(certificates["minimax_reference_tv"]))
    document["parameters"]["reference"] = [f"{i}/820" for i in range(1, 41)]
    refused(document)


def test_memory_is_bounded():
    data = b'{"primal": [' + b'"12",' * (LARGEST_FILE // 6) + b'"1"]}'
    tracemalloc.start()
    found = recheck(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert not found
    assert peak < 40 * LARGEST_FILE


def test_files_that_are_not_there(tmp_path):
    refused(tmp_path / "missing.json")
    refused(tmp_path)
    refused("a\0b")


def test_random_bytes(document):
    data = bytearray(json.dumps(document, ensure_ascii=False).encode())
    rng = random.Random(3)
    for _ in range(60):
        copy = bytearray(data)
        for _ in range(5):
            copy[rng.randrange(len(copy))] = rng.randrange(256)
        found = recheck(bytes(copy))
        assert "\n" not in found.reason
