"""Loss: against the plain program over all kernels, with wrong multipliers, and known optima."""

from __future__ import annotations

import math

import cvxpy as cp
import numpy as np
import pytest

from formulations import LDP, LIP, PML, ULDP, ApproximateLDP, InputError, Loss, MetricPrivacy, solve


def notions(n, epsilon, prior):
    path = [[epsilon * abs(i - j) for j in range(n)] for i in range(n)]
    return {
        "ldp": LDP(epsilon),
        "approximate": ApproximateLDP(epsilon, 0.05),
        "metric": MetricPrivacy(path),
        "pml": PML(epsilon, prior),
        "lip": LIP(epsilon, prior),
        "uldp": ULDP(epsilon, [0], n),
    }


def plain(costs, priors, notion):
    """The definitions written out, in another form than the model's."""
    n, m = costs.shape
    Q, worst = cp.Variable((n, m), nonneg=True), cp.Variable()
    constraints = [cp.sum(Q, axis=1) == 1, priors @ cp.sum(cp.multiply(costs, Q), axis=1) <= worst]
    pairs = [(x, z) for x in range(n) for z in range(n) if x != z]
    given = notion.parameters
    t = math.exp(float(given["epsilon"])) if "epsilon" in given else None
    if notion.name == "ldp":
        constraints += [Q[x] <= t * Q[z] for x, z in pairs]
    elif notion.name == "approximate":
        d = float(given["delta"])
        constraints += [cp.sum(cp.pos(Q[x] - t * Q[z])) <= d for x, z in pairs]
    elif notion.name == "metric":
        d = notion.array
        constraints += [Q[x] <= math.exp(d[x, z]) * Q[z] for x, z in pairs]
    elif notion.name in ("pml", "lip"):
        mean = given["prior"].array @ Q
        constraints += [Q[x] <= t * mean for x in range(n)]
        if notion.name == "lip":
            constraints += [t * Q[x] >= mean for x in range(n)]
    else:
        constraints += [Q[x, 0] <= t * Q[z, 0] for x, z in pairs]
        constraints += [Q[x, y] == 0 for y in range(1, n) for x in range(n) if x != y]
    problem = cp.Problem(cp.Minimize(worst), constraints)
    problem.solve(solver=cp.CLARABEL, tol_gap_abs=1e-10, tol_gap_rel=1e-10, tol_feas=1e-10)
    return problem.value


@pytest.mark.parametrize("name", ["ldp", "approximate", "metric", "pml", "lip", "uldp"])
@pytest.mark.parametrize("seed", range(6))
def test_against_the_plain_program(name, seed):
    rng = np.random.default_rng([seed, 15])
    n = int(rng.integers(2, 5))
    m = n if name == "uldp" else int(rng.integers(1, 6))
    costs = np.round(rng.normal(size=(n, m)), 3)
    prior = np.round(rng.dirichlet(np.ones(n)) * 0.9 + 0.1 / n, 6)
    prior = (prior / prior.sum()).tolist()
    notion = notions(n, float(rng.choice([0.1, 1.0, 3.0])), prior)[name]
    other = (np.ones(n) / n).tolist()
    for given, rows in (
        (prior, [prior]), (None, np.eye(n)), ([prior, other], [prior, other])
    ):  # fmt: skip
        solution = solve(Loss(loss=costs.tolist(), prior=given, privacy=notion))
        assert solution.status == "optimal", solution.message
        found = plain(costs, np.array(rows), notion)
        assert solution.value == pytest.approx(found, rel=1e-6, abs=1e-7)


