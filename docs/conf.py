"""The documentation: Sphinx with Markdown. `sphinx-build -W -n docs OUT` fails on any warning."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent / "_extensions"), str(Path(__file__).parents[1])]

import lpcheck

project = "lpcheck"
author = "The lpcheck developers"
copyright = "2026, the lpcheck developers"
version = release = lpcheck.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "mathml",
]
myst_enable_extensions = ["dollarmath", "colon_fence", "deflist"]
myst_heading_anchors = 3
napoleon_use_ivar = True
autodoc_member_order = "bysource"
autodoc_typehints = "none"
autodoc_default_options = {"members": True}
add_module_names = False
html_theme = "furo"
html_title = "lpcheck"
html_math_renderer = "mathml"
html_show_sourcelink = False
html_copy_source = False
exclude_patterns = ["_build"]
nitpicky = True
# Types of other projects: their inventories would be fetched from the network.
nitpick_ignore_regex = [("py:class", r"(numpy|collections)\..*"), ("py:class", r"(Array|ArrayLike)")]
