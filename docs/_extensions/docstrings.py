"""A docstring of tbcast as nodes of a page.

The docstrings are plain text: a summary, sentences that begin with a label (`Operands:`, `Raises`,
`As torch.add.`), lists, spellings of calls, and examples.  Nothing is interpreted but code in backticks.
"""

import re

from docutils import nodes

LABEL = re.compile(r"(Operands?|Result|Raises|Warns|Source)(?::? )(?=\S)")
ORIGIN = re.compile(r"As torch\.[\w.]+\.$")
CALL = re.compile(r"[\w.]+\(.*\)$")


def inline(text):
    """Text nodes, with code in backticks as literals."""
    found = []
    for i, part in enumerate(re.split(r"``?([^`]+)``?", " ".join(text.split()))):
        if part:
            found.append(nodes.literal(part, part) if i % 2 else nodes.Text(part))
    return found


def paragraph(text):
    """One paragraph."""
    node = nodes.paragraph()
    node += inline(text)
    return node


def code(lines, language):
    """A block of code."""
    text = "\n".join(lines)
    return nodes.literal_block(text, text, language=language)


def blocks(text):
    """Pieces between empty lines; examples that follow each other are one piece."""
    found = []
    for piece in re.split(r"\n\s*\n", text.strip("\n")):
        lines = piece.splitlines()
        if found and lines[0].startswith(">>>") and found[-1][0].startswith(">>>"):
            found[-1] += ["", *lines]
        else:
            found.append(lines)
    return found


def items(lines):
    """(label, text) of the sentences of a piece; a line without label goes on with the one before."""
    found = []
    for line in re.sub(r"\. +(?=Result: )", ".\n", "\n".join(lines)).splitlines():
        label = LABEL.match(line)
        if label:
            found.append([label[1], line[label.end() :]])
        elif ORIGIN.match(line) or not found or found[-1][0] == "origin":
            found.append(["origin" if ORIGIN.match(line) else "", line])
        else:
            found[-1][1] += " " + line
    return found


def fields(lines):
    """A piece of labelled sentences: a list of fields, and paragraphs for the rest."""
    found = []
    for label, text in items(lines):
        if label in ("", "origin"):
            found.append(paragraph(text))
            if label:
                found[-1]["classes"].append("origin")
            continue
        if not found or not isinstance(found[-1], nodes.field_list):
            found.append(nodes.field_list(classes=["facts"]))
        name, body = nodes.field_name("", label), nodes.field_body("", paragraph(text))
        found[-1] += nodes.field("", name, body)
    return found


def bullets(lines):
    """A list whose items begin with `- `, perhaps after a paragraph."""
    found, inside = [], None
    before = []
    for line in lines:
        if line.startswith("- "):
            inside = inside if inside is not None else []
            inside.append(line[2:])
        elif inside is None:
            before.append(line)
        else:
            inside[-1] += " " + line
    if before:
        found.append(paragraph(" ".join(before)))
    return [*found, nodes.bullet_list("", *(nodes.list_item("", paragraph(text)) for text in inside))]


def render(text):
    """All of a docstring."""
    found = []
    for lines in blocks(text) if text.strip() else ():
        if lines[0].startswith(">>>"):
            found.append(code(lines, "pycon"))
        elif all(line.startswith("    ") for line in lines):
            found.append(code([line[4:] for line in lines], "text"))
        elif any(line.startswith("- ") for line in lines):
            found += bullets(lines)
        elif all(CALL.match(line) for line in lines):
            found.append(code(lines, "python"))
        else:
            found += fields(lines)
    return found
