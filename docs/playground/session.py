"""The playground's Python: runs programs as a prompt would, statement by statement, and completes names.

worker.js writes a request to the file /request and calls `answer()`; what happens goes to /dev/events, one
line of JSON for each event, and from there to the page.
"""

import ast
import builtins
import io
import json
import linecache
import rlcompleter
import sys
import traceback
import warnings
from importlib.machinery import ModuleSpec

import tbcast

NAME = "<program>"
PICTURES = tbcast.explain((1,), (1,)).__class__, tbcast.explain("x + x", x=(1,)).__class__
TORCH = "torch is tbcast here: PyTorch's tensors and broadcasting, without PyTorch\n"
names = sys.modules["__main__"].__dict__
events = open("/dev/events", "wb", buffering=0)  # noqa: SIM115 - as long as Python runs
quiet = False


def send(kind, **more):
    """One event; all have a text, a `picture` has an svg as well."""
    if not quiet:
        events.write(json.dumps({"kind": kind, **more}).encode() + b"\n")


class Output(io.TextIOBase):
    """sys.stdout or sys.stderr; what is written goes at the end of a line, or when asked for."""

    def __init__(self, kind):
        self.kind, self.text = kind, ""

    def writable(self):
        """Yes."""
        return True

    def write(self, text):
        """Keep the last, unfinished line."""
        self.text += text
        if "\n" in text or len(self.text) > 4096:
            self.flush()
        return len(text)

    def flush(self):
        """Send what there is."""
        if self.text:
            text, self.text = self.text, ""
            send(self.kind, text=text)


class TorchIsTbcast:
    """Opens the door, tbcast.as_torch, when a program first imports torch."""

    def find_spec(self, name, path=None, target=None):
        """For torch alone: its modules are then found without this."""
        if name != "torch":
            return None
        sys.meta_path.remove(self)
        self.torch = tbcast.as_torch()
        self.spec = self.torch.__spec__
        sys.stderr.write(TORCH)
        return ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        """What the door has loaded."""
        return self.torch

    def exec_module(self, module):
        """It has run; importing has given it another spec."""
        module.__spec__ = self.spec


def no_input(prompt=""):
    """Stands in for input()."""
    raise EOFError("a program in a browser cannot wait for input: write the value into the program")


def display(value):
    """What a prompt does with the value of an expression; what has a picture shows that, too."""
    if value is None:
        return
    names["_"] = value
    text = repr(value)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
    if isinstance(value, PICTURES) and hasattr(value, "to_svg"):
        try:
            send("picture", svg=value.to_svg(), text=text)
        except ValueError:
            return  # not every explanation can be drawn


def show_error():
    """The traceback as a prompt prints it, with notes, without the frames of this file."""
    kind, error, trace = sys.exc_info()
    while trace and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    sys.stdout.flush()
    sys.stderr.flush()
    send("error", text="".join(traceback.format_exception(kind, error, trace)))


def statements(code):
    """Each statement of a program: the comments before it, its lines, its code."""
    lines = code.split("\n")
    linecache.cache[NAME] = len(code), None, [line + "\n" for line in lines], NAME
    shown = 0  # the last line that a statement has taken: several may share one
    for node in ast.parse(code, NAME).body:
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
        before, own = lines[shown : first - 1], lines[max(first - 1, shown) : node.end_lineno]
        yield before, own, compile(ast.Interactive([node]), NAME, "single")
        shown = node.end_lineno


def run(code):
    """Run a program; a statement that fails does not keep the next one from running, as at a prompt."""
    names.pop("__warningregistry__", None)  # what was warned about in the run before is said again
    try:
        found = list(statements(code))
    except (SyntaxError, ValueError):
        show_error()
        return
    for before, own, compiled in found:
        prompted = [f">>> {line}" for line in [*filter(str.strip, before), *own[:1]]]
        send("echo", text="\n".join([*prompted, *(f"... {line}" for line in own[1:]), ""]))
        try:
            exec(compiled, names)
        except BaseException:
            show_error()
            if isinstance(sys.exc_info()[1], SystemExit):
                break
        sys.stdout.flush()
        sys.stderr.flush()


def complete(text):
    """Names that continue the dotted name at the end of the text."""
    completer, found = rlcompleter.Completer(names), []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        while len(found) < 500 and (match := completer.complete(text, len(found))) is not None:
            found.append(match)
    send("completions", text=text, matches=[match.rstrip("( )") for match in found if match.strip()])


def answer():
    """Do what the request says."""
    global quiet
    with open("/request", encoding="utf-8") as file:
        request = json.load(file)
    if "code" in request:
        quiet = True
        run(request["before"])
        quiet = False
        run(request["code"])
    else:
        complete(request["complete"])


names.clear()
names.update(__name__="__main__", __builtins__=builtins, torch=tbcast, tbcast=tbcast)
builtins.input = no_input
sys.meta_path.insert(0, TorchIsTbcast())
sys.displayhook = display
sys.stdout, sys.stderr = Output("out"), Output("err")
send("ready", text=f"Python {sys.version.split()[0]}, tbcast {tbcast.__version__}")
