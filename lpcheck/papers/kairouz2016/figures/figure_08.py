"""Figure 8: information preservation against the bounds of Corollaries 15 and 16."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lpcheck.figures.figure import Figure
from lpcheck.papers.kairouz2016._information import balance, entropy
from lpcheck.papers.kairouz2016.figures import _scaling as scaling
from lpcheck.papers.kairouz2016.figures._experiment import INFORMATION
from lpcheck.papers.kairouz2016.figures._scaling import LARGE, SMALL


def _abscissa(instance: dict[str, Any], epsilon: float) -> tuple[float, float]:
    """Equations 21 and 22, without the remainders."""
    prior = np.array(instance["prior"])
    if epsilon == SMALL:
        mass = float(balance(instance["prior"]))
        return mass * (1.0 - mass), 0.5 * mass * (1.0 - mass) * epsilon**2
    whole = entropy(prior)
    return whole, whole - (len(prior) - 1) * epsilon * math.exp(-epsilon)


FIGURE = Figure(
    name="kairouz2016.figure-8",
    source="Section 4.5, Figure 8",
    caption="Mutual information on 6 letters, instance by instance, at ε = 0.1 against "
    "P(T)P(Tᶜ) and at ε = 10 against H(X).",
    numbers=scaling.numbers(INFORMATION, _abscissa),
    draw=scaling.draw("I(X; Y) (nats)", "P(T) P(Tᶜ)", "H(X) (nats)", "eqs. 21, 22"),
    statements=(
        scaling.optimal("Section 4.5 and caption", SMALL).tested_by("kairouz2016.figure-8"),
        scaling.scaling("Section 4.5 and caption", SMALL, "eq. 21", 0.10).tested_by(
            "kairouz2016.figure-8-scaling"
        ),
        scaling.gain("Section 4.5", SMALL, significant=False),
        scaling.optimal("Section 4.5 and caption", LARGE).tested_by("kairouz2016.figure-8"),
        scaling.scaling("Section 4.5 and caption", LARGE, "eq. 22", 0.15).tested_by(
            "kairouz2016.figure-8-scaling"
        ),
        scaling.gain("Section 4.5", LARGE, significant=False),
    ),
)
