"""`pytest` runs a fair sample of everything, in minutes; `pytest --full` runs all, as CI does.

Of a test with many parameter sets the sample keeps the first, the last and a few between, the same
ones each time; Hypothesis draws fewer examples; and what is marked `full`, named in `slow.txt`, a
notebook or in a browser is left out.
"""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path

from hypothesis import settings

KEPT = 4
"""Parameter sets of one test function in the sample, at least; of many, one in twenty-five."""

# Many small problems: threads of a BLAS would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

HERE = Path(__file__).parent
LONG = ("tests/browser", "tests/test_notebooks", *(HERE / "slow.txt").read_text().split())
"""What takes longest: the list is that of `pytest --durations`."""

settings.register_profile("sample", max_examples=10, deadline=None)
settings.register_profile("full", max_examples=100, deadline=None)


def pytest_addoption(parser):
    parser.addoption("--full", action="store_true", help="run all tests, not a sample of them")


def pytest_configure(config):
    config.addinivalue_line("markers", "full: slow; left out of the sample that pytest runs")
    settings.load_profile("full" if config.getoption("--full") else "sample")


def pytest_collection_modifyitems(config, items):
    chosen_by_name = any("::" in argument for argument in config.args)
    if config.getoption("--full") or config.getoption("keyword") or chosen_by_name:
        return
    families = defaultdict(list)
    for item in items:
        families[item.nodeid.partition("[")[0]].append(item)
    kept = {
        item
        for nodeid, family in families.items()
        for item in sample(family)
        if item.get_closest_marker("full") is None and not nodeid.startswith(LONG)
    }
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def sample(family):
    """The first, the last, and others evenly between."""
    kept = max(KEPT, len(family) // 25)
    if len(family) <= kept:
        return family
    return [family[round(i * (len(family) - 1) / (kept - 1))] for i in range(kept)]
