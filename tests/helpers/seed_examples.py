"""Finds every example in the five texts of tests/seeds/ and gives them to tbcast.note.

Three of the texts are the note with `>>>` prompts (000, 003, 004), one of them
(002) has it twice, in Chinese and in English, and a code block whose line breaks
are lost, and 001 is a notebook without prompts.  Whatever has no prompts is first
written with prompts; expected results are always taken from the text.
"""

import ast
import re
from dataclasses import replace
from pathlib import Path

from tbcast.note import ENGLISH, Example, Expectation, Language, parse

SEEDS = Path(__file__).resolve().parents[1] / "seeds"
FILES = {path.name[:3]: path for path in sorted(SEEDS.glob("*.txt"))}

CHINESE = Language(
    # "cannot be broadcast", "does not satisfy (the rules)"
    not_broadcastable=re.compile("不可广播|不满足"),
    # "can be broadcast" (two ways), "satisfy (the rules)", "the same shape"
    broadcastable=re.compile("可广播|可以广播|满足|相同的形状"),
    # "but now" (two spellings), "expanded to"
    new_size=re.compile(r"(?:但是?现在|扩展成).*?torch\.Size\(\[[\d, ]*\]\)"),
)


def text_of(seed):
    return FILES[seed].read_text(encoding="utf-8")


def prompt_examples(seed):
    """Examples with `>>>` prompts."""
    return parse(text_of(seed), (ENGLISH, CHINESE))


# ---- 001: a notebook as plain text ----


def _blocks(seed):
    """The notebook's paragraphs as (number of the cell, kind, lines); kind is "code", "output" or "prose"."""
    cell, started = 0, False
    for paragraph in re.split(r"\n\s*\n", text_of(seed)):
        lines = paragraph.strip("\n").split("\n")
        if header := re.fullmatch(r"In \[(\d+)\]:", lines[0]):
            cell, started, lines = int(header[1]), True, lines[1:]
            yield cell, "code", lines
        elif started and re.match(r"\w+ = ", lines[0]):
            yield cell, "code", lines
        elif started and re.match(r"torch\.Size\(|tensor\(|\w+Error: ", lines[0]):
            yield cell, "output", lines
        else:
            started = False
            yield cell, "prose", lines


def _prompted(line):
    """A line of a cell as typed at a prompt; PyTorch itself is replaced, comments stay."""
    if line.lstrip().startswith("#"):
        return line
    return ">>> " + ("import tbcast as torch" if line == "import torch" else line)


def notebook_code(seed):
    """The lines of all cells that are neither empty nor comments."""
    return [
        line
        for _, kind, lines in _blocks(seed)
        if kind == "code"
        for line in lines
        if not line.lstrip().startswith("#")
    ]


def notebook_examples(seed):
    """Examples of the cells as {(cell, number in the cell): Example}, exactly as typed.

    Each run of lines without a blank line is one.  A warning that the prose below
    a cell quotes is documented of that cell.
    """
    written, places, counts = [], [], {}
    for cell, kind, lines in _blocks(seed):
        if kind == "code":
            counts[cell] = counts.get(cell, 0) + 1
            places.append((cell, counts[cell]))
            written += ["", *map(_prompted, lines)]
        elif kind == "output":
            written += lines
        elif warning := re.search(r"_*main__:1: \w+Warning: .*", "\n".join(lines), re.DOTALL):
            written += warning[0].split("\n")
        else:
            written += ["", *lines]
    examples = parse("\n".join(written), (ENGLISH, CHINESE))
    assert len(examples) == len(places)
    return dict(zip(places, examples, strict=True))


def assigned_twice(example):
    """The name that two statements of an example assign, or None (`ｘ` and `x` are one name)."""
    seen = set()
    for statement in example.statements:
        for node in ast.walk(ast.parse(statement)):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                if node.id in seen:
                    return node.id
                seen.add(node.id)
    return None


def with_second_assigned_to(example, name):
    """The example with its last assignment to another name."""
    *first, last = example.statements
    return replace(example, statements=(*first, re.sub(r"^\w+", name, last)))


# ---- 002: the code block on one line ----


def flattened_code(seed):
    """The code between the two ``` of one line."""
    return re.search(r"``` (import torch .*?) ```", text_of(seed))[1]


def flattened_examples(seed):
    """Its examples, headed `# 例子1` and so on, with line breaks before statements and comments."""
    imports, *parts = re.split(r"# 例子\d+ ", flattened_code(seed))
    assert imports.strip() == "import torch"
    return [_unflatten(part) for part in parts]


def _unflatten(part):
    lines = re.split(r" (?=\w+ = |print\(|# )", part.strip())
    statements = [line for line in lines if not line.startswith("# ")]
    # What follows `print(c)` or fails is its documented result, "报错:" is "raises".
    documented = " ".join(line.removeprefix("# ") for line in lines if line.startswith("# "))
    error = documented.startswith("报错:")
    expected = Expectation("error" if error else "value", documented.removeprefix("报错:"), flattened=True)
    return Example(("import tbcast as torch", *statements), (expected,))


def all_examples(seed):
    """Every example of a file, ready to run."""
    if seed == "001":
        return [
            with_second_assigned_to(example, "y") if assigned_twice(example) else example
            for example in notebook_examples(seed).values()
        ]
    return prompt_examples(seed) + (flattened_examples(seed) if seed == "002" else [])
