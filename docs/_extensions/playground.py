"""The playground and the Run buttons of some pages, where .ci/wasm has built what they load.

`build/wasm/runtime` beside the documentation is copied with `docs/playground` into the site.  Without it the
pages are the same but for them, and the page `webassembly` says so: it asks for the tag `playground`.
"""

import shutil
from pathlib import Path

from sphinx.util import logging

PAGES = ("tutorial", "explain", "notebooks/the_note")
ADDRESS = "playground/index.html"


def runtime_of(app):
    """The folder that .ci/wasm makes."""
    return Path(app.confdir).parent / "build" / "wasm" / "runtime"


def is_built(app):
    """Can pages run Python?  Not on paper."""
    return app.builder.format == "html" and (runtime_of(app) / "python.wasm.gz").exists()


def prepare(app):
    """Tell the pages, before they are read."""
    if is_built(app):
        app.tags.add("playground")
    else:
        logging.getLogger(__name__).info("without the playground: .ci/wasm has not built it")


def add_buttons(app, page, template, context, document):
    """The script and the style of the buttons, on the pages that have them."""
    if page in PAGES and is_built(app):
        address = context["pathto"](ADDRESS, resource=True)
        app.add_js_file("live.js", loading_method="defer", **{"data-playground": address})
        app.add_css_file("live.css")


def copy(app, error):
    """The playground beside the pages."""
    if error or not is_built(app):
        return
    target = Path(app.outdir) / Path(ADDRESS).parent
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(Path(app.confdir) / "playground", target, ignore=shutil.ignore_patterns("editor.js"))
    shutil.copytree(runtime_of(app), target / "runtime")


def setup(app):
    """Sphinx calls this."""
    app.connect("builder-inited", prepare)
    app.connect("html-page-context", add_buttons)
    app.connect("build-finished", copy)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
