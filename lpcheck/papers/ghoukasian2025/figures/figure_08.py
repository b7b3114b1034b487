"""Figure 8: 20 letters under Gaussian LDP."""

from lpcheck.papers.ghoukasian2025.figures import _finite as finite

FIGURE = finite.figure(8, k=20, level="nu", section="Appendix E.5")
