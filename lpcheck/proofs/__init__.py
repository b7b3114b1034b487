"""Theorems that Rocq's kernel has checked: for every alphabet, prior and ε, and for certificates.

The library is the folder `proofs/` of the repository (`lpcheck/proofs/library` once installed). It
needs `coqc` only to be checked again; nothing else in lpcheck needs it.
"""

from lpcheck.proofs._coq import Unsupported
from lpcheck.proofs.build import Checked, build, checked, record
from lpcheck.proofs.instance import Proof, prove, translate
from lpcheck.proofs.registry import Theorem, theorems

__all__ = [
    "Checked",
    "Proof",
    "Theorem",
    "Unsupported",
    "build",
    "checked",
    "prove",
    "record",
    "theorems",
    "translate",
]
