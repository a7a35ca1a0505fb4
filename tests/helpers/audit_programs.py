"""Programs that notice when operators, their order, their errors or what they leave behind is another."""
# ruff: noqa: E501 - programs are dense, each line says one thing of many values

ORDER = """
log = []
class V:
    def __init__(self, name): self.name = name
    def _op(self, other, *_):
        log.append((self.name, getattr(other, "name", other))); return V(f"({self.name} {getattr(other, 'name', other)})")
    __add__ = __sub__ = __mul__ = __truediv__ = __floordiv__ = __mod__ = __pow__ = __and__ = __or__ = __xor__ = _op
    __lshift__ = __rshift__ = __lt__ = __le__ = __gt__ = __ge__ = __matmul__ = _op
    def __eq__(self, other): return self._op(other)
    def __ne__(self, other): return self._op(other)
    __hash__ = None
    def __neg__(self): log.append("neg"); return self
    def __invert__(self): log.append("invert"); return self
    def __getitem__(self, key): log.append(key); return V("item")
    def __setitem__(self, key, value): log.append((key, value.name))
def v(name):
    log.append(name); return V(name)
"""

SNIPPETS = {
    "docstring": '"""The docstring."""\nfrom __future__ import annotations\nx = 1 + 2\ndef f(a: "int" = 1 + x) -> int | None: "text"\nannotations = f.__annotations__, f.__doc__, f.__defaults__',
    "order": ORDER + "r = (v(1) + v(2)) * v(3) - -v(4) ** v(5) < (v(6) // v(7) % v(8) | v(9) & v(0) ^ ~v(11))\nname = r.name",
    "order of comparisons": ORDER + "r = v(1) < v(2) <= v(3) == v(4) != v(5)\nname = r.name",
    "chains stop": ORDER.replace("V(f", "0 * V(f") + "\nclass W(int): pass\nr = 1 < 2 < v(3).name < 1 < v(4)",
    "chain of names": "a, b, c = 1, 2, 3\nr = [a < b < c, a < b > c, a == b < c, c > b > a >= 0, 0 <= a < 1, a in (1, 2) < (3,), a is b is not c]",
    "order of assignments": ORDER + "o = V('o')\ndef f(x):\n    log.append(('f', x)); return x\no[f(1)] += v(2)\no[f(1):f(2), f(3)] -= v(2)\no[f(4):f(5):f(6)] *= v(7)\n",
    "targets once": """
        log = []
        class Box:
            def __getattr__(self, name): log.append(("get", name)); return 10
            def __setattr__(self, name, value): log.append(("set", name, value))
            def __getitem__(self, key): log.append(("item", key)); return 5
            def __setitem__(self, key, value): log.append(("store", key, value))
        def box(): log.append("box"); return Box()
        def key(): log.append("key"); return 3
        def value(): log.append("value"); return 2
        box().x += value(); box()[key()] -= value()
        box()[key(), 1:2, ...] **= value(); box()[...] //= value(); box().z <<= 1
        box().y[0:1] = 3 if 0 else value()
    """,
    "in place": """
        class L(list):
            def __iadd__(self, other): self.append(other); return self
        x = L(); y = x; x += 1; y += 2
        class O: pass
        o = O(); o.l = x; o.l += 3; d = {"a": x}; d["a"] += 4
        t = ([1],)
        try: t[0] += [2]
        except TypeError as e: message = str(e)
        n = 5; n += 1; n -= n * 2; n <<= 2 if n > 0 else 1; n |= 8; n ^= 3; n &= ~1; n **= 2; n //= 3; n %= 7
        s = "a"; s += "b"; s = s + "c" + s; s *= 3
    """,
    "value before item": "d = {0: 1}\ndef f():\n    d[0] = 100\n    return 5\nd[0] += f()\nx = [1]\ndef g():\n    x[0] = 50\n    return x[0]\nx[0] -= g() + x[0]\n",
    "private names": """
        class __A:
            def __init__(self): self.__x = 1; self.__y__ = 2
            def f(self): self.__x += self.__x + 1; self.__y__ -= self.__x * 2; return self.__x, vars(self)
            class __B:
                def g(self, a): a.__x = 1; a.__x += a.__x; return vars(a)
        class ___:
            def f(self): self.__x = 1; self.__x += self.__x; return vars(self)
        class C: pass
        r = [globals()["__A"]().f(), ___().f()]
        del ___
        def later(self): self.__q = 1; self.__q += self.__q; return vars(self)
        r.append(later(C()))
    """,
    "not implemented": """
        class A:
            def __add__(self, o): return NotImplemented
            def __lt__(self, o): return NotImplemented
        class B(A):
            def __radd__(self, o): return "B"
            def __gt__(self, o): return "greater"
        r = [A() + B(), A() < B()]
        for op in ("A() + A()", "A() < A()", "A() - 1", "1 << A()", "-A()", "~A()"):
            try: eval(op)
            except TypeError as e: r.append(str(e))
        def g(): a = A(); a -= B()
        try: g()
        except TypeError as e: r.append(str(e))
        try: print >> A()
        except TypeError as e: r.append(str(e))
        try: 2 ** A()
        except TypeError as e: r.append(str(e))
    """,
    "products": """
        class A:
            def __matmul__(self, o): return NotImplemented if o == 3 else f"A @ {o}"
            def __rmatmul__(self, o): return f"{o} @ A"
        class B(A):
            def __imatmul__(self, o): return f"B @= {o}"
        r = [A() @ 1, 2.5 @ A(), 3 @ A()]
        a, b = A(), B()
        a @= 4
        b @= 4
        c = [B(), {"k": A()}]
        c[0] @= 5
        c[1]["k"] @= 6
        for op in ("A() @ 3", "1 @ 2", "'a' @ 'b'"):
            try: eval(op)
            except TypeError as e: r.append(str(e))
        try: a @= 3
        except TypeError as e: r.append(str(e))
        d = []
        try: d @= (1 +
            2)
        except TypeError as e: r.append((str(e), e.__traceback__.tb_lineno))
        class C: v = 1
        C.v @= B() @ 1
    """,
    "error in a product": "a, b = [1], 2\nx = a @ (b +\n  1) + a",
    "error in a line": "def f(a, b):\n    return (a +\n            b)\n\ndef g():\n    x = 1\n    y = f(x,\n          'a')\n    return y\n\ng()",
    "error in columns": "a, b, c = 1, 'b', 3\nx = a * c + (a - c) * (c + b) - a",
    "error in a subscript": "x = [1, 2]\ny = x[0] + x[1] + x[5:7][0]",
    "error in a slice": "x = 5\ny = 3 + x[1:2]",
    "error in an item of several lines": "x = {}\ny = x[\n    1,\n    None\n]",
    "error in a comparison": "x = [1]\nif 1 == 2 or x < 3:\n    pass",
    "error in a chain": "x, y = 1, 2\nz = (x < y <\n     'text')",
    "error in an assignment": "class A: pass\na = A()\na.b = 'x'\na.b += 3 * a.b\na.b += (1 +\n  2j) * len(a.b)",
    "error in a missing attribute": "class A: pass\na = A()\na.missing += a",
    "error in an attribute": "class A: shape = 1\nx = (A\n     .shape\n     .T)",
    "error in a call": "import operator as np_like\nx = (np_like\n     .add(\n  1,\n  'a'))",
    "error in a method": "class A:\n    def copy(self, *a, **k): raise ValueError(a, k)\n    def me(self): return self\nx = (A()\n     .me()\n     .copy(1,\n           2))",
    "error in a method with keywords": "class A:\n    def where(self, *a, **k): raise ValueError(a, k)\n    def me(self): return self\nx = (A()\n     .me()\n     .where(1,\n           a=2))",
    "error in a method with stars": "class A:\n    def where(self, *a, **k): raise ValueError(a, k)\n    def me(self): return self\nx = (A()\n     .me()\n     .where(*[1],\n           **{}))",
    "error in an unbound name": "def f():\n    x += 1 * y\nf()",
    "error in an unbound global": "x = 3\nx = x + missing",
    "error in a name that is read twice": "def f(a):\n    del a\n    a = a + 1\nf(1)",
    "error of division": "def f(n):\n    return 1 / n\nf(f(1) - 1)",
    "error in a generator": "def g():\n    for k in range(3):\n        yield 1 / (2 - k)\nx = list(g())",
    "error in a comprehension": "x = [1 / (k -\n  2) for k in range(4)]",
    "error in a lambda": "f = lambda a: (a +\n   None)\nf(1)",
    "error in a decorator": "def d(x): return x - 1\n@d\ndef f(): pass",
    "error in a default": "def f(a=1 + None): pass",
    "error in a class": "class A:\n    x = 1\n    y = x + None\n",
    "error in a method of a class": "class A:\n    def f(self):\n        self.x = 1\n        self.x -= self.y\nA().f()",
    "chained errors": "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    try:\n        [] + 1\n    except TypeError as f:\n        raise KeyError(1 - 2) from f",
    "error in a finally": "def f():\n    try:\n        return 1 / 0\n    finally:\n        None + 1\nf()",
    "exit": "import sys\nx = 1 + 1\nsys.exit(x * 2)",
    "error in a text": "x = 3\ny = f'{x + 1} {x - None}'",
    "error in the middle of calls": "def f(*a): return a[0]\nf(f(f(1) + f(2)) - f(\n  f('x')))",
    "super": """
        class A:
            def add(self, x, y): return ("A", x, y)
            def copy(self): return __class__.__name__
        class B(A):
            def add(self, x, y): return super().add(x + 1, y) + (super().copy(), x - y)
            @classmethod
            def where(cls, a, b, c): return cls.__name__, a - b
            @staticmethod
            def power(a, b): return a ** b
        r = B().add(1, 2), B.where(1, 2, 3), B.power(2, 3), B().where(*(1, 2), **{"c": 3})
    """,
    "functions of known names": """
        def add(x, y=2, *a, k=3, **kw): return x, y, a, k, kw
        def where(*a): return a
        r = [add(1), add(1, k=2), add(*[1, 2], 3, **{"z": 4}), where(), where(*range(3)), abs(-3), round(2.567, 1), pow(2, 5, 7)]
        class O:
            add = staticmethod(add)
            maximum = property(lambda self: lambda a, b: max(a, b))
        o = O(); r += [o.add(1, 2), o.maximum(1, 2), [3, 1].copy(), {1: 2}.copy(), {1}.add(2)]
        from operator import add as plus, mod; r += [plus(1, 2), mod(7, 3)]
        from functools import partial; equal = partial(add, 7); r += [equal(1)]
        class Callable:
            def __call__(self, *a): return a
        divide = Callable(); r += [divide(1, 2)]
    """,
    "scopes": """
        def outer():
            n = 0
            def inner(k):
                nonlocal n
                n += k * 2
                global g
                g = n - 1
                return n
            return inner(1) + inner(2), n
        r = outer(), g
        r2 = [(lambda x, y=k + 1: x + y)(k) for k in range(3) if k - 1 if not k == 2]
        r3 = {k + 1: k - 1 for k in range(3)}; r4 = {k * k for k in range(3)}
        r5 = sum(a - b for a in range(3) for b in range(a + 1)); r6 = [y := 1, y + 1]
        while (z := (r5 := r5 + 1) - 1) < 3: pass
        r7 = sorted(locals()) if 0 else None
        def local(a, b=3): c = a + b; c += b; d = c < b < a; return sorted(locals().items())
        r8 = local(1)
    """,
    "classes": """
        log = []
        class Names(dict):
            def __missing__(self, key):
                log.append(key)
                if key in ("x", "auto"): return 3
                raise KeyError(key)
        class Meta(type):
            @classmethod
            def __prepare__(cls, *a, **k): return Names()
            def __new__(cls, name, bases, names, **k): return super().__new__(cls, name, bases, dict(names))
        class A(metaclass=Meta, flag=1 + 1):
            y = x + auto * 2
            for i in range(2):
                y += i + 1
            try: z = y - 1
            finally: w = [k + 1 for k in range(2)]
            def f(self): return self.y + self.z
            class B:
                q = 1 + 2
                def g(self, a=3 - 1): return a + 1
            if y > 2:
                def h(self): return self.y - 1
            match y:
                case 5: m = y + 1
                case _: m = y - 1
        r = A().f(), A.B().g(), A().h(), A.m, A.w, sorted(k for k in vars(A) if not k.startswith("__"))
    """,
    "enum and dataclass": """
        import dataclasses, enum, typing
        class Flag(enum.Flag):
            A = enum.auto(); B = enum.auto(); C = A | B
        class Text(str, enum.Enum):
            X = "a" + "b"
        @dataclasses.dataclass(order=True)
        class D:
            x: int | None = 1 + 1
            y: typing.Optional[list[int]] = dataclasses.field(default_factory=list)
            def __sub__(self, o): return D(self.x - o.x)
        class N(typing.NamedTuple):
            a: int = 3 - 1
        r = [Flag.A | Flag.B, Flag.C & ~Flag.A, Text.X, D(3) - D(1), D(1) < D(2), N() == N(2), typing.get_type_hints(D)]
    """,
    "annotations": """
        x: int | str = 1 + 1
        y: list[int] | None
        class A:
            z: "int | None" = None
            def f(self, a: int | None = None, *b: int | str, **c: 1 + 1) -> int | list[None:1]: w: 3 | 4 = 5 - 1; return w
        r = [__annotations__ if "__annotations__" in globals() else {}, A.f.__annotations__, A().f()]
    """,
    "match": """
        class P:
            __match_args__ = ("x", "y")
            def __init__(self, x, y): self.x, self.y = x, y
        def f(v):
            match v:
                case -1: return "minus one"
                case 1 + 2j: return "complex"
                case [a, b, *rest] if a < b and len(rest) - 1 < a: return a + b, rest
                case {"k": n, **more} if n - 1 > 0: return n * 2, more
                case P(x, y=0): return x - 1
                case str() | bytes() as s: return s + s
                case P(): return v.x + v.y
                case _: return v - 1 if isinstance(v, int) else None
        r = [f(v) for v in (-1, 1 + 2j, [1, 2, 3], [3, 2], {"k": 5, "l": 1}, {"k": 0}, P(1, 0), P(1, 2), "a", b"b", 7)]
    """,
    "subscripts": """
        class I:
            def __getitem__(self, key): return key
            def __class_getitem__(cls, key): return ("class", key)
        i = I(); a, b = 1, 2
        r = [i[None], i[:], i[a:], i[:b], i[::a], i[a:b:a], i[...], i[..., None], i[:, None], i[None, a, b:a, ..., (1, 2)], i[(None,)],
             i[a, b], i[()], i[i[None]:i[:]], I[None], I[int, None], I[:, None], [1, 2, 3][1:], "text"[::-1], (1, 2, 3)[:2],
             b"abc"[1:], range(9)[2:5], memoryview(b"abc")[1:].tolist(), {None: 1}[None], {(None, 1): 2}[None, 1]]
        l = [1, 2, 3, 4]; l[1:2] = [7 + 1, 8]; del l[:1]; l[0:2], l[3] = [0, 0], 5; l[:] = [x - 1 for x in l]
        import typing; r += [typing.Optional[int], typing.Dict[str, None], typing.Callable[[int], None]]
    """,
    "strings": """
        x, n = "a", 3
        r = [x + "b", "%s %d" % (x, n), "a" * n, n * "b", f"{x + 'c'!r:>{n + 7}} {n - 1 = } {x[::-1]}", b"a" + b"b", x * n + x, x < "b" < "c", "a" "b" + x]
        x += "d" + x; x = x + x; x = x + f"{n}"; n = n + 1
    """,
    "numbers": "r = [1 + 2, -3, 2 ** -1, 7 // 2, -7 % 3, 1 << 4, 5 & 3 | 8 ^ 2, ~5, +True, True + True, 1j * 1j, 1e308 * 10, 0.1 + 0.2, -0.0, 3 - -3, 10 ** 40 % 7, not 1 < 2]\nx = 2.5\nr += [x + 1, 1 - x, x * x, -x, x ** 2, x // 1, x % 1, 2 < x, x == 2.5]",
    "async": """
        import asyncio
        async def a(x): await asyncio.sleep(0); return x + 1
        async def g():
            for k in range(3): yield k - 1
        async def main():
            r = [await a(1) + await a(2) * 2, [x + 1 async for x in g()], {await a(k): k * 2 for k in range(2)}]
            async with asyncio.timeout(5) if hasattr(asyncio, "timeout") else asyncio.Lock(): r[0] += await a(3)
            async for x in g(): r.append(x * x)
            return r, (await a(1)) < (await a(2)) < 7
        r = asyncio.run(main())
    """,
    "async error": "import asyncio\nasync def f():\n    await asyncio.sleep(0)\n    return 1 / 0\nasync def main():\n    return await f() + 1\nasyncio.run(main())",
    "generators": """
        def g():
            x = 1 + (yield 1) * (yield 2)
            y = [(yield 3)][0] - x
            d = {0: 1}
            d[(yield 4)] += (yield 5)
            yield d, x, y, ((yield 6) < (yield 7) < 3)
        it = g(); r = [next(it)]
        for v in (2, 3, 10, 0, 5, 7, 1): r.append(it.send(v))
    """,
    "with and star": """
        import contextlib
        @contextlib.contextmanager
        def c(x): yield x + 1
        with c(1 + 1) as a, c(a - 1) as b: r = [a * b, *[a + 1, b - 1], *(k + 1 for k in (a, b))]
        first, *rest = [a + b, a - b, a * b]; (p, q), s = (a + 1, b + 1), a - b
        for i, (j, k) in enumerate([(a + 1, b), (a, b - 1)]): r.append(i + j - k)
        print(*[a + 1], sep="-" * 2, end="" + "\\n")
        assert a + b > 0, a - b
        del r[0], r[a - 3:b - 1]
    """,
    "debug": "r = __debug__, [k + 1 for k in (1,)]\nassert 1 + 1 == 2\nif __debug__:\n    r += (1 - 1,)",
    "truth": """
        log = []
        class T:
            def __init__(self, n): self.n = n
            def __lt__(self, o): return T(self.n - o.n)
            def __bool__(self): log.append(self.n); return self.n < 0
        a, b, c = T(1), T(2), T(3)
        r = [bool(a < b < c), (c < b < a).n, (a < b and b < c).n, not a < b, 1 if a < b else 2]
        while a < b:
            b.n -= 1
    """,
    "warnings": "import warnings\nwith warnings.catch_warnings(record=True) as w:\n    warnings.simplefilter('always')\n    exec('x = 1 is 1')\n    ~True if False else None\n    warnings.warn('text' + 'x')\nr = [(str(x.message), x.lineno) for x in w]",
    "recursion": "def f(n): return 1 if n == 0 else n * f(n - 1)\nr = f(200)\ndef add(n): return 0 if n < 1 else 1 + add(n - 1)\nr2 = add(300)\nimport sys\ndef deep(n): return deep(n + 1) + 1\ntry: deep(0)\nexcept RecursionError as e: r3 = str(e)[:32]",
    "frames": "import sys, inspect\ndef where(*a): return sys._getframe(1).f_lineno, sys._getframe(1).f_code.co_name\ndef f():\n    return where(1 + 2,\n                 3), inspect.currentframe().f_lineno + 0\nr = f()\ndef g():\n    a = 1\n    return sorted(locals()), [where(k) for k in range(1)][0][0] + a\nr2 = g()",
    "exec and eval": "x = 5\nr = eval('x + 1') - eval('x' + ' * 2'); exec('y = x - 1')\ndef f():\n    z = 3\n    return eval('z + 1', {'z': z + 1}) + sorted(vars())[0].count('z')\nr2 = f()",
    "pickle": "import copy, pickle, fractions\nr = copy.copy([1 + 1]), pickle.loads(pickle.dumps(fractions.Fraction(1, 3) + 1)), copy.deepcopy({1: 2 - 1})",
    "numpy": """
        import numpy as np
        a, b, m = np.arange(3.0), np.arange(3.0)[:, None], np.arange(9.0).reshape(3, 3)
        m2 = m; m2 += a; m2[1:] -= a; m2[0] *= 2; m2[:, None, 0] /= 7; m[m > 3] = 0; m2 **= 1
        r = [a + b, a - 1, -a, b.T @ a, a[None].shape, (a < b).sum(), np.where(a > b, a, 0), np.clip(a, b, 2), a[::-1], a[..., None].T, ~(a > 1), a == a, m2 is m,
             np.add.reduce(a), np.exp(b).astype(int), np.add(a, b, out=np.zeros((3, 3))), np.float32(2) * a, a.copy() + 1 == a, np.expand_dims(a, (0, 2)).shape]
        s = np.zeros(2, dtype=[("T", int)]); o = np.array([1, "x", None], dtype=object)
        r += [s["T"] + 1, o == "x", np.char.add(["a"], ["b"]), np.ma.masked_array(a, a > 1) + b, np.matrix([[1, 2]]) * np.matrix([[1], [2]]), a.clip(1), a.round(1)]
    """,
    "numpy error": "import numpy as np\nx = np.ones((2,\n  3))\ny = (x +\n     np.ones(4))",
    "numpy error in a function": "import numpy as np\nx = np.where(\n    np.ones(2) > 0,\n    np.ones(3), 1 + 1)",
    "numpy error in place": "import numpy as np\nx = np.ones(3, int)\nx[1:] += 1\nx += np.ones(3) / 2",
    "numpy error of truth": "import numpy as np\nx = np.ones(3)\nif 0 < x < 2:\n    pass",
    "numpy error in an item": "import numpy as np\nx = np.ones(3)\ny = x[:, None, 5] - 1",
    "syntax error": "def f():\n    return 1 +",
    "syntax error of the compiler": "x = 1\ndef f():\n    nonlocal y\n    return x + 1",
    "a name is missing": "x = 1 + 1\nsqrt(x - 1)",
    "an attribute is misspelt": "class Shape:\n    width = 1\ns = Shape()\nx = s.widht + 1",
}  # fmt: skip
"""Name -> source; some end in an exception."""

