"""Duchi, Jordan, Wainwright: Local privacy and statistical minimax rates (2013)."""
