"""Figure 9: 100 letters under Gaussian LDP."""

from lpcheck.papers.ghoukasian2025.figures import _finite as finite

FIGURE = finite.figure(9, k=100, level="nu", section="Appendix E.5")
