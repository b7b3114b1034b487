"""Kairouz, Oh, Viswanath: Extremal mechanisms for local differential privacy (JMLR 2016)."""
