"""Zamanlooy, Diaz, Asoodeh: Locally private sampling with public data (AISTATS 2025, arXiv 2024)."""

from __future__ import annotations

from lpcheck.claims.claim import Claim

CLAIMS: tuple[Claim, ...] = ()
