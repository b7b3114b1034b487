"""Certificates of staircase problems far beyond what enumerates patterns."""

import json
import random
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from formulations import Information, InputError, Staircase, solve, staircase_path
from lpcheck.certificates import certify
from lpcheck.certificates.staircase import partition as _partition
from lpcheck.certificates.staircase.blocks import merged, read_blocks
from lpcheck.cli import main
from lpcheck.rechecker import enclose, recheck

DIVERGENCES = ("kl", "tv", "hellinger", "chi2", "js", "hockey-stick:1.5", "alpha:0", "alpha:2.5")
LEVELS = ("0", "1e-4", "1/2", "3", "12", "300")


def draw(seed, k, kind):
    rng = random.Random(f"{seed} {k} {kind}")
    weight = {
        "generic": lambda: rng.randint(1, 10**6),
        "ties": lambda: rng.choice((0, 0, 1, 1, 2)),
    }[kind]
    weights = [weight() for _ in range(k - 1)] + [1]
    return [Fraction(w, sum(weights)) for w in weights]


def ends(certificate):
    return Fraction(certificate.bounds.lower), Fraction(certificate.bounds.upper)


def assert_narrow(problem, width="1e-30"):
    lower, upper = ends(certify(problem))
    assert upper - lower <= Fraction(width) * max(lower, Fraction(1, 10**20))
    found = solve(problem).bounds
    slack = 1e-9 * (1 + found.upper)
    assert float(lower) <= found.upper + slack
    assert float(upper) >= found.lower - slack
    return lower, upper


@pytest.mark.parametrize("epsilon", LEVELS)
@pytest.mark.parametrize("divergence", DIVERGENCES)
def test_narrow_beyond_twelve_inputs(divergence, epsilon):
    for k, kind in ((13, "ties"), (25, "generic")):
        p0, p1 = draw(1, k, kind), draw(2, k, kind)
        assert_narrow(Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence=divergence))


@pytest.mark.parametrize("divergence", ["hellinger", "js", "kl"])
@pytest.mark.parametrize("k", [13, 20])
def test_priors_that_mirror_each_other(divergence, k):
    """Several partitions are optimal: all their blocks have to be tight."""
    law = [Fraction(1, x) for x in range(1, k + 1)]
    p = [x / sum(law) for x in law]
    for epsilon in ("0.1", "1", "4"):
        problem = Staircase(p0=p, p1=p[::-1], epsilon=epsilon, divergence=divergence)
        assert_narrow(problem, "1e-25")


def test_the_same_whether_patterns_are_enumerated_or_not():
    """Twelve inputs with the simplex method; with one more, of no mass, with the partition."""
    p0, p1 = draw(3, 12, "generic"), draw(4, 12, "generic")
    for divergence in ("kl", "js"):
        low, high = assert_narrow(Staircase(p0=p0, p1=p1, epsilon=2, divergence=divergence))
        more = Staircase(p0=[*p0, 0], p1=[*p1, 0], epsilon=2, divergence=divergence)
        lower, upper = assert_narrow(more)
        assert max(low, lower) <= min(high, upper) + Fraction(1, 10**30)


def test_total_variation_has_its_closed_form_at_any_size():
    """Kairouz2016, Theorem 6, also where the price of a block is below a double's rounding."""
    p0, p1 = draw(5, 60, "generic"), draw(6, 60, "generic")
    distance = sum(abs(a - b) for a, b in zip(p0, p1, strict=True)) / 2
    for epsilon in (1, 45):
        lower, upper = ends(certify(Staircase(p0=p0, p1=p1, epsilon=epsilon, divergence="tv")))
        u = Fraction((-Decimal(epsilon)).exp())
        exact = (1 - u) / (1 + u) * distance
        assert abs(lower - exact) < Fraction(1, 10**25)
        assert abs(upper - exact) < Fraction(1, 10**25)


def test_equal_hypotheses_and_empty_hockey_sticks_are_worth_nothing():
    p0, p1 = draw(7, 30, "generic"), draw(8, 30, "ties")
    for problem in (
        Staircase(p0=p0, p1=p0, epsilon=1),
        Staircase(p0=p0, p1=p1, epsilon="1/10", divergence="hockey-stick:3"),
    ):
        assert certify(problem).bounds == ("0", "0")


