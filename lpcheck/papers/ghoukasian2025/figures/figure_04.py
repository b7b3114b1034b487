"""Figure 4: Laplace mixtures on the line under pure LDP, clip against clip."""

from lpcheck.figures import comparison
from lpcheck.figures.figure import Figure
from lpcheck.papers.ghoukasian2025.figures import _clients as clients

EXPERIMENT = clients.Experiment("epsilon", 1)

FIGURE = Figure(
    name="ghoukasian2025.figure-4",
    source="Section 6.2, Figure 4",
    caption="Largest divergence over random Laplace mixtures on the line: the local and the global "
    "minimax sampler under ε-LDP.",
    numbers=EXPERIMENT.numbers(100),
    draw=comparison.strips(EXPERIMENT.level, EXPERIMENT.labels),
    statements=(
        EXPERIMENT.outperforms(
            "Sections 1 and 6.2",
            "The local sampler has the lower worst case for all f and ε.",
            "ghoukasian2025.figure-4",
        ),
        clients.IN_CLASS,
    ),
)
