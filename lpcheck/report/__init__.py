"""Reporters: they take results and return text. Nothing here prints, and nothing else formats."""
