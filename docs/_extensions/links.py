"""Every link of the pages resolves: what they point at in the site is there, anchors included."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sphinx.errors import SphinxError


class Page(HTMLParser):
    """The anchors of a page, and where it points."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.targets = {""}, set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        """Collect ids and targets."""
        given = dict(attributes)
        self.anchors |= {given[name] for name in ("id", "name") if given.get(name)}
        self.targets |= {given[name] for name in ("href", "src") if given.get(name)}


def dead_links(site):
    """Pairs of a page and what it points at in vain."""
    pages = {path: Page(path) for path in site.rglob("*.html")}
    for path, page in pages.items():
        for target in sorted(page.targets):
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            place = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            known = pages[place].anchors if place in pages else {""}
            scripted = place == path and parts.fragment == ""
            if not scripted and (not place.is_file() or unquote(parts.fragment) not in known):
                yield path.relative_to(site), target


def check(app, exception):
    """Fail the build where a link is dead."""
    if exception is None and app.builder.format == "html":
        dead = [f"{page}: {target}" for page, target in dead_links(Path(app.outdir).resolve())]
        if dead:
            raise SphinxError("dead links: " + "; ".join(dead))


def setup(app):
    """Look at the pages once they are written."""
    app.connect("build-finished", check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