PROGRAMS = {
    "names": """
        '''The docstring.'''
        import sys
        print(__name__, __doc__, __file__, __spec__, __package__, __builtins__, type(__loader__).__name__)
        print(sys.argv, sys.path[0], sys.modules["__main__"].__dict__ is globals(), sorted(k for k in globals() if k[:8] != "__tbcast"))
        print(__cached__ if "__cached__" in globals() else None)
    """,
    "main": "def f(a, b): return a + b\nif __name__ == '__main__':\n    print(f(1, 2), f.__module__)",
    "error": "def f(x):\n    return (x +\n            1)\nprint('before')\nf('text')",
    "error in a module": "import broken",
    "syntax error": "print('never')\nx = (1,\n",
    "syntax error in a module": "import bad",
    "missing module": "import no_such_module_at_all",
    "exit 0": "import sys\nsys.exit()",
    "exit 7": "import sys\nsys.exit(7)",
    "exit text": "import sys\nsys.exit('the reason')",
    "exit object": "raise SystemExit([1, 2])",
    "exit true": "raise SystemExit(True)",
    "exit 300": "raise SystemExit(300)",
    "exit -1": "raise SystemExit(-1)",
    "exit in a function": "import atexit\natexit.register(print, 'the end')\ndef f(): raise SystemExit(3)\nf()",
    "os._exit": "import os, sys\nprint('x', flush=True)\nos._exit(5)",
    "excepthook": "import sys\nsys.excepthook = lambda *a: print('hook', a[0].__name__, a[1], a[2].tb_lineno, file=sys.stderr)\n1 / 0",
    "broken excepthook": "import sys\ndef hook(*a): return 1 + 'x'\nsys.excepthook = hook\n[][3]",
    "keyboard interrupt": "def f():\n    raise KeyboardInterrupt\nf()",
    "killed": "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)",
    "base exception": "class Own(BaseException): pass\nraise Own('text')",
    "chained": "try:\n    1 / 0\nexcept ZeroDivisionError:\n    raise ValueError('second') from None",
    "threads": "import threading, time\ndef f():\n    time.sleep(0.2)\n    print('thread', 1 + 1)\nthreading.Thread(target=f).start()\nprint('main')",
    "executor left open": "import concurrent.futures\np = concurrent.futures.ThreadPoolExecutor(1)\nprint(p.submit(abs, -1).result())",
    "error in a thread": "import threading\ndef f(): return 1 + 'x'\nt = threading.Thread(target=f, name='own'); t.start(); t.join()",
    "asyncio": "import asyncio\nasync def main():\n    await asyncio.sleep(0)\n    return 1 + 1\nprint(asyncio.run(main()))",
    "fork": "import os, sys\npid = os.fork()\nif pid == 0:\n    print('child', flush=True)\n    sys.exit(4)\nprint(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))",
    "spawn": """
        import multiprocessing
        def f(x): return x - 1
        if __name__ == "__main__":
            with multiprocessing.get_context("spawn").Pool(1) as pool: print(pool.map(f, [1, 2]))
    """,
    "fork pool": """
        import multiprocessing
        def f(x): return x - 1
        if __name__ == "__main__":
            with multiprocessing.get_context("fork").Pool(2) as pool: print(pool.map(f, [1, 2]))
    """,
    "executor of processes left open": """
        import concurrent.futures
        def f(x): return x - 1
        if __name__ == "__main__":
            p = concurrent.futures.ProcessPoolExecutor(1)
            print(p.submit(f, 3).result())
    """,
    "pickle": "import pickle\nclass A:\n    def __add__(self, o): return 3\nprint(pickle.loads(pickle.dumps(A())) + 1, pickle.loads(pickle.dumps(A)) is A)",
    "inspect": "import inspect\ndef f(x):\n    return x + 1\nprint(inspect.getsource(f), inspect.signature(f), inspect.getfile(f))",
    "argparse": "import argparse\np = argparse.ArgumentParser()\np.add_argument('--json')\np.add_argument('x')\nprint(p.parse_args())",
    "input": "print(input() + input('more? '))",
    "stdout replaced": "import sys, io\nsys.stdout = io.StringIO()\nprint('lost')\nsys.stdout = None",
    "stderr closed": "import sys\nprint('x' + 'y')\nsys.stderr.close()",
    "folder changed": "import os\nos.chdir('/')\nimport broken_not\n",
    "module attributes": "import helper\nprint(helper.f(2), helper.__name__, helper.__file__, helper.__spec__.name, helper.__doc__)",
    "no source": "import linecache\nexec(compile('print(1 + 2)', '<none>', 'exec'))\neval('3 - 1')",
    "warnings": "import warnings\nwarnings.simplefilter('always')\ndef f():\n    warnings.warn('text', stacklevel=2)\nf()",
    "operators": "class A:\n    def __sub__(self, o): return self, o\n    __array_priority__ = 5\n    shape = (3, 1)\nimport helper\nprint(len(A() - A()))",
    "traceback module": "import traceback\ntry:\n    [] + 1\nexcept TypeError:\n    traceback.print_exc()",
    "doctest": "def f(x):\n    '''\n    >>> f(2) + 1\n    4\n    '''\n    return x + 1\nimport doctest\nprint(doctest.testmod())",
    "unittest": "import unittest\nclass T(unittest.TestCase):\n    def test_it(self): self.assertEqual(1 + 1, 3 - 1)\nif __name__ == '__main__': unittest.main(argv=['x'])",
}  # fmt: skip
"""Programs to run as `__main__`; some import `helper`, `broken` or `bad`."""
