"""`check --mechanism module:function`: what works, and one line for whatever does not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lpcheck.cli import main
from lpcheck.inputs.callables import names_callable

ROOT = Path(__file__).parents[3]
KERNEL = ["check", "staircase", "--p0", "1/3,2/3", "--p1", "3/4,1/4", "--epsilon", "1"]
SAMPLER = ["check", "minimax-sampler", "--k", "3", "--epsilon", "1", "--divergence", "tv"]
VECTOR = ["check", "mollifier", "--target", "0,1", "--lower", "0.25,0", "--upper", "1,1"]

GOOD = """
import functools
import math
import os
import subprocess
import sys
from fractions import Fraction
import numpy as np

def kernel():
    print("a word for the log")
    return [[math.e / (1 + math.e), 1 / (1 + math.e)], [1 / (1 + math.e), math.e / (1 + math.e)]]

def of_parameters(epsilon, p0, k, *, divergence="?", unknown=3):
    assert (epsilon, len(p0), k, divergence, unknown) == (1.0, 2, 2, "kl", 3)
    p0[:] = 0
    return kernel()

def anything(*arguments, **more):
    assert arguments == () and more == {}
    return kernel()

def exact():
    return [[Fraction(1, 2), "1/2"], ["0.5", 0.5]]

def sampler(p):
    p = np.asarray(p)
    r = (math.e + 2) / math.e
    q = np.clip(p / r, 1 / (math.e + 2), None)
    return q / q.sum()

def sampler_at(p, epsilon):
    assert epsilon == 1.0
    return sampler(p).tolist()

def rows():
    return [sampler(p) for p in np.eye(3)]

def vector():
    return [0.25, 0.75]

def prints_everywhere():
    os.write(1, b"raw")
    subprocess.run([sys.executable, "-c", "print('from a child')"], check=True)
    return kernel()

def mutates(p0, p1):
    p0[:] = 0
    p1 += 5
    return kernel()

def sampler_mutates(p):
    q = sampler(p)
    p[:] = 7
    return q

by_lambda = lambda: kernel()
by_partial = functools.partial(sampler_at, epsilon=1.0)

class Called:
    def __call__(self):
        return kernel()
    def method(self):
        return kernel()

instance = Called()

def by_position(k, epsilon, /, gauge=1, p0=None):
    assert (k, epsilon, gauge, len(p0)) == (2, 1.0, 1, 2)
    return kernel()

def sampler_by_position(p, epsilon, /):
    return sampler_at(p, epsilon)

class Box:
    class Inner:
        @staticmethod
        def kernel():
            return kernel()
"""

BAD = """
import math, random, sys
import numpy as np
matrix = [[1, 0], [0, 1]]
calls = []

def raises(): return 1 / 0
def raises_long(): raise ValueError("several\\nlines " + "x" * 500)
def leaves(): sys.exit(0)
def nan(): return [[math.nan, 1], [0.5, 0.5]]
def ragged(): return [[1], [0.5, 0.5]]
def three_rows(): return np.full((3, 2), 0.5)
def nothing(): return None
def text(): return "0.5"
def generator(): yield [0.5, 0.5]
async def later(): return [[0.5, 0.5]] * 2
def deep(): return deep()
def asks(budget): return matrix
def draw():
    x = random.random()
    return [[x, 1 - x], [x, 1 - x]]
def draw_at(p): return np.random.default_rng().multinomial(1, p / p.sum()) + random.random()
def remembers(p):
    calls.append(1)
    return np.full(3, 1 / 3) if len(calls) < 4 else np.array([0.5, 0.25, 0.25])
def raises_at(p):
    if p[1] == 1: raise KeyError("b")
    return p
def short_at(p): return [1.0]
def nan_at(p): return [math.nan, 0.5, 0.5]
def none_at(p): return None
class Kernel: pass
def huge(): return np.zeros((2, 10**9))
def wide(): return [[0.5] * 1500, [0.5] * 1500] * 1000
def two_by_two_at(p): return np.zeros((2, 2))
def interrupts(): raise KeyboardInterrupt
def complex_at(p): return np.array([1j, 0, 0])
class Tensor:
    def tolist(self): return matrix
