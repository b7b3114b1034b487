"""Certificates of private samplers."""
