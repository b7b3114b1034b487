"""The papers: a folder each, with its statements and its figures."""
