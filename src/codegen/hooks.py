"""What the extension calls of the Python package: generated/hook_names.h."""

from codegen.functions import FUNCTIONS

HOOKS = {
    "tensor_text": "_printing:_tensor_str",
    "storage_text": "_compat.typed_storage:_untyped_text",
    "note": "_explain.error_note:note",
    "note_of_indices": "_explain.error_note:note_of_indices",
    "note_of_batches": "_explain.error_note:note_of_batches",
    "override": "overrides:_ask",
    "marks": "_verdict.marks:of_result",
    "typed_storage": "storage:TypedStorage",
    "from_dlpack": "utils.dlpack:from_dlpack",
    "dlpack_cpu": "utils.dlpack:_CPU",
}
"""Name -> "module:object" below tbcast, of what the bindings call themselves; rows name others."""


def hooks() -> dict:
    """All of them."""
    found = dict(HOOKS)
    for row in FUNCTIONS:
        for form, place in (("FUNCTION", row.in_python), ("METHOD", row.method_in_python)):
            if place:
                name = row.hook(form)
                assert name not in found, f"two hooks of the name {name}"
                found[name] = place
    return found


def render() -> dict:
    """Paths below the clone's root and their texts."""
    lines = [
        "/* What the extension calls of the Python package (base/hooks.h).",
        " * Written by src/codegen from the function table; do not edit. */",
        "#ifndef TBPY_HOOK_NAMES_H",
        "#define TBPY_HOOK_NAMES_H",
        "",
        "/* X(name, module, object) */",
        "#define TBPY_FOR_EACH_HOOK(X) \\",
    ]
    for name, place in hooks().items():
        module, _, value = place.partition(":")
        lines.append(f'    X({name}, "tbcast.{module}", "{value}") \\')
    lines += [
        "",
        "typedef enum {",
        "#define TBPY_HOOK_ID(name, module, object) TBPY_HOOK_##name,",
        "    TBPY_FOR_EACH_HOOK(TBPY_HOOK_ID)",
        "#undef TBPY_HOOK_ID",
        "        TBPY_HOOKS",
        "} tbpy_hook;",
        "",
        "#endif",
    ]
    return {"src/python/generated/hook_names.h": "\n".join([*lines, ""])}
