"""One server for all tests of a module that need no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lpcheck.explore.served import Served


@pytest.fixture(scope="session")
def served(tmp_path_factory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    with Served(folder, "--mechanism", "mine_for_explore:half") as found:
        yield found
