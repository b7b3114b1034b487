"""Privacy notions as objects: what a kernel has to keep, over all of its outputs.

`LDP(epsilon)` is what `epsilon=` means elsewhere. Each notion knows membership with a witness and
the true level, its constraints as a model, a repair, and the extreme rays of its cone of columns.
"""

from formulations.notions.approximate import ApproximateLDP
from formulations.notions.information import LIP, PML
from formulations.notions.ldp import LDP
from formulations.notions.metric import MetricPrivacy
from formulations.notions.notion import Notion, read_notion
from formulations.notions.utility_optimized import ULDP

__all__ = [
    "LDP",
    "LIP",
    "PML",
    "ULDP",
    "ApproximateLDP",
    "MetricPrivacy",
    "Notion",
    "read_notion",
]
