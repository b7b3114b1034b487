"""The statements of the paper, in its order."""

from __future__ import annotations

from lpcheck.claims.claim import Claim
from lpcheck.papers.park2024 import (
    definition_02_1,
    figure_01,
    figure_03,
    proposition_03_2,
    proposition_03_4,
    proposition_04_1,
    section_02_1,
    section_03_1,
    section_03_2,
    section_03_3,
    section_04_1,
    section_05_1,
    section_05_2,
    section_05_2_plane,
    theorem_03_1,
    theorem_03_3,
    theorem_03_3_behaviour,
    theorem_03_3_finite,
    theorem_03_3_universal,
)

CLAIMS: tuple[Claim, ...] = (
    *figure_01.CLAIMS,
    *section_02_1.CLAIMS,
    *definition_02_1.CLAIMS,
    *theorem_03_1.CLAIMS,
    *section_03_1.CLAIMS,
    *proposition_03_2.CLAIMS,
    *section_03_2.CLAIMS,
    *section_05_2_plane.CLAIMS,
    *theorem_03_3.CLAIMS,
    *theorem_03_3_finite.CLAIMS,
    *theorem_03_3_universal.CLAIMS,
    *theorem_03_3_behaviour.CLAIMS,
    *section_03_3.CLAIMS,
    *proposition_03_4.CLAIMS,
    *section_04_1.CLAIMS,
    *proposition_04_1.CLAIMS,
    *section_05_1.CLAIMS,
    *figure_03.CLAIMS,
    *section_05_2.CLAIMS,
)
