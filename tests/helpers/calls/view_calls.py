"""Every view function with all its small arguments, valid and not, as texts over a tensor `t`.

test_view_geometry.py evaluates them on all tensors of rank 0 to 3 and sizes 0 to 3.
"""

import itertools

from calls.view_cases import TINY, TRANSPOSING, VIEWS

DIMS = range(-4, 5)
SOME = range(-1, 4)
PAIRS = tuple(itertools.product(DIMS, DIMS))


def tuples(entries, *lengths):
    return [v for n in lengths for v in itertools.product(entries, repeat=n)]


def calls(name, arguments):
    return [f"t.{name}({', '.join(map(str, a))})" for a in arguments]


def one_by_one(name, arguments):
    """Sizes as positions and as one tuple."""
    arguments = list(arguments)
    return calls(name, arguments) + [f"t.{name}({a})" for a in arguments]


TARGETS = tuples(range(-2, 7), 1, 2, 3) + [(), (12,), (1, 2, 3, 1), (9, 3), (27,), (-1, 9)]
SHORT_TARGETS = tuples(range(-2, 5), 1, 2) + tuples(range(-1, 4), 3) + [(), (6,), (9,), (2, 1, 3, 1)]
UNFLATTENED = tuples(range(-2, 4), 1, 2) + [(), (-1, 3, 1), (1, 1, 1), (1, 2, -1), (0, 1, 1), (1, -1, 2)]
RANGES = [
    f"{'' if a is None else a}:{'' if b is None else b}:{c}"
    for a, b, c in itertools.product((None, *range(-4, 5)), (None, *range(-4, 5)), (1, 2, 3, 5))
]
LENGTHS = tuples(range(4), 1, 2) + tuples(range(3), 3) + [(-1, 2), (2, -1), (), (3, 3, 3, 3), (1, 1, 1, 0)]
INDICES = tuples(range(-3, 5), 1, 2) + [(), (0, 1, 2, 3), (2, 1, 3), (-1, 1, -1, 9)]

INDEX_PAIRS = [
    (i, j)
    for i, j in itertools.product((*range(-3, 4), ":", "...", "None", "1:"), repeat=2)
    if not i == j == "..."
]
INDEX_TRIPLES = [i for i in itertools.product((-2, 0, 2, ":", "None", "..."), repeat=3) if i.count("...") < 2]

