"""Zamanlooy, Diaz, Asoodeh: Locally private sampling with public data (AISTATS 2025).

Places are those of the AISTATS version. Statements that only the arXiv version makes, or makes
differently, have ids that start with `zamanlooy2025.arxiv-`.
"""