@pytest.mark.full
def test_1000_random_instances():
    rng, wrong = np.random.default_rng(1000), []
    for number in range(1000):
        n = int(rng.integers(2, 4))
        name = ["ldp", "approximate", "metric", "pml", "lip", "uldp"][number % 6]
        m = n if name == "uldp" else int(rng.integers(1, 4))
        costs = rng.integers(-3, 4, (n, m)).astype(float)
        prior = rng.integers(1, 9, n).astype(float)
        prior = (prior / prior.sum()).tolist()
        notion = notions(n, float(rng.choice([0.1, 1.0, 3.0])), prior)[name]
        worst = number % 5 == 0
        given = None if worst else prior
        solution = solve(Loss(loss=costs.tolist(), prior=given, privacy=notion))
        other = plain(costs, np.eye(n) if worst else np.array([prior]), notion)
        # Where losses cancel to 0, no relative accuracy is to be had, and none is claimed.
        told = solution.status == "optimal" or abs(other) < 1e-9
        if not told or abs(solution.value - other) > 1e-6 * (1 + abs(other)):
            wrong.append((costs, given, notion, solution, other))
    assert not wrong, wrong[0]


@pytest.mark.parametrize("name", ["ldp", "approximate", "metric", "pml", "lip", "uldp"])
def test_a_bound_holds_whatever_the_multipliers_are(name):
    rng = np.random.default_rng(4)
    n, prior = 3, ["1/2", "3/10", "1/5"]
    problem = Loss(
        loss=rng.normal(size=(n, n)).tolist(), prior=prior, privacy=notions(n, 1.0, prior)[name]
    )
    program = problem.program()
    optimum = solve(problem).value
    for _ in range(100):
        duals = {key: rng.normal(size=c.shape) for key, c in program.constraints.items()}
        assert problem.dual_bound(duals, {}) <= optimum + 1e-9


def test_known_optima():
    binary = Loss(loss=[[0, 1], [1, 0]], prior=["1/2", "1/2"], epsilon=1)
    assert solve(binary).value == pytest.approx(1 / (math.e + 1), rel=1e-12)
    nothing = Loss(loss=[[3, 5]] * 2, epsilon=1)
    assert solve(nothing).value == pytest.approx(3.0, rel=1e-12)
    everything = Loss(loss=[[0, 1], [1, 0]], epsilon=0)
    assert solve(everything).value == pytest.approx(0.5, rel=1e-12)
    one = Loss(loss=[[2, -1]], epsilon=1)
    assert solve(one).value == pytest.approx(-1.0, rel=1e-12)


def test_the_truncated_geometric_mechanism_with_a_remap_is_optimal_for_counts():
    """Ghosh, Roughgarden, Sundararajan 2012: for every prior and monotone loss of |x − y|."""
    from lpcheck.compare import check

    n, epsilon, rng = 5, 0.7, np.random.default_rng(2)
    a = math.exp(-epsilon)
    x = np.arange(n)
    geometric = a ** np.abs(x[:, None] - x) * (1 - a) / (1 + a)
    geometric[:, [0, -1]] /= 1 - a
    distances = epsilon * np.abs(x[:, None] - x)
    for power in (1, 2, 0.5):
        costs = np.abs(x[:, None] - x) ** power
        prior = rng.dirichlet(np.ones(n))
        problem = Loss(
            loss=costs.tolist(), prior=prior.tolist(), privacy=MetricPrivacy(distances.tolist())
        )
        best = (prior[:, None, None] * geometric[:, :, None] * costs[:, None, :]).sum(0).argmin(1)
        remapped = np.zeros((n, n))
        np.add.at(remapped.T, best, geometric.T)
        assert check(problem, remapped).verdict == "optimal"
        assert check(problem, np.tile(np.eye(n)[2], (n, 1))).verdict == "suboptimal"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"loss": [[0, 1], [1]], "epsilon": 1}, r"loss\[1\]"),
        ({"loss": [], "epsilon": 1}, "loss"),
        ({"loss": [[0, float("inf")]], "epsilon": 1}, r"loss\[0, 1\]"),
        ({"loss": [[0, 1], [1, 0]], "prior": ["1/2", "1/4", "1/4"], "epsilon": 1}, "prior"),
        ({"loss": [[0, 1], [1, 0]]}, "epsilon"),
        ({"loss": [[0, 1], [1, 0]], "privacy": "uldp:5", "epsilon": 1}, "letters 0 to 1"),
    ],
)
def test_bad_input_is_refused_in_a_line(given, says):
    with pytest.raises(InputError, match=says):
        Loss(**given)
