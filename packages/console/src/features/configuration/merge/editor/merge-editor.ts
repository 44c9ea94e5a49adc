import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  toggleTabFocusMode,
} from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, type StateEffect, type Text } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { languageOf } from '../../../../ui/code/code-language.ts';
import { codeTheme } from '../../../../ui/code/code-theme.ts';
import { foldTheme } from '../../panes/fold-theme.ts';
import { editorKeysId, type Pane, type PaneRegion, paneHeadingId } from '../../panes/pane-region.ts';
import { blockField } from './block-field.ts';
import { lineButtons } from './line-buttons.ts';
import { mergeTheme } from './merge-theme.ts';

interface PaneParts {
  readonly pane: Pane;
  readonly text: Text;
  readonly name: string;
  readonly isEditable: boolean;
  readonly extensions: Extension;
  /** The region of a line (from 0) that may be included by itself. */
  readonly regionOfLine?: (line: number) => PaneRegion | undefined;
}

const wrapping = new Compartment();

/** Long lines wrap, or all lines have the same height. */
export function wrapLines(isWrapped: boolean): StateEffect<unknown> {
  const wrapped = [EditorView.lineWrapping, EditorView.editorAttributes.of({ class: 'cm-wraps' })];
  return wrapping.reconfigure(isWrapped ? wrapped : []);
}

/** Editor state of one pane. Lines end with `\n` only. */
export function createPaneState(parts: PaneParts): EditorState {
  const { pane, text, name, isEditable, extensions } = parts;
  return EditorState.create({
    doc: text,
    extensions: [
      EditorState.lineSeparator.of('\n'),
      lineNumbers(),
      parts.regionOfLine ? lineButtons(parts.regionOfLine, pane) : [],
      highlightSpecialChars(),
      drawSelection(),
      codeTheme,
      mergeTheme,
      foldTheme,
      languageOf(name),
      blockField,
      wrapping.of([]),
      EditorView.contentAttributes.of({
        'aria-labelledby': paneHeadingId(pane),
        'data-pane': pane,
        ...(isEditable ? { 'aria-describedby': editorKeysId } : { tabindex: '0', 'aria-readonly': 'true' }),
      }),
      isEditable
        ? [
            history(),
            bracketMatching(),
            indentOnInput(),
            // Text copied on Windows has CRLF; with the separator above, the CR would stay in the text.
            EditorView.clipboardInputFilter.of((pasted) => pasted.replaceAll('\r\n', '\n')),
            // CodeMirror has another key on a Mac; without this one Tab would never leave the text there.
            keymap.of([
              { key: 'Ctrl-m', run: toggleTabFocusMode },
              ...defaultKeymap,
              ...historyKeymap,
              indentWithTab,
            ]),
          ]
        : [EditorState.readOnly.of(true), EditorView.editable.of(false), keymap.of(defaultKeymap)],
      search({ top: true }),
      keymap.of(searchKeymap),
      extensions,
    ],
  });
}
