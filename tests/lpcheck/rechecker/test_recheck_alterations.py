"""10,000 random alterations: none is accepted unless what it then says is true.

What is true is found without the re-checker: the optimum by `formulations.solve` where the problem
was altered, by the original enclosure where it was not; distances and breaches in exact fractions.
"""

import copy
import random
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

import formulations
from formulations import solve
from lpcheck.rechecker import recheck

ALTERATIONS = 10_100  # shares are rounded down: 10,000 and more are made
SLOW = ("minimax_nu_kl", "local_hockey")


def leaves(node, path=()):
    """Paths to everything in a document but the root."""
    if path:
        yield path
    if isinstance(node, (dict, list)):
        for key, child in node.items() if isinstance(node, dict) else enumerate(node):
            yield from leaves(child, (*path, key))


def get(node, path):
    for key in path:
        node = node[key]
    return node


def alter(rng, document, others):
    """One random alteration of a copy."""
    altered = copy.deepcopy(document)
    # Choose a top-level field first, so that short fields are altered as often as long ones.
    top = rng.choice(list(altered))
    paths = [p for p in leaves(altered) if p[0] == top]
    path = rng.choice(paths)
    parent, value = get(altered, path[:-1]), get(altered, path)
    kind = rng.random()
    if kind < 0.08:
        parent[path[-1]] = copy.deepcopy(rng.choice(others)[top])
    elif kind < 0.12:
        parent[path[-1]] = rng.choice([None, "0", "1", "-1", "inf", "1/2", 0, 1, [], {}, True, ""])
    elif kind < 0.16 and isinstance(parent, dict):
        del parent[path[-1]]
    elif isinstance(value, list) and len(value) > 1:
        i, j = rng.sample(range(len(value)), 2)
        value[i], value[j] = value[j], value[i]
    elif isinstance(value, str) and value:
        parent[path[-1]] = alter_text(rng, value)
    elif isinstance(value, int):
        parent[path[-1]] = value + rng.choice([-1, 1])
    return altered


def alter_text(rng, value):
    digits = [i for i, c in enumerate(value) if c.isdigit()]
    if not digits:
        return value + rng.choice("x0 ")
    i = rng.choice(digits)
    kind = rng.random()
    if kind < 0.7:
        return value[:i] + rng.choice("0123456789") + value[i + 1 :]
    if kind < 0.85:
        return value[:i] + value[i + 1 :]
    return "-" + value if kind < 0.92 else value[:i] + rng.choice("0123456789.e/-") + value[i:]


def number(text):
    return float(text) if text in ("inf", "-inf") else Fraction(text)


def bounds_are_true(altered, document, build):
    lower, upper = number(altered["bounds"]["lower"]), number(altered["bounds"]["upper"])
    if altered["parameters"] == document["parameters"]:
        low, high = number(document["bounds"]["lower"]), number(document["bounds"]["upper"])
        return lower <= high and upper >= low
    solution = solve(build(altered))
    assert solution.status == "optimal"
    slack = 1e-9 * (1 + abs(solution.value)) if solution.value < float("inf") else 0
    return lower <= solution.bounds.upper + slack and upper >= solution.bounds.lower - slack


def mechanism_is_true(altered, document, build):
    asked = altered["mechanism"]
    if asked is None:
        return True
    entries = [[Fraction(x) for x in row] for row in asked["entries"]]
    if asked["verdict"] == "infeasible":
        return breach_is_true(altered, entries, asked["breach"])
    feasible = [[Fraction(x) for x in row] for row in asked["feasible_entries"]]
    pairs = [
        (a, b) for r, s in zip(entries, feasible, strict=True) for a, b in zip(r, s, strict=True)
    ]
    if max(abs(a - b) for a, b in pairs) > number(asked["distance"]):
        return False
    gap = {key: number(asked["gap"][key]) for key in ("lower", "upper")}
    within = gap["upper"] <= number(asked["tolerance"])
    if (asked["verdict"] == "optimal") != within:
        return False
    problem = build(altered)
    rows = [[float(x) for x in row] for row in feasible]
    if "points" in asked:
        order = {
            tuple(Fraction(x) for x in p): r for p, r in zip(asked["points"], rows, strict=True)
        }
        rows = [next(r for p, r in order.items() if close(p, q)) for q in problem.extreme_points]
    rows = (
        rows[0]
        if isinstance(problem, formulations.Mollifier | formulations.RelativeMollifier)
        else rows
    )
    value = problem.value(problem.read_mechanism(rows))
    low, high = (number(asked["value"][key]) for key in ("lower", "upper"))
    return low <= value + 1e-9 and high >= value - 1e-9