def tensor(): return Tensor()
def objects(): return np.array([[object(), object()]] * 2)
def mapping(): return {"a": 1}
def scalar(): return np.float64(0.5)
def masked(): return np.ma.masked_array(np.full((2, 2), 0.5), mask=np.eye(2))
def by_position(budget, /): return matrix
class Silent(Exception):
    def __str__(self): raise RuntimeError
class Base(BaseException): pass
def silent(): raise Silent
def base(): raise Base("odd")
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    helped = "from good import kernel  # beside it, in the current folder"
    for name, text in (("good", GOOD), ("bad", BAD), ("helped", helped)):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    path = list(sys.path)
    yield tmp_path
    for name in ("good", "bad", "helped", "broken", "importer", "leaver"):
        sys.modules.pop(name, None)
    assert sys.path == path


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (KERNEL, "good:kernel"),
        (KERNEL, "good:of_parameters"),
        (KERNEL, "good:anything"),
        (KERNEL, "good:Box.Inner.kernel"),
        (KERNEL, "good:prints_everywhere"),
        (KERNEL, "good:mutates"),
        (KERNEL, "good:by_lambda"),
        (KERNEL, "good:instance"),
        (KERNEL, "good:instance.method"),
        (KERNEL, "good:by_position"),
        (KERNEL, "helped:kernel"),
        (SAMPLER, "good:sampler_mutates"),
        (SAMPLER, "good:by_partial"),
        (SAMPLER, "good:sampler"),
        (SAMPLER, "good:sampler_at"),
        (SAMPLER, "good:sampler_by_position"),
        (SAMPLER, "good:rows"),
        (VECTOR, "good:vector"),
    ],
)
def test_optimal_ones(command, name, here, capfd):
    assert main([*command, "--mechanism", name, "--json"]) == 0
    out, err = capfd.readouterr()
    assert json.loads(out)["verdict"] == "optimal"  # what the function prints is not on stdout
    assert "Traceback" not in err


def test_a_constant_is_suboptimal(here, capsys):
    assert main([*KERNEL, "--mechanism", "good:exact"]) == 1
    assert capsys.readouterr().out.startswith("suboptimal: ")


def test_a_closed_form_of_lpcheck(here, capsys):
    assert main([*KERNEL, "--mechanism", "lpcheck.mechanisms:randomized_response"]) == 0
    capsys.readouterr()


