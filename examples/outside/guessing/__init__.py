"""Guessing a private input: an example of a package that brings lpcheck a problem and a paper."""
