"""The group `shapes`: joining, repeating and flipping tensors, tiny, in the caches and beyond them."""

from case import Operand, case


def flip(dims):
    return {"numpy": f"m.flip(a, {dims}).copy()"}


def all_of(name, size):
    """The same calls for each size."""
    a = {"a": Operand(size, seed=0)}
    ab = a | {"b": Operand(size, seed=1)}
    return [
        case(f"cat, dim 0, {name}", "m.concatenate((a, b))", **ab),
        case(f"cat, dim 1, {name}", "m.concatenate((a, b), 1)", **ab),
        case(f"stack, dim 0, {name}", "m.stack((a, b))", **ab),
        case(f"stack, last dim, {name}", "m.stack((a, b), -1)", **ab),
        case(f"repeat (2, 2), {name}", "a.repeat(2, 2)", {"numpy": "m.tile(a, (2, 2))"}, **a),
        case(
            f"repeat_interleave 2, dim 1, {name}",
            "a.repeat_interleave(2, 1)",
            {"numpy": "a.repeat(2, 1)"},
            **a,
        ),
        case(f"flip, dim 0, {name}", "m.flip(a, (0,))", flip(0), **a),
        case(f"flip, dim 1, {name}", "m.flip(a, (1,))", flip(1), **a),
        case(f"roll 3, dim 0, {name}", "m.roll(a, 3, 0)", **a),
        case(f"roll 3, dim 1, {name}", "m.roll(a, 3, 1)", **a),
        case(f"roll (3, 5), {name}", "m.roll(a, (3, 5), (0, 1))", **a),
        case(f"tril, {name}", "m.tril(a)", **a),
        case(f"triu, {name}", "m.triu(a)", **a),
    ]


def vector(n):
    a = {"a": Operand((n,), seed=0)}
    return [
        case(f"cat, {n}", "m.concatenate((a, b))", a=Operand((n,), seed=0), b=Operand((n,), seed=1)),
        case(f"stack, {n}", "m.stack((a, b))", a=Operand((n,), seed=0), b=Operand((n,), seed=1)),
        case(f"repeat, {n}", "a.repeat(3)", {"numpy": "m.tile(a, 3)"}, **a),
        case(f"flip, {n}", "m.flip(a, (0,))", flip(0), **a),
        case(f"roll, {n}", "m.roll(a, 1)", **a),
    ]


SHAPES = [
    *vector(4),
    *all_of("(4,4)", (4, 4)),
    case("hstack, 4", "m.hstack((a, a))", a=(4,)),
    case("vstack, 4", "m.vstack((a, a))", a=(4,)),
    case("diff, 1000", "m.diff(a)", a=(1000,)),
    case(
        "cat, float32 and int64, 1000",
        "m.concatenate((a, b))",
        {"numpy": "m.concatenate((a, b), dtype=np.float32)"},
        a=(1000,),
        b=Operand((1000,), "int64", high=100),
    ),
    case("cat with a column, (3, 100000)", "m.concatenate((b, a), 1)", a=(3, 100_000), b=(3, 1)),
    case("roll 1, dim 1, (3, 100000)", "m.roll(a, 1, 1)", a=(3, 100_000)),
    case("cat of 100, (10,)", "m.concatenate((a,) * 100)", a=(10,)),
    *all_of("(256,256)", (256, 256)),
    case("cat, dim 1, (20000,3) and (20000,1)", "m.concatenate((a, b), 1)", a=(20000, 3), b=(20000, 1)),
    case("stack of 3, last dim, (256,256)", "m.stack((a, a, a), -1)", a=(256, 256)),
    case(
        "cat, dim 1, transposed (256,256)",
        "m.concatenate((a, b), 1)",
        a=Operand((256, 256), order=(1, 0)),
        b=(256, 256),
    ),
    case("flip, dim 1, (20000,3)", "m.flip(a, (1,))", flip(1), a=(20000, 3)),
    *all_of("(4096,4096)", (4096, 4096)),
]
