// The editor, of CodeMirror's parts: esbuild makes it one file with them (.ci/wasm).
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, drawSelection, highlightSpecialChars } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap, indentMore, indentLess } from "@codemirror/commands";
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { autocompletion, acceptCompletion, closeBrackets, closeBracketsKeymap, startCompletion }
  from "@codemirror/autocomplete";
import { pythonLanguage } from "@codemirror/lang-python";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.bool, tags.null], color: "var(--keyword)" },
  { tag: [tags.number], color: "var(--number)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: [tags.comment], color: "var(--comment)" },
  { tag: [tags.definition(tags.variableName), tags.function(tags.definition(tags.variableName)), tags.className],
    color: "var(--name)" },
]);

const theme = EditorView.theme({
  "&": { maxHeight: "55vh", background: "var(--back)", color: "var(--front)" },
  ".cm-scroller": { font: "0.9rem/1.5 ui-monospace, Consolas, 'DejaVu Sans Mono', monospace" },
  ".cm-content": { minHeight: "9rem", caretColor: "var(--front)" },
  ".cm-cursor": { borderLeftColor: "var(--front)" },
  ".cm-gutters": { background: "var(--bar)", color: "var(--quiet)", borderColor: "var(--line)" },
  ".cm-tooltip": { background: "var(--bar)", color: "var(--front)", borderColor: "var(--line)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent)", color: "var(--back)" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": { background: "var(--selected) !important" },
});

// Tab completes a name behind which it is pressed, and indents elsewhere.  Escape, then Tab leaves the editor.
function tab(view) {
  const { main } = view.state.selection;
  const before = view.state.sliceDoc(Math.max(0, main.from - 1), main.from);
  return main.empty && /[\w.]/.test(before) ? startCompletion(view) : indentMore(view);
}

// In `parent`, in a shadow of its own, where CodeMirror's styles are no <style> that the page's policy would forbid;
// `complete(text)` promises the names that continue the dotted name at the text's end.
export function edit(parent, text, label, complete, run) {
  async function source(context) {
    const found = context.matchBefore(/[A-Za-z_][\w.]*$/);
    if (!found || (!context.explicit && !found.text.includes(".")))
      return null;
    const matches = await complete(found.text);
    const from = found.from + found.text.lastIndexOf(".") + 1;
    const cut = found.text.lastIndexOf(".") + 1;
    return matches.length ? { from, options: matches.map(name => ({ label: name.slice(cut) })), validFor: /^\w*$/ } : null;
  }
  const root = parent.attachShadow({ mode: "open" });
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightSpecialChars(), indentOnInput(), bracketMatching(),
        closeBrackets(), indentUnit.of("    "), pythonLanguage, syntaxHighlighting(colours), theme,
        autocompletion({ override: [source] }), EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label }),
        keymap.of([
          { key: "Mod-Enter", run: () => (run(), true) }, { key: "Shift-Enter", run: () => (run(), true) },
          { key: "Tab", run: acceptCompletion }, { key: "Tab", run: tab, shift: indentLess },
          ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap,
        ]),
      ],
    }),
  });
  return {
    get text() { return view.state.doc.toString(); },
    set text(value) { view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } }); },
    focus() { view.focus(); },
  };
}
