"""Every public name of the package, an example call of each, and calls that each must refuse.

`names()` follows what the module exports; EXAMPLES is written by hand, and test_leaks.py fails until a
new name has a line here.  Operators need none: their calls follow from the operator table.
"""

import inspect

import tbcast
from codegen.functions import ATTRIBUTES, FUNCTIONS
from differential.forms import ROWS

OWN_TYPES = (
    *("Tensor", "Size", "dtype", "device", "layout", "Generator", "UntypedStorage", "finfo", "iinfo"),
)


TYPES_OF_STORAGES = """BFloat16 Bool Byte Char ComplexDouble ComplexFloat Double Float Half Int Long Short"""


def names():
    """'zeros', 'Tensor', 'Tensor.view', ...: functions and classes, and attributes of the own types."""
    found = []
    for name in {*dir(tbcast), *tbcast.__all__}:
        value = getattr(tbcast, name)
        if name.startswith("_") or inspect.ismodule(value):
            continue
        if callable(value):
            found.append(name)
        if name in OWN_TYPES:
            base = tuple if issubclass(value, tuple) else object
            own = [a for a in vars(value) if not a.startswith("_") and hasattr(value, a)]
            found += [f"{name}.{a}" for a in own if not hasattr(base, a)]
    return sorted(found)


def operand_of(row, operand):
    """Something that the row takes there, by name of what the test program defines."""
    if operand in row.masks:
        return "m"
    whole = row.promotion.rule != "float" and not {"float", "bytes"} & set(row.expressions)
    return {True: ("i", "j"), False: ("x", "y")}[whole][operand != row.operands[0]]


def operator_examples():
    """{name: call} of every operator in every spelling."""
    found = {}
    for row in ROWS.values():
        given = [operand_of(row, operand) for operand in row.operands]
        ahead = ["1"] if "int n" in row.calling.methods else []  # polygamma(n, input)
        for alias in row.names:
            if alias.name.startswith("_"):
                continue
            found[alias.name] = f"torch.{alias.name}({', '.join(ahead + given)})"
            if alias.inplace_function:
                found[f"{alias.name}_"] = f"torch.{alias.name}_({given[0]})"
            if alias.method:
                found[f"Tensor.{alias.name}"] = f"{given[0]}.{alias.name}({', '.join(ahead + given[1:])})"
            if alias.method and alias.inplace:
                found[f"Tensor.{alias.name}_"] = f"{given[0]}.{alias.name}_({', '.join(ahead + given[1:])})"
            if hasattr(tbcast, f"{alias.name}_"):
                found[f"{alias.name}_"] = f"torch.{alias.name}_({', '.join(given)})"
    return found


def function_examples():
    """{name: call} of every function and attribute of the function table, in every spelling."""
    found = {}
    for row in FUNCTIONS:
        for name in row.names:
            if row.function and not row.namespace and not name.startswith("_"):
                found[name] = row.call(name)
            if row.constructor:
                found[name] = row.example[0]
            if row.method and not name.startswith("_"):
                found[f"{row.owner}.{name}"] = row.method_call(name)
            if row.inplace:
                found[f"Tensor.{name}_"] = row.method_call(f"{name}_")
    for row in ATTRIBUTES:
        if not row.name.startswith("_"):
            found[f"{row.owner}.{row.name}"] = row.example[0]
    return found


