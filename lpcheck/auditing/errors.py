"""What ends a replay: signals that no `except Exception` of the audited code can swallow."""

from __future__ import annotations


class UnsupportedError(BaseException):
    """The code does with a draw what cannot be enumerated; one clause that says what."""


class SpentError(BaseException):
    """The budget of the audit is spent."""


class ReturnedError(BaseException):
    """The run is where it was before: what follows is known."""


class CutError(BaseException):
    """The run is too unlikely to be followed to its end."""
