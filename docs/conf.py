"""The documentation: Sphinx with Markdown. `sphinx-build -W docs OUT` fails on any warning."""

import sys
from importlib.metadata import version as installed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

project = "lpcheck"
author = "The lpcheck developers"
copyright = "2026, the lpcheck developers"
version = release = installed("lpcheck")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "mathml",
    "links",
]
myst_enable_extensions = ["dollarmath", "colon_fence", "deflist"]
myst_heading_anchors = 3
napoleon_use_ivar = True
autodoc_member_order = "bysource"
autodoc_typehints = "none"
autodoc_default_options = {"members": True, "inherited-members": "Formulation, ABC, ValueError"}
add_module_names = False
html_theme = "furo"
html_title = "lpcheck"
html_math_renderer = "mathml"
html_show_sourcelink = False
html_copy_source = False
exclude_patterns = ["_build", "_generated"]


sentences = {}


def keep(app, what, name, obj, options, lines):
    """Remember the docstring of an attribute."""
    if what in ("attribute", "data", "property"):
        sentences[name] = list(lines)


def restore(app, what, name, obj, options, lines):
    """Undo what Napoleon does to it: it reads "type: text" out of a sentence with a colon."""
    if name in sentences:
        lines[:] = sentences.pop(name)


def setup(app):
    """Before and after Napoleon."""
    app.connect("autodoc-process-docstring", keep, priority=400)
    app.connect("autodoc-process-docstring", restore, priority=600)
