"""The playground of the documentation: in a browser its examples print what is written beside them."""

import functools
import http.server
import re
import shutil
import threading
from urllib.parse import quote

import pytest

from pages import run_examples
from repository import ROOT

SOURCES = ROOT / "docs" / "playground"
RUNTIME = ROOT / "build" / "wasm" / "runtime"
EXAMPLES = sorted(path.stem for path in (SOURCES / "examples").iterdir())
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

in_a_browser = [
    pytest.mark.long,
    pytest.mark.needs("playwright"),
    pytest.mark.skipif(not BROWSER, reason="no browser; Debian: chromium"),
    pytest.mark.skipif(not RUNTIME.exists(), reason="nothing to load; .ci/wasm builds it"),
]


def marked(test):
    for mark in in_a_browser:
        test = mark(test)
    return test


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_prints_what_it_shows(name):
    assert run_examples((SOURCES / "examples" / f"{name}.txt").read_text("utf-8"), name)


def test_the_page_offers_the_examples():
    page = (SOURCES / "index.html").read_text("utf-8")
    assert sorted(re.findall(r'<option value="(\w+)">', page)) == EXAMPLES


def test_the_page_forbids_what_is_written_into_it():
    policy = re.search(
        r'Content-Security-Policy" content="([^"]*)"', (SOURCES / "index.html").read_text("utf-8")
    )[1]
    assert "default-src 'none'" in policy and "unsafe-inline" not in policy and "http" not in policy


PAGE = """<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="live.css">
<body data-theme="dark"><div class="page"><div class="main"><div class="content"><article>
<div class="highlight"><pre>&gt;&gt;&gt; x = torch.ones(2)\n</pre></div>
<div class="highlight"><pre>&gt;&gt;&gt; print("above")\nabove
&gt;&gt;&gt; def f(y):\n...     return y + 1\n</pre></div>
<div class="highlight"><pre>&gt;&gt;&gt; f(x)\ntensor([2., 2.])\n</pre></div>
<div class="highlight"><pre>$ not Python\n</pre></div></article></div></div></div>
<script src="live.js" data-playground="playground/index.html"></script>"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Where the playground is served, as the documentation has it."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(SOURCES, folder / "playground", ignore=shutil.ignore_patterns("editor.js"))
    shutil.copytree(RUNTIME, folder / "playground" / "runtime")
    for name in ("live.js", "live.css"):
        shutil.copy(ROOT / "docs" / "_static" / name, folder)
    (folder / "page.html").write_text(PAGE, "utf-8")
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/playground/index.html"
    server.shutdown()


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield launched
        launched.close()


class Playground:
    """One page, whose console stays silent, and which asks nobody but its own host."""

    def __init__(self, browser, address, **options):
        self.page = browser.new_page(**options)
        self.page.set_default_timeout(120_000)
        self.said, self.requests = [], []
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on(
            "dialog", lambda dialog: (self.said.append(f"dialog {dialog.message}"), dialog.dismiss())
        )
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(address)
        self.ready()

    def hear(self, message):
        # Chromium itself gives a style to text that replaces other text in an editor, and forbids it itself.
        if "style attributes" not in message.text:
            self.said.append(message.text)

    def ready(self):
        self.page.wait_for_selector("body[data-state=ready]")

    def write(self, code):
        self.page.click(".cm-content")
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(code)

    def run(self, code=None):
        """What is printed: the texts, without those of pictures."""
        if code is not None:
            self.write(code)
        self.page.click("#run")
        self.ready()
        return self.output()

    def output(self):
        return "".join(self.page.locator("#output pre").all_text_contents())


@pytest.fixture
def playground(browser, address):
    made = Playground(browser, address)
    yield made
    made.page.close()
    assert made.said == []
    host = address.partition("/playground")[0]
    assert [url for url in made.requests if not url.startswith((f"{host}/", "blob:"))] == []


def documented(text):
    """A transcript as doctest has it: blank lines spelled out, no lines of the traceback."""
    lines = [line or "<BLANKLINE>" for line in text.splitlines()]
    text = "\n".join(lines) + "\n"
    return re.sub(r"(Traceback \(most recent call last\):\n)(?: .*\n)+", r"\1    ...\n", text)


@marked
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_prints_in_a_browser_what_it_shows(playground, name):
    playground.page.select_option("#examples", name)
    first = (SOURCES / "examples" / f"{name}.txt").read_text("utf-8")
    playground.page.locator(".cm-line", has_text=first.splitlines()[0].removeprefix(">>> ")).first.wait_for()
    playground.run()
    playground.page.evaluate("for (const pre of document.querySelectorAll('#output .err')) pre.remove()")
    assert documented(playground.output()) == first


@marked
def test_explanations_are_drawn(playground):
    playground.run("torch.explain((4, 1), (4,))")
    picture = playground.page.locator("#output img")
    assert (
        picture.count() == 1
        and picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    )


@marked
def test_warnings_and_errors_show_where_and_their_notes(playground):
    printed = playground.run("import warnings\nwarnings.warn('look')\ntorch.ones(2) + torch.ones(3)")
    assert "<program>:2: UserWarning: look" in printed
    assert 'File "<program>", line 3, in <module>' in printed
    assert "1st trailing dimension: a has size 2, b has size 3" in printed
    assert "session.py" not in printed


@marked
def test_a_program_that_never_ends_is_stopped(playground):
    playground.write("x = 1\nwhile True:\n    pass")
    playground.page.click("#run")
    playground.page.wait_for_selector("body[data-state=running]")
    playground.page.click("#stop")
    playground.ready()
    assert "NameError" in playground.run("x") and playground.run("1 + 1").endswith("2\n")


@marked
def test_names_stay_from_one_run_to_the_next(playground):
    playground.run("kept = torch.ones(2)")
    assert playground.run("kept + 1").endswith("tensor([2., 2.])\n")


@marked
def test_a_flood_of_output_is_cut(playground):
    printed = playground.run("for i in range(10**6):\n    print(i)")
    assert "the rest is not shown" in printed and len(printed) < 500_000
    assert playground.run("1 + 1").endswith("2\n")


@marked
def test_torch_is_tbcast_and_says_so_once(playground):
    printed = playground.run(
        "import torch\nimport torch.nn.functional as F\nfrom torch import nn, ones\n"
        "print(nn.MSELoss()(ones(2), ones(2)))\ntorch.__name__"
    )
    assert (
        printed.count("torch is tbcast here") == 1
        and "\ntensor(0.)\n" in printed
        and printed.endswith("'torch'\n")
    )
    assert "No module named" in playground.run("import torchvision")


@marked
def test_what_a_browser_lacks_is_said_in_one_sentence(playground):
    for code, sentence in (
        ("input()", "a program in a browser cannot wait for input"),
        ("torch.linalg.inv(torch.eye(2))", "installing NumPy brings it"),
        ("import threading; threading.Thread(target=print).start()", "can't start new thread"),
        ("torch.set_num_threads(4); torch.ones(10**6).sum()", "tensor(1000000.)"),
        ("torch.empty(2**40)", "can't allocate memory"),
    ):
        assert sentence in playground.run(code).splitlines()[-1]


HOSTILE = """name = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"
name
print(name)
globals()[name] = 1
class A:
    def __repr__(self):
        return name
