"""The statements of the paper, in its order."""

from __future__ import annotations

from lpcheck.claims.claim import Claim
from lpcheck.papers.kairouz2016 import (
    corollary_09,
    corollary_10,
    corollary_10_expansion,
    corollary_15,
    definition_03,
    drawn,
    lemma_23,
    lemma_24,
    lemma_24_proof,
    section_1,
    section_1_3,
    section_3,
    section_3_4,
    section_4_2,
    section_4_4,
    section_5,
    section_6,
    section_8_1,
    theorem_02,
    theorem_04,
    theorem_04_proof,
    theorem_05,
    theorem_06,
    theorem_07,
    theorem_08,
    theorem_08_merged,
    theorem_08_proof,
    theorem_12,
    theorem_12_proof,
    theorem_13,
    theorem_13_proof,
    theorem_14,
    theorem_14_proof,
    theorem_18,
    theorem_21,
)

_MODULES = (
    section_1, section_1_3, theorem_02, definition_03, theorem_04, section_3, section_4_2,
    theorem_05, theorem_06, theorem_07, theorem_08, theorem_08_merged, section_3_4, drawn,
    corollary_09, corollary_10, corollary_10_expansion, theorem_12, theorem_13, theorem_14,
    section_4_4, corollary_15, section_5, theorem_18, section_6, theorem_04_proof, theorem_21,
    lemma_23, section_8_1, lemma_24, lemma_24_proof, theorem_08_proof, theorem_12_proof,
    theorem_13_proof, theorem_14_proof,
)  # fmt: skip

CLAIMS: tuple[Claim, ...] = tuple(claim for module in _MODULES for claim in module.CLAIMS)
"""In the order of the paper."""
