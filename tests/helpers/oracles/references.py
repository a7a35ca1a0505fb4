"""Operators that PyTorch lacks: their rows' expressions (Op.reference) as functions of PyTorch's."""


def lend(torch, rows):
    """Give PyTorch a function, a method and an in-place method for every row that has a reference."""
    for row in rows:
        if row.reference:
            for alias in row.names:
                _lend(torch, row, alias)


def _lend(torch, row, alias):
    names = (*row.operands, "out")
    compute = eval(f"lambda {', '.join(names)}: {row.reference}", {"torch": torch})

    def function(*operands, out=None, **named):
        if "input" in named:
            named[row.operands[0]] = named.pop("input")
        given = (*operands, *named.values())
        if row.calling.takes == "tensors" and not all(isinstance(value, torch.Tensor) for value in given):
            raise TypeError(f"{alias.name}() takes Tensors")
        return compute(*operands, out=out, **named)

    def inplace(self, *operands, **named):
        return function(self, *operands, out=self, **named)

    setattr(torch, alias.name, function)
    if alias.method:
        setattr(torch.Tensor, alias.name, function)
    if alias.inplace:
        setattr(torch.Tensor, f"{alias.name}_", inplace)