A()
raise ValueError(name)
"""
FORGED = """import json
svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>'
with open("/dev/events", "w") as file:
    for kind in ("picture", "constructor", "out", "done", "ready"):
        file.write(json.dumps({"kind": kind, "svg": svg, "text": svg}) + "\\n")
    file.write("no event\\n[]\\nnull\\n")
"""


@marked
def test_what_a_program_prints_is_text(playground):
    printed = playground.run(HOSTILE)
    assert printed.count("<img src=x") >= 5
    assert playground.page.locator("#output :not(pre)").count() == 0
    playground.run(FORGED)
    assert playground.page.locator("#output :not(pre, img)").count() == 0
    playground.run("1")


@marked
def test_an_address_brings_a_program_which_runs_after_a_click(browser, address):
    page = Playground(browser, f"{address}#code={quote('print(torch.ones(2))' + chr(10) + HOSTILE)}")
    page.page.wait_for_timeout(300)
    assert page.output() == ""
    assert "tensor([1., 1.])" in page.run()
    page.page.close()
    assert page.said == []


@marked
def test_a_link_brings_the_program_back(playground, browser):
    playground.write("print('héllo #&%')")
    playground.page.click("#link")
    playground.page.wait_for_url("**#code=*")
    again = Playground(browser, playground.page.url)
    assert again.run().endswith("héllo #&%\n")
    again.page.close()


@marked
def test_the_keyboard_is_enough(playground):
    keyboard = playground.page.keyboard
    playground.page.locator("#run").focus()
    for _ in range(6):
        keyboard.press("Tab")
        if playground.page.evaluate("document.activeElement.id") == "editor":
            break
    keyboard.press("Control+a")
    keyboard.type("torch.broadcast_sh")
    keyboard.press("Tab")
    playground.page.locator(".cm-tooltip-autocomplete li", has_text="broadcast_shapes").first.wait_for()
    playground.page.wait_for_timeout(300)  # CodeMirror takes no choice that nobody can have read
    keyboard.press("Tab")
    keyboard.type("((2, 1), (3,")
    keyboard.press("Control+Enter")
    playground.page.locator("#output .out", has_text="torch.Size([2, 3])").wait_for()
    keyboard.press("Escape")  # closes suggestions, if there are any
    keyboard.press("Escape")
    keyboard.press("Tab")
    assert playground.page.evaluate("document.activeElement.id") == "output"


@marked
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_scrolls_sideways(browser, address, tmp_path, width, scheme):
    page = Playground(browser, address, viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.page.select_option("#examples", "bug")
    page.run()
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width
    dark = sum(
        map(
            int, re.findall(r"\d+", page.page.evaluate("getComputedStyle(document.body).backgroundColor"))[:3]
        )
    )
    assert (dark < 384) == (scheme == "dark")
    page.page.screenshot(path=tmp_path / f"{width}-{scheme}.png", full_page=True)
    page.page.close()
    assert page.said == []


@marked
def test_a_pages_examples_run_beside_the_text_after_those_above(browser, address):
    page = browser.new_page()
    page.set_default_timeout(120_000)
    page.goto(address.replace("playground/index.html", "page.html"))
    assert page.locator(".live-run").count() == 3
    assert page.locator("iframe").count() == 0
    page.locator(".live-run").nth(2).click()
    beside = page.frame_locator(".live-panel iframe")
    beside.locator("#output .out").wait_for()
    assert "".join(beside.locator("#output pre").all_text_contents()) == ">>> f(x)\ntensor([2., 2.])\n"
    assert beside.locator("html").get_attribute("data-theme") == "dark"
    page.locator(".live-run").nth(1).click()
    beside.locator("#output .out", has_text="above").wait_for()
    page.get_by_text("Close").click()
    assert not page.locator(".live-panel").is_visible()
    page.close()
