"""The reference's pages: a directive for each page's entries, one for the index of all names.

    ```{reference} pointwise
    ```

writes a section for each family of the page (public_pages.py says which those are) with an entry for each
name, its signature and the docstring of the installed package, in directives of Sphinx's Python domain.
autodoc would take the docstrings for reStructuredText; they are plain text, which docstrings.py reads.
"""

import inspect
import re

from docutils import nodes
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.domains.python import PyAttribute, PyClasslike, PyFunction, PyMethod, PyVariable
from sphinx.util.docutils import SphinxDirective

import docstrings
import public_pages
import tbcast

OWN = type(tbcast.float32), type(tbcast.strided), type(tbcast.contiguous_format), float, type(None)


def kind_of(name, value):
    """The directive of the Python domain for an object, in the variant of this file."""
    in_class = "." in name and inspect.isclass(public_pages.value_of(name.rpartition(".")[0]))
    if in_class:
        return "entry-method" if callable(value) else "entry-attribute"
    if inspect.isclass(value):
        return "entry-class"
    return "entry-function" if callable(value) and not isinstance(value, OWN) else "entry-data"


def signature_of(name, value):
    """Name and parameters as help() shows them, without annotations."""
    if not callable(value) or isinstance(value, OWN):
        return ""
    if inspect.isclass(value) and issubclass(value, (BaseException, tuple)) and name != "Size":
        return ""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    found = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    if "." in name and not inspect.isclass(value) and found and found[0].name == "self":
        found = found[1:]
    bare = signature.replace(parameters=found, return_annotation=signature.empty)
    return re.sub(r"^\(/, ", "(", str(bare)).replace("(/)", "()")


def link(name, kind="func"):
    """A reference to another entry."""
    target = f"tbcast.{name}"
    node = addnodes.pending_xref(
        "", refdomain="py", reftype=kind, reftarget=target, refexplicit=True, refwarn=True
    )
    node += nodes.literal("", name, classes=["xref", "py", f"py-{kind}"])
    return node


def another_name(name):
    """The body of an entry whose text is another's."""
    return [nodes.paragraph("", "", nodes.Text("Alias of "), link(name, "obj"), nodes.Text("."))]


def same_object(name, value):
    """Where a module's object is explained, if it is the package's own or one of tbcast.backcompat's."""
    rest = name.rpartition(".")[2]
    for owner, other in ((tbcast, rest), (tbcast.backcompat, f"backcompat.{rest}")):
        if other != name and "." in name and getattr(owner, rest, None) is value:
            return other
    return None


def content_of(name):
    """The body of an entry."""
    value = public_pages.value_of(name)
    if isinstance(value, tbcast.dtype):
        own = str(value).removeprefix("torch.")
        again = [nodes.Text("Alias of "), link(own, "obj"), nodes.Text(". ")] if own != name else []
        size = nodes.Text(f"{value.itemsize} byte{'s' * (value.itemsize > 1)} an element.")
        return [nodes.paragraph("", "", *again, size)]
    if isinstance(value, OWN):
        text = repr(value)
        return [nodes.paragraph("", "", nodes.literal(text, text))]
    known = same_object(name, value)
    if known:
        return another_name(known)
    text = inspect.getdoc(value) or ""
    again = re.match(r"Alias of ([\w.]+)\.", text)
    if again and callable(getattr(tbcast, again[1], None)):
        return another_name(again[1])
    stem = name.removeprefix("Tensor.")
    function = getattr(tbcast, stem, None)
    if name != stem and callable(function) and not inspect.isclass(function):
        summary = text.partition("\n\n")[0]
        if summary == (inspect.getdoc(function) or "").partition("\n\n")[0]:
            origin = nodes.paragraph("", "See the function ", link(stem), nodes.Text("."), classes=["origin"])
            return [docstrings.paragraph(summary), origin]
    return docstrings.render(text)


class Entry:
    """What the directives of the Python domain lack here: the docstring as content."""

    kind = ""

    def run(self):
        """As the domain's own directive."""
        self.name = f"py:{self.kind}"
        return super().run()

    def transform_content(self, content_node):
        """Fill the entry; the argument's name is the key."""
        path = self.names[0][0]
        module = self.options.get("module", "tbcast")
        inner = module.partition("tbcast")[2].lstrip(".")
        content_node += content_of(f"{inner}.{path}" if inner else path)


