"""What a user writes: vectors as text, vectors and mechanisms as files. Limits come first."""

from __future__ import annotations

from lpcheck.inputs.table import Labelled
from lpcheck.inputs.values import (
    normalized,
    read_distribution_file,
    read_kernel_file,
    read_matrix_text,
    read_vector_text,
    same_letters,
)

__all__ = [
    "Labelled",
    "normalized",
    "read_distribution_file",
    "read_kernel_file",
    "read_matrix_text",
    "read_vector_text",
    "same_letters",
]