def close(p, q):
    return max(abs(float(a) - b) for a, b in zip(p, q, strict=True)) < 1e-12


def breach_is_true(altered, entries, breach):
    """The breach, from its definition, in decimals."""
    where, amount = breach["where"], number(breach["amount"])
    if breach["constraint"] == "stochastic":
        return abs(sum(entries[where["row"]]) - 1) >= amount > 0
    if breach["constraint"] == "nonnegative":
        return -entries[where["row"]][where["column"]] >= amount > 0
    assert breach["constraint"] == "privacy"
    row, other = entries[where["row"]], entries[where["other_row"]]
    parameters = altered["parameters"]
    with localcontext() as context:
        context.prec = 60
        if "privacy" in parameters:
            distances = parameters["privacy"]["distances"]
            beta = Fraction(distances[where["row"]][where["other_row"]])
        else:
            beta = Fraction(parameters["epsilon"] if "epsilon" in parameters else breach["beta"])
        t = Fraction((Decimal(beta.numerator) / Decimal(beta.denominator)).exp())
    if "column" in where:
        a, b = row[where["column"]], other[where["column"]]
        return a / (t * b) - 1 >= amount > 0 if b > 0 else a > 0
    excess = sum(max(a - t * b, 0) for a, b in zip(row, other, strict=True))
    allowed = Fraction(parameters.get("delta", 0))
    if "nu" in parameters:
        profile = formulations.MinimaxSampler(k=3, nu=parameters["nu"]).privacy.profiles[0]
        allowed = Fraction(float(profile.delta(float(beta)))) - Fraction("1e-14")
    return excess - allowed >= amount > 0


def test_no_alteration_that_is_false_is_accepted(name, certificates, build):
    rng = random.Random(f"alter {name}")
    document, others = certificates[name], list(certificates.values())
    rounds = ALTERATIONS // len(certificates)
    if name not in SLOW:  # the slow ones' shares are taken by the quick ones
        rounds += -(-len(SLOW) * (rounds // 2 + 1) // (len(certificates) - len(SLOW)))
    else:
        rounds //= 2
    accepted = refused = 0
    while accepted + refused < rounds:
        altered = alter(rng, document, others)
        if altered == document:
            continue
        found = recheck(altered)
        assert "\n" not in found.reason
        if not found:
            refused += 1
            continue
        accepted += 1
        assert bounds_are_true(altered, document, build), altered
        assert mechanism_is_true(altered, document, build), altered
    assert refused > rounds / 3
    assert accepted < rounds / 2


def test_the_true_ones_among_them_are_accepted(certificates):
    """The oracle above is not vacuous: wider bounds and notes are accepted."""
    document = copy.deepcopy(certificates["staircase_kl"])
    document["claim"], document["bounds"]["upper"] = "kairouz2016.theorem-4", "1/2"
    assert recheck(document)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("staircase_kl", "information"),
        ("minimax_kl", "local_hockey"),
        ("relative_js", "relative_tv"),
    ],
)
def test_another_problems_proof_is_refused(certificates, one, other):
    for field in ("parameters", "primal", "problem"):
        document = copy.deepcopy(certificates[one])
        document[field] = certificates[other][field]
        if document != certificates[one]:
            assert not recheck(document)
