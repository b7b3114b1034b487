"""Rationals, decimals and balls that the makers of certificates share."""
