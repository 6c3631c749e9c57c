// The look of the editor: only names of the style sheet's colours, so that both themes hold.

import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Colours and measures of the editor, its completion list and its messages. */
export const look = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--field)" },
  "&.cm-focused": { outline: "none" }, // The frame around the whole editor shows the focus.
  ".cm-scroller": { fontFamily: "var(--mono)", fontSize: ".84375rem", lineHeight: "1.65" },
  ".cm-content": { padding: ".55rem 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 .7rem" },
  ".cm-gutters": { color: "var(--ink-3)", backgroundColor: "transparent", borderRight: "var(--line)" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.2rem", padding: "0 .5rem 0 0" },
  ".cm-placeholder": { color: "var(--ink-3)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--accent-wash)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--paper-3)", outline: "1px solid var(--rule-2)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", outline: "1px solid var(--stop)" },
  ".cm-tooltip": { color: "var(--ink-2)", backgroundColor: "var(--paper)", border: "1px solid var(--rule-2)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: ".8125rem", maxHeight: "14rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: ".28rem .7rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    color: "var(--ink)",
    backgroundColor: "var(--accent-wash)",
    boxShadow: "inset 3px 0 0 var(--accent)",
  },
  ".cm-completionDetail": { color: "var(--ink-3)", fontFamily: "var(--sans)", fontSize: "var(--t-0)", fontStyle: "normal" },
  ".cm-tooltip.cm-completionInfo": { padding: ".6rem .8rem", fontFamily: "var(--sans)", fontSize: "var(--t-0)", maxWidth: "20rem" },
  ".cm-completionMatchedText": { fontWeight: "650", textDecoration: "none" },
  ".cm-diagnostic": { padding: ".3rem .7rem", fontFamily: "var(--sans)", fontSize: "var(--t-0)" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--stop)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warn)" },
  // Drawn by the text engine instead of a picture, so that it takes a colour of the theme.
  ".cm-lintRange-error, .cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy 1px",
    textUnderlineOffset: ".2em",
  },
  ".cm-lintRange-error": { textDecorationColor: "var(--stop)" },
  ".cm-lintRange-warning": { textDecorationColor: "var(--warn)" },
  ".cm-lintPoint-error:after": { borderBottomColor: "var(--stop)" },
  ".cm-lintPoint-warning:after": { borderBottomColor: "var(--warn)" },
  ".cm-panels": { color: "var(--ink)", backgroundColor: "var(--paper-2)", borderColor: "var(--rule)" },
  ".cm-panel.cm-panel-lint ul [aria-selected], .cm-panel.cm-panel-lint ul:focus [aria-selected]": {
    color: "var(--ink)",
    backgroundColor: "var(--accent-wash)",
  },
});

/** Few colours: a query is evidence, and evidence is mostly ink. */
export const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--accent)", fontWeight: "650" },
  { tag: [tags.function(tags.variableName), tags.function(tags.name)], color: "var(--accent)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--unk)" },
  { tag: [tags.labelName, tags.propertyName], color: "var(--warn)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--ink-3)", fontStyle: "italic" },
  { tag: tags.invalid, color: "var(--stop)" },
]);
