// Runs Python, away from the page: a program that never ends is stopped by ending this worker.
//
// From the page: {start: true, module}, then {code} or {complete}.  To the page: {events: [...]}, each as session.py
// sends it; {module}, the compiled interpreter, which the next worker starts with; {failed}, a text.
"use strict";

const MOST = 400000;  // characters of output that a program may have: a page with more stops answering
const SHOWN = ["echo", "out", "err", "error", "picture"];
const ENVIRONMENT = { PYTHONHOME: "/python", PYTHONPATH: "/site", PYTHONDONTWRITEBYTECODE: "1" };
let waiting = [], last = 0, length = 0, answer = null;

function flush() {
  if (waiting.length)
    postMessage({ events: waiting });
  waiting = [];
  last = performance.now();
}

// A line of /dev/events, into which a program may write, too.
function heard(line) {
  let event;
  try {
    event = JSON.parse(line);
  } catch {
    return;
  }
  if (typeof event?.text !== "string")
    return;
  if (!SHOWN.includes(event.kind)) {
    answer = event;
    return;
  }
  const before = length;
  length += event.text.length + String(event.svg ?? "").length;
  if (length <= MOST)
    waiting.push(event);
  else if (before <= MOST)
    waiting.push({ kind: "err", text: `\n... more than ${MOST} characters: the rest is not shown\n` });
  if (performance.now() - last > 50)
    flush();
}

// A file of /dev whose lines are events.
function makeEvents(FS) {
  const decoder = new TextDecoder();
  let text = "";
  FS.registerDevice(FS.makedev(64, 0), {
    open() {}, close() {},
    write(stream, buffer, offset, count) {
      text += decoder.decode(buffer.slice(offset, offset + count), { stream: true });
      const lines = text.split("\n");
      text = lines.pop();
      lines.forEach(heard);
      return count;
    },
  });
  FS.mkdev("/dev/events", FS.makedev(64, 0));
}

async function unpacked(name) {
  const answer = await fetch(name);
  if (!answer.ok)
    throw new Error(`${name}: ${answer.status}`);
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip")),
                      { headers: { "Content-Type": "application/wasm" } });
}

// The files of a tar, which .ci/wasm has made: names are short, and there are no links.
function* filesOf(tar) {
  const text = (at, size) => new TextDecoder().decode(tar.subarray(at, at + size)).replace(/\0.*/s, "");
  for (let at = 0; at + 512 <= tar.length && tar[at];) {
    const size = parseInt(text(at + 124, 12), 8), folder = text(at + 345, 155), name = text(at, 100);
    if (text(at + 156, 1) === "0")
      yield [`/${folder ? folder + "/" : ""}${name}`, tar.subarray(at + 512, at + 512 + size)];
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

let python;

// Runs Python's answer to a request, and tells the page how it ended.
function ask(code, kind) {
  length = 0;
  answer = null;
  if (python.ccall("PyRun_SimpleString", "number", ["string"], [code]))
    throw new Error("the interpreter does not answer");
  flush();
  postMessage({ events: [{ text: "", ...answer, kind }] });
}

async function start(module) {
  const library = unpacked("runtime/library.tar.gz").then(answer => answer.arrayBuffer());
  const session = fetch("session.py").then(answer => answer.arrayBuffer());
  const compiled = module || await WebAssembly.compileStreaming(unpacked("runtime/python.wasm.gz"));
  if (!module)
    postMessage({ module: compiled });
  const ready = new Promise((done, fail) => {
    self.Module = python = {
      noInitialRun: true,
      preRun: [() => Object.assign(python.ENV, ENVIRONMENT)],
      instantiateWasm(imports, use) {
        WebAssembly.instantiate(compiled, imports).then(instance => use(instance, compiled), fail);
        return {};
      },
      onRuntimeInitialized: done,
      onAbort: reason => fail(new Error(reason)),
    };
  });
  importScripts("runtime/python.js");
  await ready;
  const { FS } = python;
  for (const [path, bytes] of filesOf(new Uint8Array(await library))) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, bytes);
  }
  FS.writeFile("/site/session.py", new Uint8Array(await session));
  makeEvents(FS);
  // Programs are strangers'.  Nothing that they may call reaches the network through these.
  for (const name of ["fetch", "importScripts", "WebSocket", "WebTransport", "XMLHttpRequest", "EventSource", "Worker"])
    self[name] = undefined;
  python.ccall("Py_InitializeEx", null, ["number"], [0]);
  ask("__import__('session')", "ready");
}

self.onmessage = async ({ data }) => {
  try {
    if ("start" in data)
      await start(data.module);
    else {
      python.FS.writeFile("/request", JSON.stringify(data));
      ask("__import__('session').answer()", "code" in data ? "done" : "completions");
    }
  } catch (error) {
    flush();
    postMessage({ failed: String(error && error.message || error) });
  }
};
