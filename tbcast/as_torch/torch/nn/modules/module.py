"""nn.Module: attributes that are parameters, buffers and other modules, and what is done with all of them."""

from __future__ import annotations

import itertools
from collections import OrderedDict, namedtuple
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from torch.nn.parameter import Buffer, Parameter

import tbcast
from tbcast import Tensor

__all__ = ["Module", "RemovableHandle"]

_Self = TypeVar("_Self", bound="Module")


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    __slots__ = ()

    def __repr__(self) -> str:
        return super().__repr__() if any(self) else "<All keys matched successfully>"

    __str__ = __repr__


class RemovableHandle:
    """What registers a hook returns: remove() takes the hook away, as leaving a `with` block does."""

    _ids = itertools.count()

    def __init__(self, hooks: dict[int, Any]) -> None:
        self.id, self._hooks = next(RemovableHandle._ids), hooks

    def remove(self) -> None:
        """Take the hook away."""
        self._hooks.pop(self.id, None)

    def __enter__(self) -> RemovableHandle:
        return self

    def __exit__(self, *error: object) -> None:
        self.remove()


def _indented(text: str, width: int) -> str:
    return text.replace("\n", "\n" + " " * width)


class Module:
    """The base class of modules.  Without gradients: parameters are Tensors, which nothing changes by itself.

    As torch.nn.Module. Hooks of gradients are missing.
    """

    dump_patches = False
    _version = 1
    training: bool
    call_super_init = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if args:
            count = len(args) + 1
            raise TypeError(
                f"{type(self).__name__}.__init__() takes 1 positional argument but {count} were given"
            )
        if kwargs:
            name = next(iter(kwargs))
            raise TypeError(f"{type(self).__name__}.__init__() got an unexpected keyword argument '{name}'")
        for name, value in (
            ("training", True),
            ("_parameters", {}),
            ("_buffers", {}),
            ("_non_persistent_buffers_set", set()),
            ("_modules", {}),
            ("_forward_hooks", OrderedDict()),
            ("_forward_pre_hooks", OrderedDict()),
            ("_state_dict_hooks", OrderedDict()),
            ("_load_state_dict_pre_hooks", OrderedDict()),
            ("_load_state_dict_post_hooks", OrderedDict()),
        ):
            super().__setattr__(name, value)

    # ---- calls ----

    def forward(self, *input: Any) -> Any:
        """What a subclass computes."""
        raise NotImplementedError(
            f'Module [{type(self).__name__}] is missing the required "forward" function'
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """forward(), between the hooks."""
        if not self._forward_hooks and not self._forward_pre_hooks:
            return self.forward(*args, **kwargs)
        for hook, with_kwargs in list(self._forward_pre_hooks.values()):
            if with_kwargs:
                changed = hook(self, args, kwargs)
                if changed is not None:
                    args, kwargs = changed
            else:
                changed = hook(self, args)
                if changed is not None:
                    args = changed if isinstance(changed, tuple) else (changed,)
        result = self.forward(*args, **kwargs)
        for hook, with_kwargs in list(self._forward_hooks.values()):
            changed = hook(self, args, kwargs, result) if with_kwargs else hook(self, args, result)
            result = result if changed is None else changed
        return result

    def _add_hook(self, hooks: Any, hook: Any, prepend: bool) -> RemovableHandle:
        handle = RemovableHandle(hooks)
        hooks[handle.id] = hook
        if prepend:
            hooks.move_to_end(handle.id, last=False)
        return handle

    def register_forward_hook(
        self,
        hook: Callable[..., Any],
        *,
        prepend: bool = False,
        with_kwargs: bool = False,
        always_call: bool = False,
    ) -> RemovableHandle:
        """hook(module, args, result) runs after forward(), and may return another result."""
        return self._add_hook(self._forward_hooks, (hook, with_kwargs), prepend)

    def register_forward_pre_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """hook(module, args) runs before forward(), and may return other arguments."""
        return self._add_hook(self._forward_pre_hooks, (hook, with_kwargs), prepend)

    # ---- registering ----

    def _check_name(self, kind: str, name: Any, registered: Mapping[str, Any]) -> None:
        if "_parameters" not in vars(self):
            raise AttributeError(f"cannot assign {kind} before Module.__init__() call")
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string. Got {_typename(name)}")
        if "." in name:
            raise KeyError(f'{kind} name can\'t contain "."' + (f", got: {name}" if kind == "module" else ""))
        if name == "":
            raise KeyError(f'{kind} name can\'t be empty string ""')
        if hasattr(self, name) and name not in registered:
            raise KeyError(f"attribute '{name}' already exists")

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """A Tensor that is no parameter; state_dict() leaves it out unless it is persistent."""
        self._check_name("buffer", name, vars(self).get("_buffers", {}))
        if not (tensor is None or isinstance(tensor, Tensor)):
            raise TypeError(
                f"cannot assign '{_typename(tensor)}' object to buffer '{name}' "
                "(torch Tensor or None required)"
            )
        self._buffers[name] = tensor
        (self._non_persistent_buffers_set.discard if persistent else self._non_persistent_buffers_set.add)(
            name
        )

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """A Parameter, or None."""
        self._check_name("parameter", name, vars(self).get("_parameters", {}))
        if not (param is None or isinstance(param, Parameter)):
            raise TypeError(
                f"cannot assign '{_typename(param)}' object to parameter '{name}' "
                "(torch.nn.Parameter or None required)"
            )
        self._parameters[name] = param

    def add_module(self, name: str, module: Module | None) -> None:
        """A module, or None."""
        if not isinstance(module, Module) and module is not None:
            raise TypeError(f"{_typename(module)} is not a Module subclass")
        self._check_name("module", name, vars(self).get("_modules", {}))
        self._modules[name] = module

    register_module = add_module

    def _registries(self) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
        own = vars(self)
        return own.get("_parameters", {}), own.get("_buffers", {}), own.get("_modules", {})

    def __getattr__(self, name: str) -> Any:
        for registry in self._registries():
            if name in registry:
                return registry[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'", name=name, obj=self)

    def __setattr__(self, name: str, value: Any) -> None:
        parameters, buffers, modules = registries = self._registries()
        for kind, registered, word in (
            (Parameter, parameters, "parameters"),
            (Module, modules, "module"),
            (Buffer, buffers, "buffer"),
        ):
            if isinstance(value, kind):
                if "_parameters" not in vars(self):
                    raise AttributeError(f"cannot assign {word} before Module.__init__() call")
                for registry in (vars(self), *registries):
                    if registry is not registered:
                        registry.pop(name, None)
                if kind is Parameter:
                    self.register_parameter(name, value)
                elif kind is Module:
                    modules[name] = value
                else:
                    self.register_buffer(name, value, getattr(value, "persistent", True))
                return
        for registered, fits, word, what in (
            (parameters, (), "parameter", "torch.nn.Parameter"),
            (modules, (), "child module", "torch.nn.Module"),
            (buffers, Tensor, "buffer", "torch.nn.Buffer, torch.Tensor"),
        ):
            if name in registered:
                if value is not None and not isinstance(value, fits):
                    raise TypeError(
                        f"cannot assign '{_typename(value)}' as {word} '{name}' ({what} or None expected)"
                    )
                registered[name] = value
                return
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        for registry in self._registries():
            if name in registry:
                del registry[name]
                self._non_persistent_buffers_set.discard(name)
                return
        super().__delattr__(name)

    def __setstate__(self, state: dict[str, Any]) -> None:
        fresh = Module.__new__(Module)
        Module.__init__(fresh)
        vars(self).update({**vars(fresh), **state})

    def __dir__(self) -> list[str]:
        names = {*object.__dir__(self), *itertools.chain(*self._registries())}
        return sorted(name for name in names if not name[:1].isdigit())

    # ---- what there is ----

    def _named(
        self, of: Callable[[Module], Mapping[str, Any]], prefix: str, recurse: bool, once: bool
    ) -> Iterator[Any]:
        seen: set[int] = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=once) if recurse else [(prefix, self)]
        for place, module in modules:
            for name, value in of(module).items():
                if value is None or id(value) in seen:
                    continue
                if once:
                    seen.add(id(value))
                yield f"{place}.{name}" if place else name, value

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """(name, parameter), of inner modules as well."""
        return self._named(lambda module: module._parameters, prefix, recurse, remove_duplicate)

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """The parameters, of inner modules as well."""
        return (value for _, value in self.named_parameters(recurse=recurse))

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """(name, buffer), of inner modules as well."""
        return self._named(lambda module: module._buffers, prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """The buffers, of inner modules as well."""
        return (value for _, value in self.named_buffers(recurse=recurse))

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """(name, module), of those that are attributes."""
        seen: set[Module] = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self) -> Iterator[Module]:
        """The modules that are attributes."""
        return (module for _, module in self.named_children())

    def named_modules(
        self, memo: set[Module] | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Module]]:
        """(name, module), of self and all inner modules."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(
                    memo, f"{prefix}.{name}" if prefix else name, remove_duplicate
                )

    def modules(self) -> Iterator[Module]:
        """Self and all inner modules."""
        return (module for _, module in self.named_modules())

    def get_submodule(self, target: str) -> Module:
        """The module of a dotted name."""
        found = self
        for name in filter(None, target.split(".")):
            if not hasattr(found, name):
                raise AttributeError(f"{type(found).__name__} has no attribute `{name}`")
            found = getattr(found, name)
            if not isinstance(found, Module):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return found

    def _get(self, target: str) -> tuple[Module, str, Any]:
        place, _, name = target.rpartition(".")
        module = self.get_submodule(place)
        if not hasattr(module, name):
            raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
        return module, name, getattr(module, name)

    def get_parameter(self, target: str) -> Parameter:
        """The parameter of a dotted name."""
        _, name, found = self._get(target)
        if not isinstance(found, Parameter):
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return found

    def get_buffer(self, target: str) -> Tensor:
        """The buffer of a dotted name."""
        module, name, found = self._get(target)
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return found  # type: ignore[no-any-return]

    # ---- what is done with all ----

    def apply(self: _Self, fn: Callable[[Module], None]) -> _Self:
        """Call fn with all inner modules, and self at last."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def _apply(self: _Self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> _Self:
        for module in self.children() if recurse else ():
            module._apply(fn)
        for parameter in self._parameters.values():
            if parameter is not None:
                parameter.data = fn(parameter.data)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def to(self: _Self, *args: Any, **kwargs: Any) -> _Self:
        """Casts parameters and buffers of floating dtypes; the arguments are those of Tensor.to."""
        like = tbcast.empty(0)
        if args and isinstance(args[0], Tensor):
            args = (args[0].dtype, *args[1:])
        casts = tbcast.empty(0, dtype=tbcast.int64).to(*args, **kwargs).dtype is not tbcast.int64
        like = like.to(*args, **kwargs)
        if casts and not (like.is_floating_point() or like.is_complex()):
            raise TypeError(
                "nn.Module.to only accepts floating point or complex dtypes, but got desired "
                f"dtype={like.dtype}"
            )
        return self._cast(like.dtype) if casts else self

    def _cast(self: _Self, dtype: tbcast.dtype) -> _Self:
        return self._apply(lambda t: t.to(dtype) if t.is_floating_point() or t.is_complex() else t)

    def type(self: _Self, dst_type: Any) -> _Self:
        """Casts all parameters and buffers."""
        return self._apply(lambda t: t.type(dst_type))

    def float(self: _Self) -> _Self:
        """Casts to float32, what is floating."""
        return self._apply(lambda t: t.float() if t.is_floating_point() else t)

    def double(self: _Self) -> _Self:
        """Casts to float64, what is floating."""
        return self._apply(lambda t: t.double() if t.is_floating_point() else t)

    def half(self: _Self) -> _Self:
        """Casts to float16, what is floating."""
        return self._apply(lambda t: t.half() if t.is_floating_point() else t)

    def bfloat16(self: _Self) -> _Self:
        """Casts to bfloat16, what is floating."""
        return self._apply(lambda t: t.bfloat16() if t.is_floating_point() else t)

    def cpu(self: _Self) -> _Self:
        """Self: everything is there."""
        return self

    def cuda(self: _Self, device: Any = None) -> _Self:
        """AssertionError, as for a Tensor."""
        return self._apply(lambda t: t.cuda(device))

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Does nothing."""

    def share_memory(self: _Self) -> _Self:
        """Self."""
        return self

    def train(self: _Self, mode: bool = True) -> _Self:
        """Sets `training` here and in inner modules."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self: _Self) -> _Self:
        """train(False)."""
        return self.train(False)

    def requires_grad_(self: _Self, requires_grad: bool = True) -> _Self:
        """Sets it for all parameters."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Does nothing, as there are no gradients."""

    # ---- state ----

    def state_dict(
        self, *args: Any, destination: Any = None, prefix: str = "", keep_vars: bool = False
    ) -> Any:
        """An OrderedDict of all parameters and persistent buffers, by their names."""
        for name, value in zip(("destination", "prefix", "keep_vars"), args, strict=False):  # the old order
            destination = value if name == "destination" else destination
            prefix = value if name == "prefix" else prefix
            keep_vars = value if name == "keep_vars" else keep_vars
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        local = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = local
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
        for hook in self._state_dict_hooks.values():
            destination = hook(self, destination, prefix, local) or destination
        return destination

    def _register_state_dict_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        return self._add_hook(self._state_dict_hooks, hook, False)

    def _save_to_state_dict(self, destination: Any, prefix: str, keep_vars: bool) -> None:
        for name, value in self._parameters.items():
            if value is not None:
                destination[prefix + name] = value if keep_vars else value.detach()
        for name, buffer in self._buffers.items():
            if buffer is not None and name not in self._non_persistent_buffers_set:
                destination[prefix + name] = buffer if keep_vars else buffer.detach()
        if type(self).get_extra_state is not Module.get_extra_state:
            destination[prefix + "_extra_state"] = self.get_extra_state()

    def get_extra_state(self) -> Any:
        """What a subclass saves besides."""
        raise RuntimeError("Reached a code path in Module.get_extra_state() that should never be called.")

    def set_extra_state(self, state: Any) -> None:
        """Takes what get_extra_state has returned."""
        raise RuntimeError("Reached a code path in Module.set_extra_state() that should never be called.")

    def _register_load_state_dict_pre_hook(
        self, hook: Callable[..., Any], with_module: bool = False
    ) -> RemovableHandle:
        return self._add_hook(self._load_state_dict_pre_hooks, (hook, with_module), False)

    def register_load_state_dict_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """hook(module, state_dict, prefix, ...) runs before this module's state is loaded."""
        return self._register_load_state_dict_pre_hook(hook, with_module=True)

    def register_load_state_dict_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """hook(module, incompatible_keys) runs after the state has been loaded."""
        return self._add_hook(self._load_state_dict_post_hooks, hook, False)

    def _load_from_state_dict(
        self,
        state_dict: Any,
        prefix: str,
        local_metadata: Any,
        strict: bool,
        missing_keys: list[str],
        unexpected_keys: list[str],
        error_msgs: list[str],
    ) -> None:
        for hook, with_module in self._load_state_dict_pre_hooks.values():
            own = (self,) if with_module else ()
            hook(*own, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
        expected = {
            **self._parameters,
            **{name: b for name, b in self._buffers.items() if name not in self._non_persistent_buffers_set},
        }
        expected = {name: value for name, value in expected.items() if value is not None}
        for name, own in expected.items():
            key = prefix + name
            if key not in state_dict:
                if strict:
                    missing_keys.append(key)
                continue
            given = state_dict[key]
            if not isinstance(given, Tensor):
                error_msgs.append(
                    f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object '
                    f"from checkpoint but received {type(given)}"
                )
                continue
            if own.dim() == 0 and given.shape == (1,):
                given = given[0]  # as files of old PyTorch have it
            assigns = local_metadata.get("assign_to_params_buffers", False)
            if given.shape != own.shape:
                error_msgs.append(
                    f"size mismatch for {key}: copying a param with shape {given.shape} from checkpoint, the "
                    f"shape in current model is {own.shape}."
                )
            elif not assigns:
                own.copy_(given)
            elif isinstance(own, Parameter):
                self._parameters[name] = (
                    given if isinstance(given, Parameter) else Parameter(given, own.requires_grad)
                )
            else:
                self._buffers[name] = given
        extra = prefix + "_extra_state"
        if type(self).set_extra_state is not Module.set_extra_state:
            if extra in state_dict:
                self.set_extra_state(state_dict[extra])
            elif strict:
                missing_keys.append(extra)
        elif strict and extra in state_dict:
            unexpected_keys.append(extra)
        if strict:
            for key in state_dict:
                name = key[len(prefix) :].split(".", 1)
                if (
                    key.startswith(prefix)
                    and key != extra
                    and (name[0] not in self._modules if len(name) > 1 else name[0] not in expected)
                ):
                    unexpected_keys.append(key)

    def load_state_dict(
        self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False
    ) -> Any:
        """Copy a state into the parameters and buffers, or take its tensors (assign).

        RuntimeError for other sizes, and if strict for keys that are missing or unexpected.
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        missing: list[str] = []
        unexpected: list[str] = []
        errors: list[str] = []
        metadata = getattr(state_dict, "_metadata", None)
        state = OrderedDict(state_dict)
        if metadata is not None:
            state._metadata = metadata  # type: ignore[attr-defined]

        def load(module: Module, local: Any, prefix: str = "") -> None:
            facts = {} if metadata is None else metadata.get(prefix[:-1], {})
            facts = {**facts, "assign_to_params_buffers": assign} if assign else facts
            module._load_from_state_dict(local, prefix, facts, True, missing, unexpected, errors)
            for name, child in module._modules.items():
                if child is not None:
                    inner = f"{prefix}{name}."
                    load(child, {key: value for key, value in local.items() if key.startswith(inner)}, inner)
            for hook in module._load_state_dict_post_hooks.values():
                hook(module, _IncompatibleKeys(missing, unexpected))

        load(self, state)
        if strict:
            for kind, keys in (("Missing", missing), ("Unexpected", unexpected)):
                if keys:
                    quoted = ", ".join(f'"{key}"' for key in keys)
                    errors.insert(0, f"{kind} key(s) in state_dict: {quoted}. ")
        if errors:
            joined = "\n\t".join(errors)
            raise RuntimeError(f"Error(s) in loading state_dict for {type(self).__name__}:\n\t{joined}")
        return _IncompatibleKeys(missing, unexpected)

    # ---- text ----

    def _get_name(self) -> str:
        return type(self).__name__

    def extra_repr(self) -> str:
        """What a subclass shows between the parentheses."""
        return ""

    def __repr__(self) -> str:
        extra = self.extra_repr()
        extra_lines = extra.split("\n") if extra else []
        children = [f"({name}): " + _indented(repr(module), 2) for name, module in self._modules.items()]
        if len(extra_lines) == 1 and not children:
            return f"{self._get_name()}({extra})"
        lines = extra_lines + children
        return f"{self._get_name()}(\n  " + "\n  ".join(lines) + "\n)" if lines else f"{self._get_name()}()"


def _typename(value: Any) -> str:
    """The name of a value's type in messages."""
    from torch._settings import typename

    return typename(value)
