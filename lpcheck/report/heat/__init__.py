"""Kernels as heat maps, on a terminal and as a page."""
