"""Certificates: bounds, mechanisms and verdicts as data that can be checked without a solver."""

from lpcheck.certificates._certify import CertificateError, certify
from lpcheck.certificates._refusals import refuse_uncertifiable
from lpcheck.certificates.certificate import Certificate, CertifiedBounds, Verdict

__all__ = [
    "Certificate",
    "CertificateError",
    "CertifiedBounds",
    "Verdict",
    "certify",
    "refuse_uncertifiable",
]