# Calls of which a run without --long evaluates a sample.
GROUPS = {
    "view": calls("view", [(t,) for t in TARGETS]),
    "reshape": calls("reshape", [(t,) for t in TARGETS]),
    "expand": calls("expand", [(t,) for t in SHORT_TARGETS]),
    "broadcast_to": [f"torch.broadcast_to(t, {t})" for t in SHORT_TARGETS],
    "sizes one by one": one_by_one("view", SHORT_TARGETS[:60]) + one_by_one("expand", SHORT_TARGETS[:60]),
    "unflatten": calls("unflatten", itertools.product(DIMS, UNFLATTENED)),
    "permute": one_by_one("permute", tuples(range(-3, 4), 0, 1, 2, 3))
    + calls("permute", tuples(range(4), 4)),
    "pairs of dims": [
        call
        for name in ("transpose", "swapaxes", "swapdims", "movedim", "moveaxis", "flatten", *TRANSPOSING)
        for call in calls(name, PAIRS)
    ],
    "movedim of tuples": calls(
        "movedim", itertools.product(tuples(range(-3, 3), 0, 1, 2), tuples(range(-3, 3), 0, 1, 2))
    ),
    "one dim": [
        call
        for name in ["unsqueeze", "squeeze", "flatten", "unbind", "size", "stride", "unsqueeze_", "squeeze_"]
        for call in calls(name, [(), *((d,) for d in range(-5, 6))])
    ],
    "squeeze of tuples": calls("squeeze", [(d,) for d in tuples(range(-4, 4), 0, 1, 2, 3)]),
    "select": calls("select", PAIRS),
    "narrow": calls("narrow", itertools.product(DIMS, DIMS, range(-1, 5))),
    "split and chunk": calls("split", itertools.product(range(-1, 5), DIMS))
    + calls("chunk", itertools.product(range(-1, 6), DIMS))
    + calls("split", itertools.product([list(x) for x in LENGTHS], range(-3, 4))),
    "tensor_split": calls("tensor_split", itertools.product(range(-1, 6), DIMS))
    + calls("tensor_split", itertools.product([list(x) for x in INDICES], range(-3, 4))),
    "hsplit, vsplit, dsplit": [
        call
        for name in ("hsplit", "vsplit", "dsplit")
        for call in calls(name, [(n,) for n in range(-3, 5)]) + one_by_one(name, INDICES)
    ],
    "split_with_sizes": calls(
        "split_with_sizes", itertools.product([list(x) for x in LENGTHS], range(-3, 4))
    ),
    "unfold": calls("unfold", itertools.product(DIMS, range(-1, 4), range(4))),
    "narrow_copy": calls("narrow_copy", itertools.product(DIMS, DIMS, range(-1, 5))),
    "diag and its kin": calls("diag", [(k,) for k in DIMS])
    + calls("diagflat", [(k,) for k in DIMS])
    + calls("diag_embed", itertools.product(range(-2, 3), range(-5, 5), range(-5, 5))),
    "diagonal": calls("diagonal", itertools.product(range(-4, 5), DIMS, DIMS)),
    "as_strided": calls(
        "as_strided",
        [
            (size, stride, offset)
            for n in range(3)
            for size in itertools.product(range(4), repeat=n)
            for stride in itertools.product(range(-1, 4), repeat=n)
            for offset in (-1, 0, 1, 5)
        ],
    )
    + calls("as_strided", [((1,), ()), ((), (1,)), ((-2,), (1,)), ((2, -3), (1, 1))])
    + calls("as_strided", [((2, 2, 2), (4, 2, 1)), ((2, 2, 2), (0, 1, 2), 1)])
    + calls("as_strided_", [((2, 2, 2), (4, 2, 1)), ((2, 2), (0, 1), 1), ((), ())])
    + calls("as_strided_", [((1,), ()), ((2,), (-1,))]),
    "resize_": calls("resize_", [(t,) for t in tuples(range(4), 0, 1, 2, 3) + [(-1,), (2, -1)]]),
    "as another": [
        call
        for size in TINY
        for call in (
            *(f"t.{name}_as(torch.zeros({size}))" for name in ("view", "reshape", "expand")),
            f"t.resize_as_(torch.zeros({size}))",
            f"torch.broadcast_tensors(t, torch.zeros({size}))",
        )
    ],
    "without arguments": [
        *(f"t.{name}()" for name in ["t", "t_", "ravel", "flatten", "squeeze", "detach"]),
        *("t.contiguous()", "t.clone()", "t.cpu()"),
        *(f"t.{name}" for name in ("T", "mT", "H", "mH", "data", "real", "imag", "shape")),
        *(f"torch.atleast_{n}d(t)" for n in (1, 2, 3)),
        *("t.adjoint()", "t.__reversed__()", "t.diag()", "t.dim_order()", "t.is_conj()", "t.set_(t)"),
        *("torch.atleast_2d(t, t[None])", "t.diagonal()", "t.is_contiguous()", "t.numel()", "t.dim()"),
    ],
    "indices": [f"t[{i}]" for i in (*range(-5, 6), "...", "None", "()")]
    + [f"t[{i}, {j}]" for i, j in INDEX_PAIRS]
    + [f"t[{', '.join(map(str, i))}]" for i in INDEX_TRIPLES]
    + [f"t[{r}]" for r in RANGES]
    + [f"t[..., {r}]" for r in RANGES]
    + [f"t[:, {r}]" for r in RANGES],
}

