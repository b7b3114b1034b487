"""Figure 11: Laplace mixtures in the plane under pure LDP.

Appendix E.7 names the linear local sampler of Theorem 4.1, and says that it repeats Section 6.2,
which has the clip of Theorem 5.1. Both are drawn.
"""

from lpcheck.figures import comparison
from lpcheck.figures.figure import Figure
from lpcheck.papers.ghoukasian2025.figures import _clients as clients

LABELS = {
    "local": "local minimax (clip)", "global": "global minimax (clip)",
    "local_linear": "local minimax (linear)",
}  # fmt: skip
EXPERIMENT = clients.Experiment("epsilon", 2, LABELS)

FIGURE = Figure(
    name="ghoukasian2025.figure-11",
    source="Appendix E.7, Figure 11",
    caption="Largest divergence over random Laplace mixtures in the plane: two local minimax "
    "samplers and the global one under ε-LDP.",
    numbers=EXPERIMENT.numbers(12),
    draw=comparison.strips(EXPERIMENT.level, EXPERIMENT.labels),
    statements=(
        EXPERIMENT.nearly_all(
            "Appendix E.7",
            "The local sampler of Theorem 4.1 (linear) outperforms the global one for nearly all ε "
            "(our reading: all but one).",
            "ghoukasian2025.figure-11-linear",
            "local_linear",
        ),
        EXPERIMENT.outperforms(
            "Appendix E.7, with Section 6.2",
            "The local sampler of Theorem 5.1 (clip) outperforms the global one for all f and ε.",
            "ghoukasian2025.figure-11",
        ),
        EXPERIMENT.pointwise(
            "Proposition 5.2",
            "The clip is at least as close to each client as the linear sampler.",
            "ghoukasian2025.proposition-5-2",
        ),
        clients.IN_CLASS,
    ),
)