@pytest.mark.parametrize("seed", range(5))
def test_wrong_partitions_and_prices_cost_width_not_truth(monkeypatch, seed):
    rng = np.random.default_rng(seed)
    problem = Staircase(
        p0=draw(9, 14, "generic"), p1=draw(10, 14, "generic"), epsilon=2, divergence="kl"
    )
    optimum = solve(problem).value

    def wrong(letters):
        inner = rng.choice(np.arange(1, len(letters)), int(rng.integers(1, 6)), replace=False)
        cuts = np.concatenate([[0], np.sort(inner), [len(letters)]])
        return staircase_path.Partition(letters, cuts, staircase_path.value_of(letters, cuts))

    monkeypatch.setattr(_partition.staircase_path, "best_partition", wrong)
    monkeypatch.setattr(
        _partition.staircase_path, "certify", lambda _: rng.uniform(-0.1, 0.2, problem.k)
    )
    lower, upper = ends(certify(problem))
    assert upper - lower > Fraction(1, 10**6)
    assert float(lower) <= optimum + 1e-12
    assert float(upper) >= optimum - 1e-12


def test_a_block_that_does_not_pay_its_price_is_joined():
    problem = Staircase(p0=["3/10", "3/10", "2/5"], p1=["1/10", "1/10", "4/5"], epsilon=40)
    kept = merged(read_blocks(problem, [0, 0, 1]))
    assert kept.labels == [0, 0, 1]
    joined = merged(read_blocks(problem, [0, 1, 2]))
    assert joined.labels == [0, 0, 1]
    assert joined.count == 2


@pytest.fixture(scope="module")
def hundred():
    generator = np.random.default_rng(100)
    p0, p1 = generator.dirichlet(np.ones(100), 2)
    return Staircase(p0=p0, p1=p1, epsilon=1, divergence="kl")


def test_a_hundred_inputs(hundred):
    pytest.importorskip("flint")
    certificate = certify(hundred, solve(hundred).mechanism)
    assert certificate.verdict == "optimal"
    lower, upper = ends(certificate)
    assert 0 < upper - lower < Fraction(1, 10**30) * lower
    data = certificate.data
    with_room = {"lower": str(lower), "upper": str(upper + Fraction(1, 10**40))}
    assert recheck({**data, "bounds": with_room, "mechanism": None}, "flint")
    beyond = {"lower": str(lower), "upper": str(upper - (upper - lower) * 2)}
    assert not recheck({**data, "bounds": beyond, "mechanism": None})


def test_a_wrong_price_raises_the_bound(hundred):
    """One of a hundred prices, a millionth lower: no set may hide it."""
    data = {**certify(hundred).data, "mechanism": None}
    upper = Fraction(data["bounds"]["upper"])
    alpha = data["dual"]["alpha"]
    for x in (0, 37, 99):
        lowered = [*alpha]
        lowered[x] = str(Fraction(alpha[x]) - Fraction(1, 10**6))
        altered = {**data, "dual": {"alpha": lowered}}
        assert not recheck(altered)
        assert Fraction(enclose(altered).bounds[1]) > upper + Fraction(1, 10**8)


def test_on_the_command_line(tmp_path, capsys):
    k = 40
    names = {"p0": draw(11, k, "generic"), "p1": draw(12, k, "generic")}
    options = ["staircase", "--epsilon", "1", "--divergence", "hellinger"]
    for name, values in names.items():
        options += [f"--{name}", ",".join(map(str, values))]
    mechanism, file = tmp_path / "kernel.csv", tmp_path / "certificate.json"
    best = solve(Staircase(**names, epsilon=1, divergence="hellinger")).mechanism
    mechanism.write_text("\n".join(",".join(map(repr, row)) for row in best.tolist()) + "\n")
    asked = ["--mechanism", str(mechanism), "--certificate", str(file)]
    assert main(["check", *options, *asked]) == 0
    assert "certified" in capsys.readouterr().out
    assert main(["recheck", str(file)]) == 0
    data = json.loads(file.read_text(encoding="utf-8"))
    data["dual"]["alpha"][0] = "0"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert main(["recheck", str(file)]) == 1
    capsys.readouterr()


def test_too_large_problems_are_refused_in_one_line():
    many, more = ["1/401"] * 401, ["1/17"] * 17
    long = [Fraction(1, 10**200 + x) for x in range(60)]
    long[-1] = 1 - sum(long[:-1])
    for problem, what in (
        (Staircase(p0=many, p1=many, epsilon=1), "at most 400"),
        (Information(prior=more, epsilon=1), "at most 16"),
        (Staircase(p0=long, p1=long[::-1], epsilon=1), "fewer digits"),
    ):
        with pytest.raises(InputError, match=what) as caught:
            certify(problem)
        assert "\n" not in str(caught.value)
