"""Papers that are written as TOML, without a line of Python."""

from lpcheck.claims.written.document import is_written, read_written

__all__ = ["is_written", "read_written"]
