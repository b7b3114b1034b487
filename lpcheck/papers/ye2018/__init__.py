"""Ye, Barg: Optimal schemes for discrete distribution estimation under local privacy (2018)."""
