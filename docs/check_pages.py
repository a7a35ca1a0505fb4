"""Looks at every page of the built site in a browser without a window.

    python docs/check_pages.py build/site

Each page is loaded as wide as a telephone and as a desk's screen; reported are pages that scroll sideways,
with what sticks out, pictures that do not load, and what the console says.  Needs Chromium.
"""

import http.server
import json
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from functools import partial
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
WIDTHS = (390, 1400)
HARNESS = """<!doctype html><meta charset="utf-8"><body><script>
const pages = PAGES, widths = WIDTHS, found = [];
// What may be wider than the page is inside of something that scrolls by itself.
function inside(element) {
  const scrolls = ["auto", "scroll", "hidden", "clip"], view = element.ownerDocument.defaultView;
  for (let e = element.parentElement; e && e.tagName !== "BODY"; e = e.parentElement)
    if (scrolls.includes(view.getComputedStyle(e).overflowX)) return true;
  return false;
}
function look(page, width, view) {
  const html = view.document.documentElement;
  if (html.scrollWidth > width) {
    const out = [...view.document.querySelectorAll("article *")].filter(e =>
      e.getBoundingClientRect().right > width + 1 && !inside(e));
    found.push([page, width, `${html.scrollWidth} wide: ` +
      out.slice(0, 3).map(e => `<${e.tagName.toLowerCase()} class="${e.className}">`).join(" ")]);
  }
  for (const image of view.document.images)
    if (image.complete && !image.naturalWidth && image.loading !== "lazy")
      found.push([page, width, `no picture: ${image.src}`]);
}
async function run() {
  for (const width of widths)
    for (const page of pages) {
      const frame = document.createElement("iframe");
      frame.style = `width: ${width}px; height: 900px; border: 0`;
      await new Promise(done => { frame.onload = done; frame.src = page; document.body.append(frame); });
      look(page, width, frame.contentWindow);
      frame.remove();
    }
  await fetch("/report", { method: "POST", body: JSON.stringify(found) });
}
run();
</script>"""


def browser():
    """The path of the first browser found, or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


class Site(http.server.SimpleHTTPRequestHandler):
    """Serves the site and the page that looks at its pages, and takes that page's report."""

    harness = ""
    report = None
    done = threading.Event()

    def do_GET(self):
        """The harness at /look, everything else from the folder."""
        if self.path != "/look":
            return super().do_GET()
        text = self.harness.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_POST(self):
        """The report."""
        Site.report = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()
        Site.done.set()

    def log_message(self, *arguments):
        """Say nothing."""


def look_at(folder, seconds=120):
    """[(page, width, fault), ...] of a built site; faults of the console have no page."""
    pages = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))
    Site.harness = HARNESS.replace("PAGES", json.dumps(pages)).replace("WIDTHS", json.dumps(WIDTHS))
    Site.done.clear()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Site, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as profile, tempfile.TemporaryFile("w+") as log:
        options = ("--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0")
        address = f"http://127.0.0.1:{server.server_port}/look"
        window = (f"--window-size={max(WIDTHS)},1000", f"--user-data-dir={profile}", "--no-first-run")
        # --remote-debugging-port keeps it running until it is told to stop
        command = [browser(), *options, *window, "--remote-debugging-port=0", address]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
        try:
            finished = Site.done.wait(seconds)
        finally:
            process.terminate()
            process.wait()
            server.shutdown()
        log.seek(0)
        said = re.findall(r'CONSOLE.*?\] (".*)', log.read())
    if not finished:
        return [("", 0, f"the browser did not finish within {seconds} s")]
    return [*map(tuple, Site.report), *(("", 0, text) for text in said)]


def main(arguments):
    """Print what was found; the exit status is 1 if that is anything."""
    if not browser():
        print("no browser: install chromium", file=sys.stderr)
        return 2
    found = look_at(Path(arguments[0]).resolve())
    for page, width, fault in found:
        print(f"{page or 'console'} at {width}: {fault}" if page else f"console: {fault}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
