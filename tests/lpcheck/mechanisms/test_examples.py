"""Each public mechanism has an example, which runs, and says what it takes, returns and raises."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil

import pytest

from lpcheck import mechanisms
from lpcheck.testing import assertions

MODULES = [
    importlib.import_module(f"lpcheck.mechanisms.{found.name}")
    for found in pkgutil.iter_modules(mechanisms.__path__)
]
PUBLIC = sorted(
    name for name in mechanisms.__all__ if inspect.isfunction(getattr(mechanisms, name))
)


@pytest.mark.parametrize("module", [*MODULES, assertions], ids=lambda m: m.__name__)
def test_examples_run(module):
    found = doctest.testmod(module)
    assert found.failed == 0
    if not module.__name__.rpartition(".")[2].startswith("_"):
        assert found.attempted > 0


def test_an_example_that_is_wrong_is_seen():
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False)
    text = mechanisms.randomized_response.__doc__.replace("0.5761", "0.5762")
    runner.run(parser.get_doctest(text, vars(mechanisms), "wrong", None, 0), out=lambda _: None)
    assert runner.failures == 1


@pytest.mark.parametrize("name", PUBLIC)
def test_a_docstring_says_all(name):
    text = inspect.getdoc(getattr(mechanisms, name))
    for part in ("Args:", "Returns:", "Raises:", "Example:", "Source:"):
        assert part in text or (part == "Source:" and name in NO_SOURCE), part
    for parameter in inspect.signature(getattr(mechanisms, name)).parameters:
        assert f"{parameter}:" in text


NO_SOURCE = ("clipped_sampler", "subset_mechanism")
"""What their first lines have instead: a theorem of the form itself, and no paper."""
