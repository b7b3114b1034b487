"""What others need to run the same again: a manifest of a run, its comparison, a kit of files."""

from lpcheck.artifact.against import Agreement, compared
from lpcheck.artifact.manifest import manifest, read_manifest

__all__ = ["Agreement", "compared", "manifest", "read_manifest"]
