"""The statements of the paper, in its order."""

from __future__ import annotations

from lpcheck.claims.claim import Claim
from lpcheck.papers.ghoukasian2025 import (
    appendix_b,
    appendix_e1,
    assumption_32,
    corollaries,
    definition_25,
    example_31,
    introduction,
    proposition_33,
    proposition_52,
    proposition_c2,
    section_2,
    section_4,
    section_6,
    section_62,
    section_62_line,
    theorem_36,
    theorem_36_proof,
    theorem_41,
    theorem_51,
)

_PLACES = (
    introduction, section_2, example_31, definition_25, assumption_32, proposition_33, theorem_36,
    theorem_36_proof, corollaries, section_4, theorem_41, theorem_51, proposition_52, section_6,
    section_62, section_62_line, appendix_b, proposition_c2, appendix_e1,
)  # fmt: skip

CLAIMS: tuple[Claim, ...] = tuple(claim for place in _PLACES for claim in place.CLAIMS)
