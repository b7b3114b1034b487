"""Audit: from code that draws to its kernel, its true ε, and what it loses."""

from __future__ import annotations

from lpcheck.auditing.client import Audit, audit, kernel_of
from lpcheck.auditing.decoding import Decoding, audit_decoder, optimal_risk, risk_of

__all__ = [
    "Audit",
    "Decoding",
    "audit",
    "audit_decoder",
    "kernel_of",
    "optimal_risk",
    "risk_of",
]
