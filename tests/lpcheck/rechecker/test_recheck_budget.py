"""Hostile files: each is accepted or refused within a minute of one core and a gigabyte.

The limits are the operating system's, in a process of its own. Small files are here, that took
minutes or gigabytes before work was charged before it is done.
"""

import json
import random
import resource
import subprocess
import sys
from fractions import Fraction

import pytest

from lpcheck.certificates import certify
from lpcheck.rechecker import budget, recheck
from lpcheck.rechecker.interval import Decimals

SECONDS, BYTES = 60, 2**30
ANY = {"lower": "-inf", "upper": "inf"}

CHECK = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))
resource.setrlimit(resource.RLIMIT_AS, ({bytes}, {bytes}))
from lpcheck.rechecker import recheck
found = recheck(sys.argv[1], sys.argv[2])
print("accepted" if found else "refused", found.reason)
"""


def draft(problem, parameters, primal, dual):
    return {
        "format": "lpcheck-certificate",
        "version": 1,
        "problem": problem,
        "parameters": parameters,
        "bounds": ANY,
        "primal": primal,
        "dual": dual,
        "mechanism": None,
    }


def distribution(rng, k):
    masses = [rng.randrange(1, 1000) for _ in range(k)]
    return [f"{x}/{sum(masses)}" for x in masses]


def large_orders(k=100):
    """Utilities of 273,000 digits at thousands of sets, whose prices are in general position."""
    rng = random.Random(1)
    small = [f"{rng.randrange(1, 1000)}e-303" for _ in range(k - 1)]
    p1 = [*small, str(1 - sum(map(Fraction, small)))]
    parameters = {"p0": distribution(rng, k), "p1": p1, "epsilon": "700", "divergence": "alpha:900"}
    alpha = [str(rng.randrange(1, 10**6)) for _ in range(k)]
    return draft("staircase", parameters, [["1"]] * k, {"alpha": alpha})


def unlike_denominators(k=40, m=30, digits=450):
    """Rows that sum to exactly 1 with denominators that have nothing in common."""
    rows = []
    for x in range(k):
        row = []
        for y in range(m // 2):
            entry = Fraction(9 * 10 ** (digits - 1) + 7 * y, 10**digits + 2 * (x * m + y) + 1)
            row += [entry / (m // 2), (1 - entry) / (m // 2)]
        rows.append([str(x) for x in row])
    rng = random.Random(2)
    parameters = {"p0": distribution(rng, k), "p1": distribution(rng, k)}
    parameters |= {"epsilon": "3", "divergence": "kl"}
    return draft("staircase", parameters, rows, {"alpha": ["0"] * k})


def many_cuts(n=600):
    """Gaussian levels far in the tail, each at its own β."""
    cut = {"first": [0], "second": [0], "count": [1], "over": ["1"], "total": "1"}
    cuts = [{**cut, "beta": f"{10 + i / 1000}"} for i in range(n)]
    parameters = {"reference": ["1/2", "1/2"], "c1": "0", "c2": "2", "nu": "1/2"}
    parameters["divergence"] = "kl"
    dual = {"risk": ["1"], "point": ["1/2", "1/2"], "cuts": cuts}
    return draft("minimax-sampler", parameters, [["1/2", "1/2"]], dual)


def tiny_numbers(n=240_000):
    rng = random.Random(3)
    parameters = {"prior": distribution(rng, 16), "epsilon": "1"}
    rows = [["1e-4000"] * (n // 16)] * 16
    return draft("information", parameters, rows, {"alpha": ["0"] * 16})


def decimal_rows(rng, k, m, digits):
    rows = []
    for _ in range(k):
        row = [rng.randrange(10**digits // m // 2, 10**digits // m) for _ in range(m)]
        row[0] += 10**digits - sum(row)
        rows.append([f"{x}e-{digits}" for x in row])
    return rows


def many_letters_of_estimation(k=60, m=300):
    """An inverse of 59 × 59 enclosures, of a sum of 300 products each."""
    rng = random.Random(5)
    rows = decimal_rows(rng, k, m, 60)
    return draft("estimation", {"k": str(k), "epsilon": "5"}, rows, {})


def all_patterns_of_estimation(k=15, m=800):
    rng = random.Random(6)
    B = [[f"{rng.randrange(10**400)}e-400" for _ in range(k)] for _ in range(k)]
    alpha = [f"{rng.randrange(10**900)}e-900" for _ in range(k)]
    parameters = {"prior": distribution(rng, k), "epsilon": "3"}
    dual = {"information": B, "alpha": alpha}
    return draft("estimation", parameters, decimal_rows(rng, k, m, 60), dual)


def many_pairs_of_places(n=70):
    """Distances all different, and rows of long numbers."""
    rng = random.Random(7)
    apart = [
        [str(1000 + abs(x - z) * 7 + (x + z) * abs(x - z)) for x in range(n)] for z in range(n)
    ]
    distances = [["0" if d == "1000" else f"{d}e-2" for d in row] for row in apart]
    parameters = {"loss": [["1"] * n] * n, "privacy": {"name": "metric", "distances": distances}}
    row = decimal_rows(rng, 1, n, 480)[0]
    dual = {"risk": ["1"] * n, "privacy": [[[0, 1, "1"]] * 200 for _ in range(n)]}
    return draft("loss", parameters, [row] * n, dual)


def a_long_formula(k=120):
    """O(k²) sets, at each of which a formula of 200 characters is enclosed."""
    rng = random.Random(8)
    group = "(" + "*".join(["ln(x)"] * 7) + ")"
    text = "f:(x-1)^2+0*(" + "*".join([group] * 4) + ")"
    parameters = {"p0": distribution(rng, k), "p1": distribution(rng, k)}
    parameters |= {"epsilon": "1", "divergence": text}
    alpha = [str(rng.randrange(1, 10**6)) for _ in range(k)]
    return draft("staircase", parameters, [["1"]] * k, {"alpha": alpha})


HOSTILE = [
    large_orders,
    unlike_denominators,
    many_cuts,
    tiny_numbers,
    many_letters_of_estimation,
    all_patterns_of_estimation,
    many_pairs_of_places,
    a_long_formula,
]
SLOW = (
    unlike_denominators,
    many_cuts,
    many_letters_of_estimation,
    all_patterns_of_estimation,
    many_pairs_of_places,
    a_long_formula,
)


@pytest.mark.parametrize("arithmetic", ["decimal", "flint"])
@pytest.mark.parametrize(
    "hostile", [pytest.param(x, marks=pytest.mark.full if x in SLOW else ()) for x in HOSTILE]
)
def test_within_a_minute_and_a_gigabyte(hostile, arithmetic, tmp_path):
    if arithmetic == "flint":
        pytest.importorskip("flint")
    path = tmp_path / "hostile.json"
    path.write_text(json.dumps(hostile()), encoding="utf-8")
    code = CHECK.format(seconds=SECONDS, bytes=BYTES)
    run = subprocess.run(
        [sys.executable, "-c", code, path, arithmetic], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith(("accepted ", "refused "))
    assert run.stdout.count("\n") == 1
    assert "MemoryError" not in run.stdout


def test_the_limits_are_the_system_s():
    """The control: what takes more memory, or more time, does not come back."""
    code = CHECK.format(seconds=1, bytes=BYTES)
    for more in ("bytearray(2**31)", "sum(range(10**11))"):
        run = subprocess.run(
            [sys.executable, "-c", code.replace("found =", f"{more}; found =")],
            capture_output=True,
            check=False,
        )
        assert run.returncode != 0
    assert resource.getrlimit(resource.RLIMIT_CPU)[0] != 1


def test_work_is_refused_before_it_is_done(monkeypatch):
    document = many_cuts(60)
    assert recheck(document)
    whole = budget.spent()
    monkeypatch.setattr(budget, "MOST_WORK", whole // 2)
    assert "would take more than a minute" in recheck(document).reason
    assert budget.spent() < whole
    monkeypatch.setattr(budget, "MOST_WORK", whole)
    assert recheck(document)


def test_every_kind_of_work_is_charged():
    A = Decimals()
    one, many = A.number(Fraction(1, 3)), A.number(Fraction(1, 7))
    for work in (
        lambda: A.exp(one),
        lambda: A.ln(many),
        lambda: A.normal_near(Fraction(1, 3)),
        lambda: A.number(Fraction(1, 3**2000)),
    ):
        budget.open_budget()
        work()
        assert budget.spent() > 0


def test_an_honest_file_of_many_letters_is_far_below_the_budget():
    from formulations import Staircase

    rng = random.Random(4)
    p0, p1 = distribution(rng, 60), distribution(rng, 60)
    data = certify(Staircase(p0=p0, p1=p1, epsilon=1, divergence="alpha:2.5")).data
    assert recheck(data)
    assert budget.spent() < budget.MOST_WORK / 20