# Calls that every run evaluates on every tensor.
SIZES = [
    *((), (-1,), (1,), (2,), (3,), (6,), (0,), (1, -1), (-1, 2), (2, 3), (3, 2), (6, 1), (0, -1), (-1, -1)),
    *((-2,), (2, -1, 3), (0, 3), (1, 2, 3, 1), (4,), (2, 2, 3), (12,), (3, -1, 2, 1)),
]
DIMENSIONS = range(-4, 4)
TWO_DIMENSIONS = tuple(itertools.product(DIMENSIONS, DIMENSIONS))
COUNTS = (-4, -1, 0, 1, 2, 3)
WHOLE_GROUPS = {
    "sizes": [
        call
        for f in ("view", "reshape", "expand", "broadcast_to")
        for call in calls(f, [(s,) for s in SIZES])
    ],
    "one dim": GROUPS.pop("one dim"),
    "select": GROUPS.pop("select"),
    "permute": calls("permute", [(order,) for n in range(4) for order in itertools.permutations(range(n))])
    + calls("permute", [((0,),), ((0, 0),), ((0, 0, 0),), ((0, 1, 2, 3),), ((-1,),)]),
    "squeeze of pairs": calls("squeeze", [((0, 0),), ((0, -1),), ((0, 1),)]),
    "narrow": calls("narrow", itertools.product((-3, -1, 0, 1, 3), (-4, -2, -1, 0, 1, 3, 4), (-1, 0, 1, 3))),
    "split and chunk": calls("split", itertools.product(COUNTS, DIMENSIONS))
    + calls("chunk", itertools.product(COUNTS, DIMENSIONS))
    + calls("split", itertools.product(([1, 2], [3, 0], [0], [2, 1, -1], (1, 1), []), DIMENSIONS)),
    "pairs of dims": [
        call
        for name in ("transpose", "swapaxes", "swapdims", "movedim", "moveaxis", "flatten", *TRANSPOSING)
        for call in calls(name, TWO_DIMENSIONS)
    ],
    "movedim of pairs": [f"t.movedim(({d}, 0), (1, {e}))" for d, e in TWO_DIMENSIONS],
    "diagonal": [
        f"t.diagonal({offset}, {d}, {e})"
        for offset in (-3, -1, 0, 1, 2, 2**63 - 1, -(2**63))
        for d, e in TWO_DIMENSIONS
    ],
    "resize": [
        call for size in TINY for call in (f"t.resize_({size})", f"t.resize_as_(torch.empty({size}))")
    ],
}

# Views and accessors that every run evaluates on tensors of rank 4, too.
SINGLE = list(
    dict.fromkeys(
        [
            *VIEWS,
            *(
                "t.flatten()",
                "t.ravel()",
                "torch.ravel(t)",
                "t.view_as(t)",
                "t.reshape_as(t)",
                "t.data",
                "t.detach()",
            ),
            *(
                "t.unbind()",
                "t.split(1)",
                "t.split(0)",
                "t.split(-1)",
                "t.split([])",
                "t.chunk(2)",
                "t.chunk(0)",
            ),
            *("t.diagonal()", "torch.atleast_1d(t)", "torch.atleast_2d(t)", "torch.atleast_3d(t)"),
            *(
                "torch.atleast_1d(t) is t",
                "torch.atleast_2d(t) is t",
                "torch.atleast_3d(t) is t",
                "t.flatten() is t",
            ),
            *("torch.atleast_2d(t, t)", "torch.atleast_3d([t])", "t.real", "t.real is t", "t.imag", "t.mT"),
            *("t.view_as(torch.zeros(6))", "t.reshape_as(torch.zeros(3, 2))", "t.view_as(torch.zeros(2, 0))"),
            *("t.squeeze_()", "t.t_()", "t.resize_(t.shape)", "t.resize_as_(t)", "t.movedim((), ())"),
            *("t.type()", "t.cpu() is t", "t.type_as(t) is t", "t.nbytes", "t.itemsize", "t.nelement()"),
            *("t.is_cuda", "str(t.layout)", "torch.detach(t)", "t.resize_as_(t.clone())"),
            *GROUPS.pop("without arguments"),
        ]
    )
)
