import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  GutterMarker,
  gutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { blockField } from './block-field.ts';
import { languageOf } from './code-language.ts';
import { codeTheme } from './code-theme.ts';
import { foldTheme } from './fold-theme.ts';
import { mergeTheme } from './merge-theme.ts';
import { type Pane, paneHeadingId } from './pane-region.ts';

interface PaneParts {
  readonly pane: Pane;
  readonly text: Text;
  readonly name: string;
  readonly isEditable: boolean;
  readonly extensions: Extension;
  /** Tells whether a line (from 0) may be taken by itself. */
  readonly isLineOffered?: (line: number) => boolean;
}

/** What one pane of the dialog holds. Lines end with `\n` only, never wrap, and all have the same height. */
export function createPaneState(parts: PaneParts): EditorState {
  const { pane, text, name, isEditable, extensions } = parts;
  return EditorState.create({
    doc: text,
    extensions: [
      EditorState.lineSeparator.of('\n'),
      lineNumbers(),
      parts.isLineOffered ? lineButtons(parts.isLineOffered, pane) : [],
      highlightSpecialChars(),
      drawSelection(),
      codeTheme,
      mergeTheme,
      foldTheme,
      languageOf(name),
      blockField,
      EditorView.contentAttributes.of({
        'aria-labelledby': paneHeadingId(pane),
        'data-pane': pane,
        ...(!isEditable && { tabindex: '0', 'aria-readonly': 'true' }),
      }),
      isEditable
        ? [
            history(),
            bracketMatching(),
            indentOnInput(),
            keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          ]
        : [EditorState.readOnly.of(true), EditorView.editable.of(false), keymap.of(defaultKeymap)],
      search({ top: true }),
      keymap.of(searchKeymap),
      extensions,
    ],
  });
}

class LineButton extends GutterMarker {
  readonly line: number;
  readonly pane: Pane;

  constructor(line: number, pane: Pane) {
    super();
    this.line = line;
    this.pane = pane;
  }

  override eq(other: LineButton): boolean {
    return other.line === this.line;
  }

  override toDOM(): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = this.pane === 'local' ? '▸' : '◂';
    button.title = `Take or leave line ${this.line + 1}`;
    button.setAttribute('aria-label', button.title);
    button.dataset.line = String(this.line);
    button.dataset.side = this.pane;
    // Thousands of stops for Tab would help nobody; the list view offers the same by keyboard.
    button.tabIndex = -1;
    return button;
  }
}

/** A small button beside each line of a region, to take that line alone. */
function lineButtons(isOffered: (line: number) => boolean, pane: Pane): Extension {
  return gutter({
    class: 'cm-take-line',
    lineMarker(view, block) {
      const line = view.state.doc.lineAt(block.from).number - 1;
      return isOffered(line) ? new LineButton(line, pane) : null;
    },
    lineMarkerChange: () => true,
  });
}
