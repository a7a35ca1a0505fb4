"""Rows of the methods of other classes than Tensor: Generator, UntypedStorage, Size, device, dtype."""

from codegen.functions.row import Function

STORAGE = "torch.UntypedStorage([1, 2])"


def method(owner, name, summary, example, *, overload="", returns, body="", **facts):
    return Function(
        name,
        summary,
        (overload,),
        body or f"{owner}_{name}",
        owner=owner,
        function=False,
        returns=returns,
        example=example,
        **{"raises": "", **facts},
    )


GENERATOR = (
    method(
        "Generator",
        "manual_seed",
        "Starts the sequence that belongs to seed, and returns self.",
        ("torch.Generator().manual_seed(7).initial_seed()", "7"),
        overload="object seed, /",
        returns="Generator",
        stub_types={"seed": "_int"},
        operands="seed: an int from [-2**63, 2**64).",
        raises="Raises ValueError outside of that range, RuntimeError for what is no int.",
    ),
    method(
        "Generator",
        "initial_seed",
        "The seed that the sequence started with.",
        ("torch.Generator().initial_seed()", "67280421310721"),
        returns="_int",
    ),
    method(
        "Generator",
        "seed",
        "Starts a sequence that nobody can predict, and returns its seed.",
        ("torch.Generator().seed() > 0", "True"),
        returns="_int",
    ),
    method(
        "Generator",
        "get_state",
        "Where the sequence is.",
        ("torch.Generator().get_state().shape", "torch.Size([5056])"),
        returns="Tensor",
        result="Result: a tensor of 5056 bytes, the same as torch's.",
    ),
    method(
        "Generator",
        "set_state",
        "Goes on from a state that get_state gave, of torch's generator too, and returns self.",
        (
            "torch.Generator().set_state(torch.Generator().manual_seed(7).get_state()).initial_seed()",
            "7",
        ),
        overload="object new_state, /",
        returns="Generator",
        stub_types={"new_state": "Tensor"},
        raises="Raises TypeError for anything but a contiguous tensor of bytes, RuntimeError for one of "
        "another size or one that no generator can be in.",
    ),
    method(
        "Generator",
        "__reduce__",
        "A new generator and the state of this one, for pickle.",
        ("len(torch.Generator().__reduce__())", "2"),
        returns="Any",
        body="in_python",
        code="TBPY_HOOK_REDUCE_GENERATOR",
        source="torch.Generator",
    ),
)

