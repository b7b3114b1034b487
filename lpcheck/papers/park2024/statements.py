"""The statements of the paper, in its order."""

from __future__ import annotations

from lpcheck.claims.claim import Claim
from lpcheck.papers.park2024 import (
    figure_01,
    proposition_03_2,
    proposition_03_4,
    proposition_04_1,
    section_02,
    section_03_1,
    section_03_2,
    section_03_3,
    section_04_1,
    section_05_1,
    section_05_2,
    theorem_03_1,
    theorem_03_3,
    theorem_03_3_behaviour,
    theorem_03_3_finite,
)

CLAIMS: tuple[Claim, ...] = (
    *figure_01.CLAIMS,
    *section_02.CLAIMS,
    *theorem_03_1.CLAIMS,
    *section_03_1.CLAIMS,
    *proposition_03_2.CLAIMS,
    *section_03_2.CLAIMS,
    *theorem_03_3.CLAIMS,
    *theorem_03_3_finite.CLAIMS,
    *theorem_03_3_behaviour.CLAIMS,
    *section_03_3.CLAIMS,
    *proposition_03_4.CLAIMS,
    *section_04_1.CLAIMS,
    *proposition_04_1.CLAIMS,
    *section_05_1.CLAIMS,
    *section_05_2.CLAIMS,
)
