"""Why a certificate is not accepted."""


class Refusal(Exception):
    """A certificate is malformed, or does not prove what it says; the message is one line."""
