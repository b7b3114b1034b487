"""Figure 6: 100 letters under pure LDP."""

from lpcheck.papers.ghoukasian2025.figures import _finite as finite

FIGURE = finite.figure(6, k=100, level="epsilon", section="Appendix E.3", other=20)
