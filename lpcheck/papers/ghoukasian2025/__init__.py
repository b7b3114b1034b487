"""Ghoukasian, Lee, Asoodeh: Locally optimal private sampling: beyond the global minimax (2025)."""
