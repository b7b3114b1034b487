"""Figure 8: 20 letters under Gaussian LDP."""

from lpcheck.figures.ghoukasian2025 import _finite as finite

FIGURE = finite.figure(8, k=20, level="nu", section="Appendix E.5")
