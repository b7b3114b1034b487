r"""Linear programs to many digits by iterative refinement (Gleixner, Steffy and Wolter, 2016).

HiGHS solves in doubles. What its point misses, in exact arithmetic, becomes the right-hand side and
the costs of the next program, scaled up; each round adds about nine digits. The matrix in doubles
never changes, so that every round starts from the last basis.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal, localcontext

import highspy
import numpy as np

from lpcheck.certificates.exact.numbers import Row

_DIGITS = 90
_ENOUGH = Decimal(10) ** -45
ROUNDS = 14
_LARGEST_SCALE = Decimal(10) ** 12


@dataclass
class LinearProgram:
    """Minimise cost·x over x ≥ 0 with rows equal to their right-hand sides.

    A row ≥ b has a slack among its variables: the refinement prices it as it does the others.
    """

    cost: Row = field(default_factory=list)
    rows: list[dict[int, Decimal]] = field(default_factory=list)
    right: Row = field(default_factory=list)

    def variable(self, cost: int = 0) -> int:
        """A new variable ≥ 0."""
        self.cost.append(Decimal(cost))
        return len(self.cost) - 1

    def row(self, entries: dict[int, Decimal], right: Decimal, *, equal: bool = False) -> int:
        """A new row: ≥ its right-hand side, or equal to it."""
        if not equal:
            entries = {**entries, self.variable(): Decimal(-1)}
        self.rows.append(entries)
        self.right.append(right)
        return len(self.rows) - 1


def refine(program: LinearProgram, rounds: int = ROUNDS) -> tuple[Row, Row]:
    """Nearly optimal values of the variables and prices of the rows."""
    with localcontext() as context:
        context.prec = _DIGITS
        return _refine(program, rounds)


def _refine(program: LinearProgram, rounds: int) -> tuple[Row, Row]:
    solver = _load(program)
    zero = Decimal(0)
    x, y = [zero] * len(program.cost), [zero] * len(program.rows)
    primal_scale = dual_scale = Decimal(1)
    best: tuple[Decimal, Row, Row] | None = None
    for _ in range(rounds):
        short, reduced = _residuals(program, x, y)
        step, prices = _solve(
            solver,
            program,
            [r * primal_scale for r in short],
            [-v * primal_scale for v in x],
            [c * dual_scale for c in reduced],
        )
        if step is None or prices is None:
            break
        x = [v + Decimal(d) / primal_scale for v, d in zip(x, step, strict=True)]
        y = [v + Decimal(d) / dual_scale for v, d in zip(y, prices, strict=True)]
        primal, dual = _errors(program, x, y)
        if best is None or primal + dual < best[0]:
            best = (primal + dual, x, y)
        if primal + dual < _ENOUGH:
            break
        # A side without an error keeps its scale: larger numbers would only trouble the solver.
        if primal >= _ENOUGH:
            primal_scale = min(1 / primal, primal_scale * _LARGEST_SCALE)
        if dual >= _ENOUGH:
            dual_scale = min(1 / dual, dual_scale * _LARGEST_SCALE)
    if best is None:
        return x, y
    return best[1], best[2]


def _load(program: LinearProgram) -> highspy.Highs:
    n, m = len(program.cost), len(program.rows)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = n, m
    model.col_cost_ = np.array([float(c) for c in program.cost])
    model.col_lower_, model.col_upper_ = np.zeros(n), np.full(n, highspy.kHighsInf)
    right = np.array([float(b) for b in program.right])
    model.row_lower_ = right
    model.row_upper_ = right
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.cumsum([0, *(len(row) for row in program.rows)])
    model.a_matrix_.index_ = np.array([j for row in program.rows for j in row])
    model.a_matrix_.value_ = np.array([float(a) for row in program.rows for a in row.values()])
    solver = highspy.Highs()
    for name, value in (
        ("output_flag", False),
        ("threads", 1),
        ("small_matrix_value", 1e-12),
        ("primal_feasibility_tolerance", 1e-10),
        ("dual_feasibility_tolerance", 1e-10),
    ):
        solver.setOptionValue(name, value)
    solver.passModel(model)
    return solver


def _solve(
    solver: highspy.Highs, program: LinearProgram, short: Row, lower: Row, cost: Row
) -> tuple[list[float], list[float]] | tuple[None, None]:
    n, m = len(program.cost), len(program.rows)
    right = np.array([float(b) for b in short])
    solver.changeColsCost(n, np.arange(n, dtype=np.int32), np.array([float(c) for c in cost]))
    solver.changeColsBounds(
        n,
        np.arange(n, dtype=np.int32),
        np.array([float(v) for v in lower]),
        np.full(n, highspy.kHighsInf),
    )
    solver.changeRowsBounds(m, np.arange(m, dtype=np.int32), right, right)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        solver.clearSolver()
        solver.run()
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None, None
    solution = solver.getSolution()
    return list(solution.col_value), list(solution.row_dual)


def _residuals(program: LinearProgram, x: Row, y: Row) -> tuple[Row, Row]:
    """What the rows lack, b − Ax, and the reduced costs, c − Aᵀy."""
    short, reduced = list(program.right), list(program.cost)
    for i, row in enumerate(program.rows):
        price = y[i]
        for j, a in row.items():
            short[i] -= a * x[j]
            if price:
                reduced[j] -= a * price
    return short, reduced


def _errors(program: LinearProgram, x: Row, y: Row) -> tuple[Decimal, Decimal]:
    """How far the point and the prices are from feasible; the dual side has the gap too."""
    short, reduced = _residuals(program, x, y)
    primal = max(-min(x), *map(abs, short), Decimal(0))
    value = sum((c * v for c, v in zip(program.cost, x, strict=True)), Decimal(0))
    price = sum((b * p for b, p in zip(program.right, y, strict=True)), Decimal(0))
    return primal, max(-min(reduced), abs(value - price) - primal, Decimal(0))
