"""Holohan, Leith, Mason: Optimal differentially private mechanisms for randomised response."""
