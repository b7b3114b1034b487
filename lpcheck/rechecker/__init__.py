"""Re-checks certificates with the standard library alone: no solver, no NumPy, no trust.

The format is described in FORMAT.md and certificate.schema.json beside this file.
"""

from lpcheck.rechecker.check import Recheck, enclose, knows, recheck, standing

__all__ = ["Recheck", "enclose", "knows", "recheck", "standing"]