class EntryFunction(Entry, PyFunction):
    """A function."""

    kind = "function"


class EntryMethod(Entry, PyMethod):
    """A method."""

    kind = "method"


class EntryAttribute(Entry, PyAttribute):
    """An attribute."""

    kind = "attribute"


class EntryClass(Entry, PyClasslike):
    """A class."""

    kind = "class"


class EntryData(Entry, PyVariable):
    """A dtype, a switch, a number."""

    kind = "data"


def owner_of(name):
    """(module, rest) of a name: `tbcast.nn.functional`, `relu`; `tbcast`, `Tensor.add`."""
    module, parts = "tbcast", name.split(".")
    while len(parts) > 1:
        inner = f"{module}.{parts[0]}"
        if inspect.isclass(public_pages.value_of(inner.partition(".")[2])):
            break
        module = inner
        del parts[0]
    return module, ".".join(parts)


def entry_text(name):
    """The directive of an entry, as MyST text."""
    value = public_pages.value_of(name)
    module, rest = owner_of(name)
    kind = kind_of(name, value)
    return [f"```{{{kind}}} {rest}{signature_of(name, value)}", f":module: {module}", "```", ""]


class Reference(SphinxDirective):
    """All the entries of a page, a section for each family."""

    required_arguments = 1

    def run(self):
        """Make the sections, and have the entries parsed into them."""
        found = []
        for title, names in public_pages.sections()[self.arguments[0]].items():
            section = nodes.section(names=[nodes.fully_normalize_name(title)])
            section += nodes.title(title, title)
            self.state.document.note_implicit_target(section)
            text = [line for name in names for line in entry_text(name)]
            self.state.nested_parse(StringList(text, self.env.docname), self.content_offset, section)
            found.append(section)
        return found


class ReferenceOperators(SphinxDirective):
    """Python's operators, and the functions that they are."""

    def run(self):
        """Make a table."""
        rows = [[[nodes.literal(t, t)] if t else [] for t in texts] for texts in public_pages.operators()]
        for row in rows:
            row[2] = [link(row[2][0].astext())]
        body = nodes.tbody("", *map(self.row, rows))
        titles = [[nodes.Text(text)] for text in ("operator", "in place", "function")]
        group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in titles), cols=len(titles))
        group += [nodes.thead("", self.row(titles)), body]
        return [nodes.table("", group, classes=["docutils"])]

    @staticmethod
    def row(cells):
        """A row of cells."""
        return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *cell)) for cell in cells))


class ReferenceNames(SphinxDirective):
    """Every name of every page, a paragraph of links for each section."""

    def run(self):
        """Make a list of definitions a page."""
        found = []
        for page, sections in public_pages.sections().items():
            title = addnodes.pending_xref(
                "", refdomain="std", reftype="doc", reftarget=page, refexplicit=False, refwarn=True
            )
            title["refdoc"] = self.env.docname
            title += nodes.inline("", page)
            rubric = nodes.paragraph("", "", nodes.strong("", "", title))
            found.append(rubric)
            for section, names in sections.items():
                names = [name for name in names if not name.startswith("Tensor.")]
                if not names:
                    continue
                line = nodes.paragraph(classes=["names"])
                line += nodes.emphasis("", section + ": ")
                for i, name in enumerate(names):
                    line += [nodes.Text(" · ")] if i else []
                    line += link(name, "obj")
                found.append(line)
        return found


def tidy_sessions(app, doctree):
    """Sessions end with an empty line, for doctest, which pages need not show; and they are no programs."""
    for block in doctree.findall(nodes.literal_block):
        text = block.astext().rstrip()
        if text.startswith(">>>"):
            block["language"] = "pycon"
        if len(block.children) == 1 and isinstance(block[0], nodes.Text):
            block.rawsource = text
            block[0] = nodes.Text(text)


def setup(app):
    """Register the directives."""
    app.connect("doctree-read", tidy_sessions)
    app.add_directive("entry-function", EntryFunction)
    app.add_directive("entry-method", EntryMethod)
    app.add_directive("entry-attribute", EntryAttribute)
    app.add_directive("entry-class", EntryClass)
    app.add_directive("entry-data", EntryData)
    app.add_directive("reference", Reference)
    app.add_directive("reference-names", ReferenceNames)
    app.add_directive("reference-operators", ReferenceOperators)
    return {"parallel_read_safe": True}
