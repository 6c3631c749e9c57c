// The query editor: CodeMirror laid over a <textarea> that the server rendered.
//
// The textarea stays the truth. What is typed is written to its value and announced with an `input` event; who changes its value from
// outside dispatches `inquest:set` on it, and the editor follows. Without this file the form works as it is.

import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  completionStatus,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, syntaxHighlighting, syntaxTree } from "@codemirror/language";
import { linter, lintKeymap } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { PromQLExtension } from "@prometheus-io/codemirror-promql";

import { completionClient } from "./completion.js";
import { highlighting, look } from "./look.js";

/**
 * Lays the editor over `textarea`, which names its language in `data-language` (promql, json, lucene, esql, text) and, for promql,
 * the address of the completion routes in `data-help`.
 * @param {HTMLTextAreaElement} textarea
 * @returns {{ destroy(): void }} `destroy` puts the bare textarea back, with what was typed.
 */
export function enhance(textarea) {
  const host = document.createElement("div");
  host.className = "cm-host";
  const status = document.createElement("p");
  status.className = "meta cm-status";
  status.setAttribute("role", "status");

  const language = languageOf(textarea, (sentence) => (status.textContent = sentence));
  const view = new EditorView({
    parent: host,
    state: EditorState.create({ doc: textarea.value, extensions: [language.extension, ...common(textarea)] }),
  });

  const required = textarea.required;
  const follow = () => {
    if (textarea.value === view.state.doc.toString()) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: textarea.value } });
  };
  const focus = () => view.focus();
  const labels = [...textarea.labels];
  textarea.addEventListener("inquest:set", follow);
  for (const label of labels) label.addEventListener("click", focus);
  // A browser can't point at a required field that is hidden, and would refuse to send the form without a word.
  textarea.required = false;
  textarea.hidden = true;
  textarea.after(host, status);

  return {
    destroy() {
      textarea.removeEventListener("inquest:set", follow);
      for (const label of labels) label.removeEventListener("click", focus);
      language.destroy();
      view.destroy();
      host.remove();
      status.remove();
      textarea.hidden = false;
      textarea.required = required;
    },
  };
}

/** What every language shares. */
function common(textarea) {
  const send = () => {
    textarea.form?.requestSubmit();
    return true;
  };
  // While the list is open Tab accepts, or does nothing in the moment in which the list still ignores keys; otherwise it leaves the
  // field, as it leaves any other.
  const complete = (view) => acceptCompletion(view) || completionStatus(view.state) === "active";
  const write = EditorView.updateListener.of((update) => {
    if (!update.docChanged) return;
    const text = update.state.doc.toString();
    if (textarea.value === text) return; // It came from the textarea.
    textarea.value = text;
    textarea.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return [
    EditorView.cspNonce.of(nonce()),
    EditorView.contentAttributes.of(attributesOf(textarea)),
    EditorState.readOnly.of(textarea.readOnly || textarea.disabled),
    EditorView.lineWrapping,
    lineNumbers(),
    history(),
    drawSelection(),
    highlightSpecialChars(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ icons: false }),
    placeholder(textarea.placeholder),
    syntaxHighlighting(highlighting),
    look,
    write,
    keymap.of([
      { key: "Ctrl-Enter", mac: "Cmd-Enter", run: send },
      { key: "Tab", run: complete },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...historyKeymap,
      ...lintKeymap,
      ...defaultKeymap,
    ]),
  ];
}

function languageOf(textarea, report) {
  switch (textarea.dataset.language) {
    case "promql": {
      const promql = new PromQLExtension();
      const address = textarea.dataset.help;
      if (address) promql.setComplete({ remote: completionClient(address, report) });
      return { extension: promql.asExtension(), destroy: () => promql.destroy() };
    }
    case "json":
      return { extension: [json(), linter(findJsonMistake)], destroy() {} };
    default:
      return { extension: [], destroy() {} };
  }
}

/** The first mistake in a JSON text. The browser judges; the syntax tree says where, which the browser's message often does not. */
function findJsonMistake({ state }) {
  const text = state.doc.toString();
  if (text.trim() === "") return []; // Nothing typed yet is not a mistake.
  try {
    JSON.parse(text);
    return [];
  } catch {
    let from = text.trimEnd().length - 1;
    syntaxTree(state).iterate({ enter: (node) => void (node.type.isError && (from = Math.min(from, node.from))) });
    return [{ from, to: from + 1, severity: "error", message: "This is not valid JSON from here on." }];
  }
}

/** The accessible name and description of the textarea, for the element that takes its place. */
function attributesOf(textarea) {
  const label = textarea.getAttribute("aria-label") ?? [...textarea.labels].map((label) => label.textContent.trim()).join(" ");
  const attributes = { "aria-label": label, spellcheck: "false" };
  const description = textarea.getAttribute("aria-describedby");
  if (description) attributes["aria-describedby"] = description;
  if (textarea.required) attributes["aria-required"] = "true";
  return attributes;
}

/** The page's nonce, without which the policy refuses the editor's own style rules. */
function nonce() {
  const bearer = document.querySelector("meta[property='csp-nonce']") ?? document.querySelector("script[nonce]");
  return bearer?.nonce ?? "";
}
