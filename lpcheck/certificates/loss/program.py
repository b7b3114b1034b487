r"""The linear program of a loss in many digits: :math:`Q(y|x') \ge e^{-d} Q(y|x)` row by row.

Where all distances are one, each column has a height h_y instead, :math:`uh_y \le Q(y|x) \le h_y`:
2nm rows in place of n²m. Prices of these are shared out among pairs of inputs afterwards.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from formulations.loss import Loss
from lpcheck.certificates.exact.numbers import Row, decimal
from lpcheck.certificates.exact.refine import LinearProgram, refine
from lpcheck.certificates.loss.private import Distances

Prices = list[list[tuple[int, int, Decimal]]]
"""For each output: the input, the other one, and the price of the pair."""

_ONE, _ZERO = Decimal(1), Decimal(0)
_NEGLIGIBLE = Decimal("1e-60")


def optimum(problem: Loss, distances: Distances) -> tuple[list[Row], Row, Prices]:
    """Nearly optimal rows of a kernel, weights of the priors, and prices of the pairs."""
    n, m = len(problem.loss), len(problem.loss[0])
    scale = max(x for row in problem.loss for x in row) or Fraction(1)
    program = LinearProgram()
    kernel = [[program.variable() for _ in range(m)] for _ in range(n)]
    worst = program.variable(1)
    risks = []
    for prior in _priors(problem):
        expected = {
            kernel[x][y]: -decimal(p * problem.loss[x][y] / scale)
            for x, p in enumerate(prior)
            for y in range(m)
            if p * problem.loss[x][y]
        }
        risks.append(program.row({**expected, worst: _ONE}, _ZERO))
    for row in kernel:
        program.row(dict.fromkeys(row, _ONE), _ONE, equal=True)
    even = len(distances.values) == 1 and len(set(distances.first)) == n
    rows = (_heights if even else _pairs)(program, kernel, distances)
    x, prices = refine(program)
    paid = [
        [(one, other, decimal(scale) * price) for one, other, price in pairs if price > _NEGLIGIBLE]
        for pairs in (_shared if even else _plain)(rows, prices, distances)
    ]
    found = [[max(x[v], _ZERO) for v in row] for row in kernel]
    return found, [max(prices[i], _ZERO) for i in risks], paid


def _priors(problem: Loss) -> list[list[Fraction]]:
    n = len(problem.loss)
    if not problem.priors:
        return [[Fraction(int(x == z)) for z in range(n)] for x in range(n)]
    return [list(p.exact) for p in problem.priors]


Marks = list[list[tuple[int, int, int]]]
"""For each output: an input, another one (or itself), and the number of their row."""


def _pairs(program: LinearProgram, kernel: list[list[int]], distances: Distances) -> Marks:
    u = {d: (-decimal(d)).exp() for d in {*distances.values, Fraction(0)}}
    return [
        [
            (
                x,
                other,
                program.row(
                    {kernel[other][y]: _ONE, kernel[x][y]: -u[distances.rows[x][other]]}, _ZERO
                ),
            )
            for x, other in distances.pairs
        ]
        for y in range(len(kernel[0]))
    ]


def _plain(rows: Marks, prices: Row, _distances: Distances) -> Prices:
    return [[(x, other, prices[i]) for x, other, i in marks] for marks in rows]


def _heights(program: LinearProgram, kernel: list[list[int]], distances: Distances) -> Marks:
    """For each input the number of its lower row; that of its upper row is the next one."""
    u = (-decimal(distances.values[0])).exp()
    marks: Marks = []
    for y in range(len(kernel[0])):
        height = program.variable()
        marks.append([])
        for x, row in enumerate(kernel):
            marks[-1].append((x, x, program.row({row[y]: _ONE, height: -u}, _ZERO)))
            program.row({height: _ONE, row[y]: -_ONE}, _ZERO)
    return marks


def _shared(rows: Marks, prices: Row, distances: Distances) -> Prices:
    """Prices a_x of u h ≤ Q_x and b_x of Q_x ≤ h, Σ b = u Σ a, as those of pairs.

    λ(x, x') with u Σ_x' λ(x, x') = b_x and Σ_x λ(x, x') = a_x': from the first of each to the last.
    """
    u = (-decimal(distances.values[0])).exp()
    result: Prices = []
    for marks in rows:
        both = [min(prices[i], prices[i + 1]) for _, _, i in marks]
        low = [max(prices[i] - c, _ZERO) for c, (_, _, i) in zip(both, marks, strict=True)]
        high = [max(prices[i + 1] - c, _ZERO) / u for c, (_, _, i) in zip(both, marks, strict=True)]
        result.append([])
        x = other = 0
        while x < len(high) and other < len(low):
            paid = min(high[x], low[other])
            if paid > 0:
                result[-1].append((x, other, paid))
            high[x] -= paid
            low[other] -= paid
            if high[x] <= 0:
                x += 1
            else:
                other += 1
    return result