@pytest.mark.parametrize(
    ("command", "name", "says"),
    [
        (KERNEL, "absent:kernel", "there is no module 'absent'; run where absent.py is"),
        (KERNEL, "good.sub:kernel", "no module 'good.sub'"),
        (KERNEL, "good:kernal", "has no 'kernal'; did you mean 'kernel'?"),
        (KERNEL, "bad:matrix", "is a list, not a function"),
        (KERNEL, "bad:raises", "raised ZeroDivisionError: division by zero (bad.py, line 7)"),
        (KERNEL, "bad:raises_long", "raised ValueError: several lines xxx"),
        (KERNEL, "bad:leaves", "raised SystemExit: 0 (bad.py, line 9)"),
        (KERNEL, "bad:nan", "mechanism[0, 0]: nan is not finite"),
        (KERNEL, "bad:ragged", "is not a rectangular matrix"),
        (KERNEL, "bad:three_rows", "has shape 3 × 2; give one row for each of the 2 inputs"),
        (KERNEL, "bad:nothing", "'bad:nothing' returned None; end it with a return"),
        (KERNEL, "bad:text", "returned a str; return an array or a list"),
        (KERNEL, "bad:generator", "returned a generator"),
        (KERNEL, "bad:tensor", "returned a Tensor; return an array or a list"),
        (KERNEL, "bad:objects", "[0, 0]: object is not a number"),
        (KERNEL, "bad:mapping", "returned a dict; return an array or a list"),
        (KERNEL, "bad:scalar", "returned a float64; return an array or a list"),
        (KERNEL, "bad:masked", "returned an array with masked entries"),
        (KERNEL, "bad:by_position", "asks for 'budget', which staircase does not have"),
        (KERNEL, "bad:silent", "raised Silent (bad.py, line "),
        (KERNEL, "bad:base", "raised Base: odd (bad.py, line "),
        (KERNEL, "good.py", "'good.py' is a Python file; write it as MODULE:FUNCTION: good:FUNC"),
        (KERNEL, "./pack/good.py:rr", "write it as MODULE:FUNCTION: pack.good:rr"),
        (KERNEL, "bad:later", "returned a coroutine"),
        (KERNEL, "bad:deep", "raised RecursionError"),
        (KERNEL, "bad:asks", "asks for 'budget', which staircase does not have"),
        (KERNEL, "bad:draw", "gave a different answer when it was called again"),
        (KERNEL, "bad:Kernel", "is a class, not a function; name an instance of it"),
        (KERNEL, "bad:huge", "returned more than 2000000 entries"),
        (KERNEL, "bad:wide", "returned more than 2000000 entries"),
        (SAMPLER, "bad:two_by_two_at", "returned no distribution: "),
        (SAMPLER, "bad:huge", "returned more than 2000000 entries"),
        (SAMPLER, "bad:draw_at", "gave a different answer when it was called again"),
        (SAMPLER, "bad:remembers", "gave a different answer when it was called again"),
        (SAMPLER, "bad:raises_at", "at P = (0, 1, 0) raised KeyError: 'b'"),
        (SAMPLER, "bad:short_at", "at P = (1, 0, 0) returned 1 entries; return 3"),
        (SAMPLER, "bad:nan_at", "returned no distribution: nan is not finite"),
        (SAMPLER, "bad:none_at", "at P = (1, 0, 0) returned None; end it with a return"),
        (SAMPLER, "bad:complex_at", "returned no distribution: complex is not a number"),
    ],
)
def test_what_is_no_mechanism_is_one_line(command, name, says, here, capsys):
    assert main([*command, "--mechanism", name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert err.count("\n") == 1
    assert len(err) < 400


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("broken", "def f(:\n", "raised SyntaxError: "),
        ("broken", "\n\n1 / 0\n", "raised ZeroDivisionError: division by zero (broken.py, line 3)"),
        ("importer", "import absent_too\n", "No module named 'absent_too' (importer.py, line 1)"),
        ("leaver", "import sys; sys.exit(3)\n", "importing 'leaver' raised SystemExit: 3"),
    ],
)
def test_modules_that_do_not_import(name, text, says, here, capsys):
    (here / f"{name}.py").write_text(text)
    assert main([*KERNEL, "--mechanism", f"{name}:f"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "is_callable"),
    [
        ("module:function", True),
        ("package.module:Class.method", True),
        ("kernel.csv", False),
        ("C:kernel.csv", False),
        ("C:\\kernel.csv", False),
        ("dir/module:function", False),
        (":f", False),
        ("m:", False),
        ("m:f()", False),
        ("@file.csv", False),
    ],
)
def test_what_names_a_function(text, is_callable):
    assert names_callable(text) is is_callable


def test_an_interrupt_in_a_function_is_one_line(here, capsys):
    assert main([*KERNEL, "--mechanism", "bad:interrupts"]) == 130
    assert capsys.readouterr() == ("", "lpcheck: interrupted\n")


@pytest.mark.parametrize(("command", "name"), [(KERNEL, "idle:kernel"), (SAMPLER, "idle:sampler")])
def test_what_never_returns_can_be_interrupted(command, name, here):
    (here / "idle.py").write_text(
        "import sys, time\n"
        "def kernel():\n"
        "    print('begun', file=sys.stderr, flush=True)\n"
        "    while True: time.sleep(0.01)\n"
        "def sampler(p): return kernel()\n"
    )
    started = subprocess.Popen(
        [sys.executable, "-m", "lpcheck", *command, "--mechanism", name],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert started.stderr is not None
    assert started.stderr.readline() == "begun\n"
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=900)
    assert (started.returncode, out, err) == (130, "", "lpcheck: interrupted\n")
