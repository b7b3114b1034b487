"""Projections onto a box of distributions: the two problems, and what both are made of."""
