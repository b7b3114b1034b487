"""Figure 10: Laplace mixtures on the line under Gaussian LDP, linear against linear."""

from lpcheck.figures import comparison
from lpcheck.figures.figure import Figure
from lpcheck.papers.ghoukasian2025.figures import _clients as clients

EXPERIMENT = clients.Experiment("nu", 1)

FIGURE = Figure(
    name="ghoukasian2025.figure-10",
    source="Appendix E.6, Figure 10",
    caption="Largest divergence over random Laplace mixtures on the line: the local and the global "
    "minimax sampler under ν-Gaussian LDP.",
    numbers=EXPERIMENT.numbers(100),
    draw=comparison.strips(EXPERIMENT.level, EXPERIMENT.labels),
    statements=(
        EXPERIMENT.outperforms(
            "Appendix E.6",
            "The local sampler has the lower worst case for all f and ν.",
            "ghoukasian2025.figure-10",
        ),
        clients.IN_CLASS,
    ),
)
