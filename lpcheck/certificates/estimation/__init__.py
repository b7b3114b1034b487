"""Certificates of the estimation of a distribution."""
