"""The one kind of error that bad input raises."""

from __future__ import annotations


class InputError(ValueError):
    """A parameter that no problem can be stated with.

    The message is one line: which parameter, what is wrong with it (with the entry), what to do.
    """

    def __init__(self, parameter: str, problem: str, remedy: str) -> None:
        """Say which `parameter` is wrong, what the `problem` is, and the `remedy`."""
        self.parameter = parameter
        self.problem = problem
        self.remedy = remedy
        super().__init__(f"{parameter}: {problem}; {remedy}")

    def __reduce__(self) -> tuple[type[InputError], tuple[str, str, str]]:
        """So that one raised in another process arrives here."""
        return type(self), (self.parameter, self.problem, self.remedy)
