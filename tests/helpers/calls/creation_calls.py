"""Good and bad argument lists of the functions that make tensors, by function; `x` is a (2, 3) tensor."""

SIZED = """
() (None) ("a") (2.5) (True) ([True]) ((2, 2.5)) ([2, None]) (2, 2.5) (2, "a") (2, None) (2, (3,))
((2,), 3) ((2,), (3,)) (size=2) (size=(2,)) (size=(2, 2.5)) (size=(2.5,)) (size=[None]) (size=None)
(size="a") (2, size=2) ((2,), size=(2,)) (foo=1) (2, foo=1) (2, foo=1, bar=2) (2, dtype=3)
(2, dtype="float32") (2, dtype=None) (2, dtype=float) (2, dtype=str) (2, device=3.5) (2, device=None)
(2, layout=3) (2, layout=None) (2, out=3) (2, out=None) (2, out=x) (2, names=None)
(2, out=x, dtype=torch.int8) (2, requires_grad=3) (2, requires_grad=None) (2, pin_memory=3)
(2, pin_memory=None) (-1) ((2, -3)) (2**70) (2, 2**70) ((2**70,)) (2**62, 4) (2**40, 2**40) (x)
(torch.tensor(2)) (torch.tensor([2])) (torch.tensor(2.5)) (torch.tensor([2, 3])) ({}) ({2: 3}) (set())
("") (b"a") (range(3)) (iter([2])) (x.shape) ([[2]]) (torch.Size([])) ([]) (()) (1j) ([1j]) ((2, (3,)))
(dtype=torch.int8) (size=(2,), dtype=3) (2, generator=3) (2, input=3) (2, memory_format=3)
(torch.float32) (2, torch.float32) ((2,), torch.float32) (out=x) (2, dtype=torch.bool) (object())
(2, dtype=torch.int32, foo=3) ("a", foo=3) ("a", dtype=3) (2.5, dtype=3)
([2], dtype=torch.float32, out=x.int())
"""
FULL = """
() (2) ((2,)) ((2,),) ((2,), "a") ((2,), None) (2, 3) ("a", 3) ((2.5,), 3) ((2, 2.5), 3) ((2,), 3, 4)
((2,), 3, foo=1) (size=(2,), fill_value=3) (size=2, fill_value=3) ((2,), fill_value=3)
((2,), 3, fill_value=3) ((2,), 3, size=(2,)) ((2,), 3, dtype=3) ((2,), 3, out=3) ((2,), [3]) ((2,), x)
((2,), torch.tensor(3)) ((2,), torch.tensor([3])) ((-1,), 3) ((2,), 2**70) ((2,), 300, dtype=torch.uint8)
((2,), 1j, dtype=torch.float32) ((2,), True) ((2,), 3, dtype=None) (fill_value=3) (size=(2,)) (foo=1)
([2, None], 1) ((2**70,), 1) ((2,), 3, device=3.5) ((2,), 3, layout=3) (None, 3) (x, 3)
((2,), 3, requires_grad=3) ((2,), 3, names=None) (torch.tensor([2]), 3) (torch.tensor(2), 3)
((2,), 1, dtype=torch.int8, out=x)
"""
LIKE = """
() (2) ("a") (None) ([2]) (x, 2) (x, x) (input=x) (self=x) (a=x) (x=x) (x1=x) (x, input=x) (foo=1)
(x, foo=1) (x, dtype=3) (x, dtype="a") (x, dtype=None) (x, device=3.5) (x, layout=3) (x, requires_grad=3)
(x, requires_grad=None) (x, pin_memory=3) (x, out=x) (x, size=2) (x, generator=3) (2, foo=1) (input=2)
(input=None) (dtype=torch.int8) (x, torch.float32) (x, memory_format=3) (x, 1) (x, None)
"""
CALLS = {
    **dict.fromkeys(("torch.empty", "torch.zeros", "torch.ones", "torch.rand", "torch.randn"), SIZED),
    **dict.fromkeys(("x.new_empty", "x.new_zeros", "x.new_ones"), SIZED),
    **dict.fromkeys(("torch.full", "x.new_full"), FULL),
    **{f"torch.{f}_like": LIKE for f in ("empty", "zeros", "ones", "rand", "randn")},
    "torch.full_like": """
() (x) (x, "a") (x, None) (x, [1]) (x, x) (x, torch.tensor(1)) (2, 3) ("a", 2) (x, 1, 2)
(x, fill_value=1) (x, 1, foo=2) (x, 1, fill_value=1) (input=x, fill_value=1) (fill_value=1)
(x, 1, dtype=3) (x, 2**70) (x, 300, dtype=torch.uint8) (x, 1, out=x) (x, 1, layout=3)
(input=2, fill_value=1)
""",
    "torch.eye": """
() (2.5) ("a") (2, 2.5) (2, 3, 4) (-1) (2, -1) (foo=1) (2, foo=1) (2, dtype=3) (n=2) (2, m=3) (2, n=2)
(m=3) (None) (2, None) (True) (2**70) (x) (torch.tensor(2)) ((2,)) (2, out=3)
""",
    "torch.arange": """
() ("a") (None) (1, "a") (1, 2, "a") (1, 2, 3, 4) (1, 2, 0) (1, 2, -1) (foo=1) (2, foo=1) (2, dtype=3)
(end=3) (1, end=3) (1, end=3, step=1) (start=1, end=3) (start=1) (step=1) (2, 2.5, 1) (1j) ([2]) (x)
(torch.tensor(3)) (torch.tensor([3])) (float("nan")) (float("inf")) (2**70) (1, 2, step=0) (2, out=3)
(end=3, foo=1) (3, end=3) (dtype=torch.int8) (2**63, 2**63 + 4) (2**63, 2**63 + 4, dtype=torch.int64)
(0, 1 + 2j) (0, 1 + 0j) (1 + 2j, 3) (0, 2, 1j)
""",
    "torch.range": """
(0, 3) (0, 3, 0.5) (0, 3, 0) (3, 0) (0, 1 + 2j) (0, 1 + 0j) (float("nan"), 1) (0, float("inf"))
(2**63, 2**63 + 4, dtype=torch.int64) (0, 2**63, 1, dtype=torch.int64) (0, 2**64, dtype=torch.int64)
(0, 1e39, 1e38, dtype=torch.float16) (1e39, 1e40, 1e38, dtype=torch.float16) (0, 9, 1e39, dtype=torch.float16)
(0, 1e39, 1e38, dtype=torch.bfloat16) (0, 1e39, 1e38, dtype=torch.float32) (0, 9, dtype=torch.bool)
""",
    "torch.linspace": """
() (1) (1, 2) (1, 2, "a") (1, 2, 2.5) ("a", 2, 3) (1, 2, -1) (1, 2, 3, 4) (1, 2, 3, foo=1)
(1, 2, 3, dtype=3) (1j, 2, 3) (start=1, end=2, steps=3) (1, end=2, steps=3) (1, 2, None) (x, 2, 3)
(torch.tensor(1.), 2, 3) (1, 2, steps=True)
""",
    "torch.tensor": """
() (None) ("a") ([1, "a"]) ([1, [2]]) ([[1], [1, 2]]) ([None]) ({}) (object()) (1, 2) (1, foo=2)
(1, dtype=3) (data=1) (1, data=1) (1, requires_grad=3) ([1, 2**70]) (2**70) (1j, dtype=torch.float32)
(300, dtype=torch.uint8) ([x]) (b"a") ({1: 2}) (set()) (range(3)) (foo=1) (x.shape) ([[]]) ([], foo=1)
""",
    "torch.randint": """
() (2) (2, 3) (2, (3,)) (5, 2, (3,)) (1, 5, (3,), foo=1) ("a", (2,)) (2.5, (2,)) (0, (2,)) (5, 5, (2,))
(5, "a") (5, (2.5,)) (1, 5, (2,), 3) (5, (2,), dtype=3) (high=5, size=(2,)) (low=1, high=5, size=(2,))
(5, size=(2,)) (1, 5, size=(2,)) (5, (2,), high=5) (5, (2,), generator=3) (size=(2,)) (high=5)
(None, (2,)) (5, None) (5, (2,), out=3) (2**70, (2,))
""",
    "torch.randperm": """
() ("a") (2.5) (-1) (2, 3) (2, foo=1) (2, dtype=3) (n=2) (None) (2, generator=3) (2, out=3)
""",
    **dict.fromkeys(
        ("torch.empty_strided", "x.new_empty_strided"),
        """
() ((2,)) ((2,), (1,)) ((2,), (1, 2)) ("a", (1,)) ((2,), "a") ((2,), (1,), 3) ((2,), (1,), foo=1)
((2,), (1,), dtype=3) (2, 1) ((-1,), (1,)) ((2,), (-1,)) (size=(2,), stride=(1,)) ((2,), stride=(1,))
((2.5,), (1,))
""",
    ),
    "x.new_tensor": "() (None) ('a') ([1, 'a']) ([[1], [1, 2]]) (1, 2) (1, foo=2) (1, dtype=3) (data=1) "
    "(1, data=1) (2**70)",
}  # fmt: skip


def split_calls(text):
    """The argument lists of a table's text: what stands between outermost parentheses."""
    depth, start = 0, 0
    for i, character in enumerate(text):
        if character == "(":
            start, depth = (i if depth == 0 else start), depth + 1
        elif character == ")":
            depth -= 1
            if depth == 0:
                yield text[start : i + 1]
