"""Kairouz, Oh, Viswanath: Extremal mechanisms for local differential privacy (JMLR 2016)."""

from __future__ import annotations

from lpcheck.claims.claim import Claim
from lpcheck.claims.kairouz2016 import theorem_06

CLAIMS: tuple[Claim, ...] = (*theorem_06.CLAIMS,)
