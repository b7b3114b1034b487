"""Ghosh, Roughgarden, Sundararajan: Universally utility-maximizing privacy mechanisms (2012)."""
