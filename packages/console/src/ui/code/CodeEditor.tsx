import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { unifiedMergeView } from '@codemirror/merge';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { languageOf } from './code-language.ts';
import { codeTheme } from './code-theme.ts';
import { keepLineEnds, replaceText, textOf, toDocument } from './kept-line-ends.ts';

interface CodeEditorProps {
  /** Accessible name of the text. */
  label: string;
  /** File name; its extension selects the language. */
  name: string;
  text: string;
  /** Read-only if omitted. */
  onChange?: ((text: string) => void) | undefined;
  /** Highlights differences from this text. */
  original?: string | undefined;
  /** Brought into view and selected; from 1. */
  line?: number | undefined;
}

/** Text editor with line numbers and syntax colors. The Tab key leaves it, like any other field. */
export function CodeEditor({ label, name, text, onChange, original, line }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const isEditable = onChange !== undefined;
  const tellChange = useEffectEvent((next: string) => onChange?.(next));
  const initialText = useEffectEvent(() => text);

  useEffect(() => {
    const parent = host.current;
    if (!parent) return undefined;
    const editing: Extension = isEditable
      ? [history(), bracketMatching(), indentOnInput(), keymap.of(historyKeymap)]
      : [EditorState.readOnly.of(true), EditorView.editable.of(false)];
    const first = initialText();
    const made = new EditorView({
      parent,
      doc: toDocument(first),
      extensions: [
        keepLineEnds(first),
        lineNumbers(),
        highlightSpecialChars(),
        drawSelection(),
        codeTheme,
        languageOf(name),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) tellChange(textOf(state));
        }),
        original === undefined
          ? []
          : unifiedMergeView({ original: toDocument(original), mergeControls: false }),
        search({ top: true }),
        keymap.of([...searchKeymap, ...defaultKeymap]),
        editing,
      ],
    });
    view.current = made;
    return () => made.destroy();
  }, [label, name, isEditable, original]);

  // Text from outside replaces the document; typed text is already in it.
  useEffect(() => {
    const current = view.current;
    if (!current || textOf(current.state) === text) return;
    current.dispatch(replaceText(current.state, text));
  }, [text]);

  // Select when the line or the editor changes, not on each keystroke: the next key would replace the selection.
  useEffect(() => {
    const current = view.current;
    if (!current || line === undefined || line > current.state.doc.lines) return;
    const { from, to } = current.state.doc.line(line);
    current.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
  }, [line, isEditable]);

  return (
    <div ref={host} className="max-h-[32rem] min-h-80 overflow-auto rounded-control border border-line" />
  );
}
