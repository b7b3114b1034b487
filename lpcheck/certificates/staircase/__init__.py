"""Certificates of problems whose optimum is a mixture of staircase patterns."""
