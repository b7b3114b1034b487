"""Certificates of expected and worst loss."""
