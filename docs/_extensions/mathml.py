"""Formulas as MathML, made when the pages are: nothing is fetched, no script runs, to read them."""

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.errors import SphinxError


def _converted(latex, display):
    known = latex.strip().replace(r"\arg", r"\mathrm{arg}")
    mathml = convert(known, display=display)
    if "\\" in mathml:
        raise SphinxError(f"no MathML for this formula: {latex}")
    return mathml


def visit_inline(writer, node):
    """A formula in a line."""
    writer.body.append(_converted(node.astext(), "inline"))
    raise nodes.SkipNode


def visit_block(writer, node):
    """A formula on a line of its own."""
    writer.body.append(f'<div class="math">{_converted(node.astext(), "block")}</div>')
    raise nodes.SkipNode


def setup(app):
    """Offer the renderer that conf.py names."""
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