# x: (2, 3), y: (3,), z: (3, 2), o: (2, 3) to be written, all float32; u: uint8; c: complex64; array: ndarray;
# i, j: (2, 3), i of 0 and 1, and k: (2,), int64; m: (2, 3), bool.
CALLS = """
block_diag(x, y)  cartesian_prod(y, y)  meshgrid(y, y, indexing="ij")  from_dlpack(array)
BFloat16Tensor([1])  BoolTensor([True])  BroadcastPolicyError('x')  BroadcastPolicyWarning('x')
cdist(x, y[None])  chain_matmul(x, z)  einsum('ij,j->i', x, y)  tensordot(x, y, 1)
unravel_index(i, (2, 3))  broadcast_policy('raise', max_growth=2)
ByteTensor(2)  CharTensor(2, 2)  DoubleTensor([1.5])  FloatTensor(x)  HalfTensor()  IntTensor([2])
LongTensor([2, 3])  ShortTensor(1)  set_default_tensor_type(torch.FloatTensor)
explain((3, 1), (4,))  set_printoptions(precision=4)  enable_grad()  inference_mode()  is_grad_enabled()
use_deterministic_algorithms(False)  are_deterministic_algorithms_enabled()
is_deterministic_algorithms_warn_only_enabled()
is_inference_mode_enabled()  no_grad()  set_grad_enabled(True)  where(m)
DisableTorchFunction()  DisableTorchFunctionSubclass()
"""
OTHERS = {
    "Tensor.float_power_": "x.double().float_power_(2)",
    "Tensor.where": "x.where(m, y)",
    "threshold": "torch.threshold(x, 1, 2)",
    "threshold_": "torch.threshold_(x, 1, 2)",
    "masked_fill": "torch.masked_fill(x, m, 2)",
    "Tensor.masked_fill": "x.masked_fill(m, 2)",
    "Tensor.masked_fill_": "x.masked_fill_(m, 2)",
    "Tensor.cuda": "x.requires_grad_(False)",
    "Size.numel": "x.shape.numel()",
    "dtype.to_complex": "x.dtype.to_complex()",
    "dtype.to_real": "c.dtype.to_real()",
    "dtype": "type(x.dtype)",
    "layout": "type(x.layout)",
    "memory_format": "type(torch.contiguous_format)",
    "save": "torch.save(x, __import__('io').BytesIO())",
    "load": "(lambda f: (torch.save(x, f), f.seek(0), torch.load(f)))(__import__('io').BytesIO())",
    "TypedStorage": "x.storage().tolist()",
    **{f"{name}Storage": f"torch.{name}Storage(2).size()" for name in TYPES_OF_STORAGES.split()},
    "Generator.initial_seed": "g.initial_seed()",
    "Generator.manual_seed": "g.manual_seed(3)",
    "Generator.seed": "g.seed()",
    "Generator.get_state": "g.get_state()",
    "Generator.set_state": "g.set_state(g.get_state())",
}


def calls_of(text, owner, prefix):
    """{name: call} of calls separated by two spaces or lines."""
    calls = [call for line in text.strip().splitlines() for call in line.split("  ")]
    return {owner + call.partition("(")[0]: prefix + call for call in calls}


EXAMPLES = {
    **operator_examples(),
    **function_examples(),
    **calls_of(CALLS, "", "torch."),
    **OTHERS,
}


def refused_calls():
    """Of everything that can be called: an unknown keyword, and too much of the wrong type."""
    own = {"Tensor": "x", "Size": "x.shape", "dtype": "x.dtype", "device": "x.device", "Generator": "g"}
    own["UntypedStorage"] = "x.untyped_storage()"
    found = []
    for name in names():
        owner, _, attribute = name.rpartition(".")
        target = f"{own[owner]}.{attribute}" if owner in own else f"torch.{name}"
        if owner in ("finfo", "iinfo", "layout") or not callable(example_value(owner, attribute or name)):
            continue
        found += [f"{target}(nonsense=1)", f"{target}({', '.join(['None'] * 12)})"]
    return [call for call in found if not call.startswith(TAKES_ANYTHING)]


def example_value(owner, attribute):
    return getattr(getattr(tbcast, owner) if owner else tbcast, attribute)


# broadcast_shapes leaves None out; dtype and layout have no constructor, which is tested in other files.
TAKES_ANYTHING = (
    *("torch.broadcast_shapes(None", "torch.set_printoptions(None"),
    *("torch.BroadcastPolicyError(None", "torch.BroadcastPolicyWarning(None"),
)
