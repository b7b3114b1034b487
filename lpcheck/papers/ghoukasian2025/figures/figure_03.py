"""Figure 3: 20 letters under pure LDP."""

from lpcheck.papers.ghoukasian2025.figures import _finite as finite

FIGURE = finite.figure(3, k=20, level="epsilon", section="Section 6.1")
