"""Figure 7: 10 letters under Gaussian LDP."""

from lpcheck.papers.ghoukasian2025.figures import _finite as finite

FIGURE = finite.figure(7, k=10, level="nu", section="Appendix E.5")
