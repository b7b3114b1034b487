"""Ghazi and others: Sort, Partition, Randomize (2026)."""
