"""Figure 5: 10 letters under pure LDP."""

from lpcheck.papers.ghoukasian2025.figures import _finite as finite

FIGURE = finite.figure(5, k=10, level="epsilon", section="Appendix E.3", other=20)
