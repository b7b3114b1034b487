"""Why a certificate is not accepted."""


class Refusal(Exception):  # noqa: N818
    """A certificate is malformed, or does not prove what it says; the message is one line."""