UNTYPED_STORAGE = (
    method(
        "UntypedStorage",
        "nbytes",
        "The number of bytes.",
        ("torch.zeros(3).untyped_storage().nbytes()", "12"),
        returns="_int",
    ),
    method(
        "UntypedStorage",
        "size",
        "The number of bytes: the same as nbytes().",
        ("torch.zeros(3).untyped_storage().size()", "12"),
        body="UntypedStorage_nbytes",
        returns="_int",
    ),
    method("UntypedStorage", "element_size", "Always 1.", (f"{STORAGE}.element_size()", "1"), returns="_int"),
    method(
        "UntypedStorage",
        "data_ptr",
        "The address of the first byte; 0 if there is none.",
        ("torch.UntypedStorage(0).data_ptr()", "0"),
        returns="_int",
    ),
    method(
        "UntypedStorage",
        "resizable",
        "May the memory grow?  Not while others see it (NumPy, buffers, parts of a storage).",
        ("torch.zeros(3).untyped_storage().resizable()", "True"),
        returns="_bool",
    ),
    method(
        "UntypedStorage",
        "untyped",
        "The storage itself.",
        (f"{STORAGE}.untyped().nbytes()", "2"),
        body="UntypedStorage_self",
        returns="UntypedStorage",
    ),
    method(
        "UntypedStorage",
        "cpu",
        "The storage itself: all memory is the CPU's.",
        (f"{STORAGE}.cpu().nbytes()", "2"),
        body="UntypedStorage_self",
        returns="UntypedStorage",
    ),
    method(
        "UntypedStorage",
        "tolist",
        "The bytes as a list of ints.",
        ("torch.tensor([258], dtype=torch.int16).untyped_storage().tolist()", "[2, 1]"),
        returns="list[_int]",
    ),
    method(
        "UntypedStorage",
        "fill_",
        "Writes one int into every byte, and returns the storage.",
        ("torch.UntypedStorage(2).fill_(7).tolist()", "[7, 7]"),
        overload="object value, /",
        returns="UntypedStorage",
        stub_types={"value": "_int"},
        raises="Raises RuntimeError for what is no int.",
    ),
    method(
        "UntypedStorage",
        "copy_",
        "Takes the bytes of another storage, and returns this one.",
        (f"torch.UntypedStorage(2).copy_({STORAGE}).tolist()", "[1, 2]"),
        overload="object src, bool non_blocking = False",
        returns="UntypedStorage",
        stub_types={"src": "UntypedStorage | TypedStorage"},
        raises="Raises RuntimeError if their sizes differ, TypeError for what is no storage.",
    ),
    method(
        "UntypedStorage",
        "clone",
        "A copy of the bytes.",
        (f"{STORAGE}.clone().tolist()", "[1, 2]"),
        returns="UntypedStorage",
        raises="Raises RuntimeError if there is no memory.",
    ),
    method(
        "UntypedStorage",
        "_elements",
        "A tensor of all whole elements on these bytes.",
        (f"{STORAGE}._elements(torch.uint8)", "tensor([1, 2], dtype=torch.uint8)"),
        overload="object dtype, /",
        returns="Tensor",
        stub_types={"dtype": "_dtype"},
        source="torch.TypedStorage",
    ),
    method(
        "UntypedStorage",
        "__sizeof__",
        "The bytes of the object and of its memory.",
        (f"{STORAGE}.__sizeof__() > 2", "True"),
        returns="_int",
    ),
    method(
        "UntypedStorage",
        "__copy__",
        "The same as clone.",
        (f"{STORAGE}.__copy__().tolist()", "[1, 2]"),
        body="UntypedStorage_clone",
        returns="UntypedStorage",
    ),
    method(
        "UntypedStorage",
        "__deepcopy__",
        "The same as clone.",
        (f"{STORAGE}.__deepcopy__({{}}).tolist()", "[1, 2]"),
        overload="object memo, /",
        body="UntypedStorage_clone",
        returns="UntypedStorage",
        stub_types={"memo": "dict[_int, Any]"},
    ),
    method(
        "UntypedStorage",
        "__reduce_ex__",
        "The bytes, for pickle; with protocol 5 a buffer that need not be copied.",
        (f"len({STORAGE}.__reduce_ex__(2))", "2"),
        overload="object protocol, /",
        body="in_python",
        code="TBPY_HOOK_REDUCE_STORAGE",
        returns="Any",
        stub_types={"protocol": "SupportsIndex"},
    ),
)

OTHERS = (
    method(
        "Size",
        "numel",
        "The number of elements of a tensor of this size: the product.",
        ("torch.Size([2, 3]).numel()", "6"),
        returns="_int",
    ),
    method(
        "Size",
        "__reduce__",
        "The constructor and its arguments, for pickle.",
        ("torch.Size([2, 3]).__reduce__()[1]", "((2, 3),)"),
        returns="Any",
    ),
    method(
        "device",
        "__reduce__",
        "The constructor and its arguments, for pickle.",
        ("torch.device('cpu', 1).__reduce__()[1]", "('cpu', 1)"),
        returns="Any",
    ),
    method(
        "dtype",
        "to_real",
        "The dtype of a complex dtype's parts; other dtypes themselves.",
        ("torch.complex64.to_real()", "torch.float32"),
        returns="_dtype",
    ),
    method(
        "dtype",
        "to_complex",
        "The complex dtype of parts of this dtype; complex64 for float16 too, for there is no complex32.",
        ("torch.float64.to_complex()", "torch.complex128"),
        returns="_dtype",
        raises="Raises RuntimeError for integers and bool.",
    ),
    method(
        "dtype",
        "__reduce__",
        "The dtype's name, for pickle.",
        ("torch.float32.__reduce__()", "'float32'"),
        returns="str",
    ),
)

ROWS = (*GENERATOR, *UNTYPED_STORAGE, *OTHERS)
