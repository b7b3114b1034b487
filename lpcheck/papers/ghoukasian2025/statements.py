"""The statements of the paper, in its order."""

from __future__ import annotations

from lpcheck.claims.claim import Claim
from lpcheck.papers.ghoukasian2025 import (
    abstract,
    appendix_b,
    appendix_e1,
    assumption_32,
    corollary_38,
    corollary_c4,
    definition_25,
    example_31,
    proposition_33,
    proposition_52,
    proposition_c2,
    section_1,
    section_2,
    section_4,
    section_6,
    section_62,
    theorem_36,
    theorem_36_proof,
    theorem_41,
    theorem_51,
)

CLAIMS: tuple[Claim, ...] = (
    *abstract.CLAIMS,
    *section_1.CLAIMS,
    *section_2.CLAIMS,
    *example_31.CLAIMS,
    *definition_25.CLAIMS,
    *assumption_32.CLAIMS,
    *proposition_33.CLAIMS,
    *theorem_36.CLAIMS,
    *theorem_36_proof.CLAIMS,
    *corollary_c4.CLAIMS,
    *corollary_38.CLAIMS,
    *section_4.CLAIMS,
    *theorem_41.CLAIMS,
    *theorem_51.CLAIMS,
    *proposition_52.CLAIMS,
    *section_6.CLAIMS,
    *section_62.CLAIMS,
    *appendix_b.CLAIMS,
    *proposition_c2.CLAIMS,
    *appendix_e1.CLAIMS,
)
