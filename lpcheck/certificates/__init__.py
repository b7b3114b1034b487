"""Certificates: bounds, mechanisms and verdicts as data that can be checked without a solver."""

from lpcheck.certificates.certificate import Certificate, CertifiedBounds, Verdict
from lpcheck.certificates.make import CertificateError, certify
from lpcheck.certificates.refusals import refuse_uncertifiable

__all__ = [
    "Certificate",
    "CertificateError",
    "CertifiedBounds",
    "Verdict",
    "certify",
    "refuse_uncertifiable",
]
