"""Audit: from code that draws to its kernel, its true ε, and what it loses."""

from __future__ import annotations

from lpcheck.auditing.client import Audit, audit, kernel_of

__all__ = ["Audit", "audit", "kernel_of"]
