"""Zamanlooy, Diaz, Asoodeh: Locally private sampling with public data (2024, 2025)."""

from __future__ import annotations

from lpcheck.claims.claim import Claim

CLAIMS: tuple[Claim, ...] = ()
