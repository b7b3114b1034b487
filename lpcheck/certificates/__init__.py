"""Certificates: bounds, mechanisms and verdicts as data that can be checked without a solver."""

from lpcheck.certificates.certificate import Certificate, CertifiedBounds, Verdict
from lpcheck.certificates.certify import CertificateError, certify

__all__ = ["Certificate", "CertificateError", "CertifiedBounds", "Verdict", "certify"]
