// The page: an editor, a worker that runs Python, and what it prints.  What comes from a program is shown as text, or
// as a picture in an <img>, in which nothing runs and nothing is loaded.
import { edit } from "./runtime/editor.js";

const element = id => document.getElementById(id);
const [run, stop, examples, link, status, output] =
  ["run", "stop", "examples", "link", "status", "output"].map(element);
const embedded = window.parent !== window;
const FIRST = "prediction, target = torch.ones(4, 1), torch.ones(4)\nprediction - target\n" +
  "torch.explain(prediction, target)\n";

let worker, module, running = false, ready = false, next = null, completing = null;

function show(kind, text) {
  const last = output.lastElementChild;
  if (last && last.className === kind && kind !== "picture") {
    last.append(text);
    return;
  }
  const made = document.createElement("pre");
  made.className = kind;
  made.append(text);
  output.append(made);
}

function picture({ svg, text }) {
  const image = document.createElement("img");
  image.alt = text;
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.onload = image.onerror = () => URL.revokeObjectURL(image.src);
  output.append(image);
}

function state(text) {
  status.textContent = text;
  run.disabled = !ready || running;
  stop.disabled = !running;
  document.body.dataset.state = running ? "running" : ready ? "ready" : "loading";
}

const handlers = {
  ready({ text }) {
    ready = true;
    state(text);
    if (next)
      start(...next);
  },
  done() {
    running = false;
    state("");
    if (next)
      start(...next);
  },
  completions({ text, matches }) {
    if (completing && completing.text === text)
      completing.resolve(matches || []);
    completing = null;
  },
  picture,
};

function launch() {
  ready = running = false;
  worker = new Worker("worker.js");
  worker.onmessage = ({ data }) => {
    if (data.module)
      module = data.module;
    for (const event of data.events || [])
      Object.hasOwn(handlers, event.kind) ? handlers[event.kind](event) : show(event.kind, event.text);
    if (data.failed) {
      show("error", `Python has ended: ${data.failed}\n`);
      if (ready)
        restart("Python starts again; what was defined is gone.");
      else
        state("not loaded");
    }
  };
  worker.onerror = event => {
    show("error", `Python could not be loaded: ${event.message || "worker.js is missing"}\n`);
    state("not loaded");
  };
  worker.postMessage({ start: true, module });
  state("Python is loading");
}

function restart(text) {
  worker.terminate();
  completing = next = null;
  if (embedded)
    window.parent.postMessage("restarted", location.origin);
  show("err", `${text}\n`);
  launch();
}

// Runs a program; `before` runs first, and what it prints is not shown.
function start(code, before = "") {
  if (running || !ready) {
    next = [code, before];
    return;
  }
  next = null;
  running = true;
  output.replaceChildren();
  state("running");
  worker.postMessage({ code, before });
}

function complete(text) {
  if (!ready || running)
    return Promise.resolve([]);
  if (completing)
    completing.resolve([]);
  return new Promise(resolve => {
    completing = { text, resolve };
    worker.postMessage({ complete: text });
  });
}

// What a prompt shows becomes what is typed there.
function typed(session) {
  const lines = session.split("\n").filter(line => /^(>>>|\.\.\.)( |$)/.test(line)).map(line => line.slice(4));
  return lines.join("\n").trimEnd() + "\n";
}

function programOfAddress() {
  const found = /^#code=(.*)$/s.exec(location.hash);
  try {
    return found && decodeURIComponent(found[1]);
  } catch {
    return null;  // no UTF-8
  }
}

const editor = edit(element("editor"), programOfAddress() ?? (embedded ? "" : FIRST), "Program", complete,
                    () => start(editor.text));
run.onclick = () => start(editor.text);
stop.onclick = () => restart("Stopped. Python starts again; what was defined is gone.");
examples.onchange = async () => {
  if (examples.value)
    editor.text = typed(await (await fetch(`examples/${examples.value}.txt`)).text());
};
link.onclick = async () => {
  history.replaceState(null, "", `#code=${encodeURIComponent(editor.text)}`);
  try {
    await navigator.clipboard.writeText(location.href);
    status.textContent = "copied";
  } catch {
    status.textContent = "the address bar has it";
  }
};
window.onhashchange = () => { editor.text = programOfAddress() ?? editor.text; };
// Beside a page of the documentation: its Run buttons send what they stand at.
if (embedded) {
  document.body.classList.add("embedded");
  window.onmessage = ({ source, origin, data }) => {
    if (source !== window.parent || origin !== location.origin || typeof data.code !== "string")
      return;
    if (data.theme)
      document.documentElement.dataset.theme = data.theme;
    editor.text = data.code;
    start(data.code, String(data.before ?? ""));
  };
  window.parent.postMessage("loaded", location.origin);
}
launch();
