import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/*
 * The content security policy forbids style elements, which the editor uses by default. In a root without a head, it
 * uses an adopted style sheet, which the policy allows. The first editor of a document decides for all later ones, so
 * the first is created while the head is hidden.
 */
Object.defineProperty(document, 'head', { value: null, configurable: true });
new EditorView({}).destroy();
Reflect.deleteProperty(document, 'head');

/** Every line of every pane has this height: panes stay aligned by counting lines, never by measuring. */
export const LINE_HEIGHT_PX = 20;

/*
 * Colors are pairs of light and dark, chosen by `color-scheme` like those of the whole console. Each has a contrast of
 * at least 4.5:1 on the editor's background and on the backgrounds of changed lines and words.
 */
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'light-dark(#7a1f7d, #e3a7e6)' },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'light-dark(#1b5e20, #a5d6a0)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'light-dark(#8a3b00, #f0b48a)' },
  {
    tag: [tags.comment, tags.lineComment, tags.blockComment],
    color: 'light-dark(#535c57, #bcc6bf)',
    fontStyle: 'italic',
  },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName)],
    color: 'light-dark(#0b4f8a, #9cc9f5)',
  },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'light-dark(#174a63, #a9d3e6)' },
  { tag: [tags.invalid], color: 'light-dark(#a3261c, #ff9c8f)', textDecoration: 'underline wavy' },
]);

const look = EditorView.theme({
  '&': {
    backgroundColor: 'var(--atrium-surface)',
    color: 'var(--atrium-ink)',
    fontSize: '0.875rem',
  },
  // CodeMirror lays its search bar above dialogs and menus of the page; it belongs above the label of a pane only.
  '.cm-panels': { zIndex: '25' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: `${LINE_HEIGHT_PX}px` },
  '.cm-content': { padding: '0' },
  '.cm-line': { padding: '0 8px' },
  '.cm-gutters': {
    backgroundColor: 'var(--atrium-sunken)',
    color: 'var(--atrium-ink-soft)',
    borderRight: '1px solid var(--atrium-line)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--atrium-ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground, ::selection': {
    backgroundColor: 'light-dark(#b9d6f2, #2f4f6f) !important',
  },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'light-dark(#fdeceb, #38201d)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'light-dark(#e6f4e9, #19301f)' },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'light-dark(#f7c9c4, #6b2e27)',
  },
  '&.cm-merge-b .cm-changedText': { background: 'light-dark(#b7e2c0, #27552f)' },
  '&.cm-merge-a .cm-changedLineGutter': { background: 'var(--atrium-danger)' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--atrium-ok)' },
});

/** Look of code in every viewer and editor. */
export const codeTheme = [look, syntaxHighlighting(colours)];
