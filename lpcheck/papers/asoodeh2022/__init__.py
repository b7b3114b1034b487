"""Asoodeh, Zhang: Contraction of locally differentially private mechanisms (2022)."""
