"""Certificates of projections onto a box of distributions."""
