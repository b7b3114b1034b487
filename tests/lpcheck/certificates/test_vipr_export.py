"""VIPR files, read by a small checker of the format that knows nothing of this project."""

from decimal import Decimal
from fractions import Fraction

import pytest

from formulations import Information, InputError, PublicPrior, Staircase
from lpcheck.certificates import certify, vipr

T = Fraction(271828, 100000)


class Reader:
    def __init__(self, text):
        lines = [line for line in text.splitlines() if not line.startswith("%")]
        self.tokens = " ".join(lines).split()
        self.at = 0

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def expect(self, *words):
        for word in words:
            found = self.next()
            if found != word:
                raise ValueError(f"{found} where {word} is due")

    def sparse(self, objective=None):
        first = self.next()
        if first == "OBJ":
            return objective
        return {int(self.next()): Fraction(self.next()) for _ in range(int(first))}

    def constraint(self, objective=None):
        name, sense, right = self.next(), self.next(), Fraction(self.next())
        return name, sense, right, self.sparse(objective)


def dot(a, b):
    return sum((x * b.get(i, Fraction(0)) for i, x in a.items()), Fraction(0))


def check(text):
    """The proved range of a maximum, or ValueError."""
    reader = Reader(text)
    reader.expect("VER", "1.0", "VAR")
    size = int(reader.next())
    names = [reader.next() for _ in range(size)]
    if len(set(names)) < size:
        raise ValueError("a name twice")
    reader.expect("INT", "0", "OBJ", "max")
    objective = reader.sparse()
    reader.expect("CON")
    count, bounds = int(reader.next()), int(reader.next())
    rows = [reader.constraint() for _ in range(count)]
    if any(len(row[3]) != 1 for row in rows[:bounds]) or len({r[0] for r in rows}) < count:
        raise ValueError("bounds or names")
    reader.expect("RTP", "range")
    low, high = Fraction(reader.next()), Fraction(reader.next())
    reader.expect("SOL", "1")
    reader.next()
    solution = reader.sparse()
    for name, sense, right, row in rows:
        value = dot(row, solution)
        if {"E": value != right, "L": value > right, "G": value < right}[sense]:
            raise ValueError(f"the solution breaks {name}")
    if dot(objective, solution) < low:
        raise ValueError("the solution is below the range")
    reader.expect("DER", "1")
    _, sense, right, left = reader.constraint(objective)
    reader.expect("{", "lin")
    multipliers = reader.sparse()
    reader.expect("}", "-1")
    if sense != "L" or left is not objective or right > high or reader.at != len(reader.tokens):
        raise ValueError("the last derivation is not the bound")
    total, combination = Fraction(0), {}
    for i, m in multipliers.items():
        _, kind, b, row = rows[i]
        if m * {"E": 0, "L": -1, "G": 1}[kind] > 0:
            raise ValueError("the multipliers do not combine to ≤")
        total += m * b
        for j, a in row.items():
            combination[j] = combination.get(j, Fraction(0)) + m * a
    if {j: a for j, a in combination.items() if a} != {j: a for j, a in objective.items() if a}:
        raise ValueError("the combination is not the objective")
    if total > right:
        raise ValueError("the combination proves less")
    return low, high


P0, P1 = ["1/2", "3/10", "1/5", "0"], ["1/10", "1/5", "3/10", "2/5"]


@pytest.mark.parametrize("divergence", ["tv", "chi2", "hockey-stick:1.5"])
def test_a_staircase_program_is_proved_exactly(divergence):
    problem = Staircase(p0=P0, p1=P1, epsilon=1, divergence=divergence)
    low, high = check(vipr.export(problem, T))
    assert low == high
    at_t = Staircase(p0=P0, p1=P1, epsilon="0.99999932740", divergence=divergence)
    from formulations import solve

    assert abs(float(low) - solve(at_t).value) < 1e-9


@pytest.mark.parametrize("prior", [["1/2", "1/3", "1/6"], ["1/4"] * 4, ["3/5", "2/5"]])
def test_the_public_prior_is_proved_exactly(prior):
    low, high = check(vipr.export(PublicPrior(prior=prior, epsilon=1, divergence="tv"), T))
    q = min(Fraction(x) for x in prior)
    assert low == high == T * q / (T * q + 1 - q)


def test_a_tampered_file_is_refused():
    text = vipr.export(PublicPrior(prior=["1/2", "1/3", "1/6"], epsilon=1, divergence="tv"), T)
    low, high = check(text)
    tighter = high * (1 - Fraction(1, 10**9))
    with pytest.raises(ValueError, match=r"the bound|proves less"):
        check(text.replace(f"B L {high}", f"B L {tighter}"))
    with pytest.raises(ValueError, match=r"the bound|proves less"):
        check(text.replace(f"range {low} {high}", f"range {low} {tighter}"))
    row = next(line for line in text.splitlines() if line.startswith("P0_1_0"))
    with pytest.raises(ValueError, match=r"breaks|objective"):
        check(text.replace(row, row.replace(str(T), "2")))


@pytest.mark.parametrize("epsilon", ["1/1000", "1", "20"])
def test_by_default_the_file_bounds_the_optimum_at_the_problem_s_own_epsilon(epsilon):
    problem = Staircase(p0=P0, p1=P1, epsilon=epsilon, divergence="tv")
    low, high = check(vipr.export(problem))
    upper = Decimal(certify(problem).bounds.upper)
    assert upper * (1 - Decimal("1e-45")) <= high.numerator / Decimal(high.denominator)
    assert float(low) == float(high) == pytest.approx(float(upper), rel=1e-7)


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (Staircase(p0=P0, p1=P1, epsilon=1, divergence="kl"), "divergence: kl is not rational"),
        (Staircase(p0=P0, p1=P1, epsilon=0, divergence="tv"), "epsilon: .* constant"),
        (Staircase(p0=["1/11"] * 11, p1=["1/11"] * 11, epsilon=1, divergence="tv"), "p0: has 11"),
        (PublicPrior(prior=["1/2", "1/2"], epsilon=1, divergence="kl"), "divergence: .* linear"),
        (PublicPrior(prior=["1", "0"], epsilon=1, divergence="tv"), "prior: has a zero"),
        (Information(prior=["1/2", "1/2"], epsilon=1), "problem: .* 'information'"),
    ],
)
def test_what_is_not_rational_is_refused(problem, words):
    with pytest.raises(InputError, match=words) as refused:
        vipr.export(problem)
    assert "\n" not in str(refused.value)


def test_a_t_that_allows_only_constants_is_refused():
    with pytest.raises(InputError, match="constant"):
        vipr.export(Staircase(p0=P0, p1=P1, epsilon=1, divergence="tv"), Fraction(1))
