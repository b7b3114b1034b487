"""Private samplers of a class of distributions: the two problems, and what both are made of."""
