"""The statements of the paper, in its order."""

from __future__ import annotations

from lpcheck.claims.claim import Claim
from lpcheck.papers.zamanlooy2025 import (
    algorithm_01,
    appendix_a8,
    definition_02,
    equation_03,
    example_01,
    lemma_01,
    lemma_02,
    lemma_03,
    misprints,
    proposition_02,
    proposition_03,
    proposition_04,
    section_3,
    section_5_2,
    section_5_worst_case,
    theorem_01,
    theorem_01_uniqueness,
    theorem_02,
)

CLAIMS: tuple[Claim, ...] = (
    *definition_02.CLAIMS,
    *equation_03.CLAIMS,
    *section_3.CLAIMS,
    *example_01.CLAIMS,
    *theorem_01.CLAIMS,
    *theorem_01_uniqueness.CLAIMS,
    *lemma_01.CLAIMS,
    *algorithm_01.CLAIMS,
    *theorem_02.CLAIMS,
    *proposition_02.CLAIMS,
    *proposition_03.CLAIMS,
    *proposition_04.CLAIMS,
    *section_5_worst_case.CLAIMS,
    *section_5_2.CLAIMS,
    *lemma_02.CLAIMS,
    *lemma_03.CLAIMS,
    *appendix_a8.CLAIMS,
    *misprints.CLAIMS,
)
