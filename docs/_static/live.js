// Run buttons at the examples of a page: they open the playground beside the text, which keeps its state as long as the
// page is open.  The examples above one that is run are run first, unless they have been.  Without WebAssembly the page
// stays as it is.
(() => {
  const address = document.currentScript.dataset.playground;
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function")
    return;
  // An example: what is typed at the prompts, or a whole cell of a notebook.
  function programOf(block) {
    const lines = block.textContent.split("\n");
    if (!lines.some(line => line.startsWith(">>>")))
      return block.closest(".cell_input") ? block.textContent : null;
    return lines.filter(line => /^(>>>|\.\.\.)( |$)/.test(line)).map(line => line.slice(4)).join("\n") + "\n";
  }
  const examples = [...document.querySelectorAll("article .highlight pre")]
    .map(block => ({ block, code: programOf(block), done: false })).filter(({ code }) => code);
  let panel = null, frame = null, wanted = null;

  function send() {
    const { theme } = document.body.dataset;
    frame.contentWindow.postMessage({ ...wanted, theme: theme === "auto" ? "" : theme }, location.origin);
    wanted = null;
  }
  function close() {
    panel.hidden = true;
    document.body.classList.remove("live");
  }
  function open() {
    if (!panel) {
      panel = document.createElement("aside");
      panel.className = "live-panel";
      panel.setAttribute("aria-label", "Playground");
      const button = document.createElement("button");
      button.textContent = "Close";
      button.onclick = close;
      frame = document.createElement("iframe");
      frame.title = "Playground";
      frame.src = address;
      panel.append(button, frame);
      document.body.append(panel);
    }
    panel.hidden = false;
    document.body.classList.add("live");
  }
  let loaded = false;
  window.addEventListener("message", ({ source, origin, data }) => {
    if (!frame || source !== frame.contentWindow || origin !== location.origin)
      return;
    if (data === "loaded") {
      loaded = true;
      if (wanted)
        send();
    } else if (data === "restarted")
      for (const example of examples)
        example.done = false;
  });
  examples.forEach((example, place) => {
    const button = document.createElement("button");
    button.className = "live-run";
    button.textContent = "Run";
    button.setAttribute("aria-label", `Run example ${place + 1}`);
    button.onclick = () => {
      const missing = examples.slice(0, place).filter(({ done }) => !done);
      wanted = { code: example.code, before: missing.map(({ code }) => code).join("\n") };
      open();
      examples.slice(0, place + 1).forEach(above => { above.done = true; });
      if (loaded)
        send();
    };
    example.block.parentElement.append(button);
  });
})();
