import { invertedEffects } from '@codemirror/commands';
import {
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  Text,
  type Transaction,
} from '@codemirror/state';

const LINE_END = /\r\n?|\n/;

/** The line ends of a text, in order. */
type LineEnds = readonly string[];

const putBack = StateEffect.define<LineEnds>();

/**
 * Line ends of the text, kept in the state because the editor's document has none. An edit changes no other line's
 * end, and an undo restores removed ones. New lines use the most frequent line end.
 */
const lineEnds = StateField.define<LineEnds>({
  create: () => [],
  update(ends, transaction) {
    if (!transaction.docChanged) return ends;
    const kept = transaction.effects.filter((effect) => effect.is(putBack)).at(-1)?.value;
    if (kept?.length === transaction.newDoc.lines - 1) return kept;
    return changedEnds(ends, transaction);
  },
});

/** Extension that `textOf` needs to restore line ends. */
export function keepLineEnds(text: string): Extension {
  return [
    lineEnds.init(() => text.match(new RegExp(LINE_END, 'g')) ?? []),
    invertedEffects.of(({ startState, state }) => {
      const before = startState.field(lineEnds);
      return before === state.field(lineEnds) ? [] : [putBack.of(before)];
    }),
  ];
}

export const toDocument = (text: string) => Text.of(text.split(LINE_END));

/** The text of the document with its line ends. */
export function textOf(state: EditorState): string {
  const ends = state.field(lineEnds);
  const parts: string[] = [];
  let index = 0;
  for (const line of state.doc.iterLines()) parts.push(line, ends[index++] ?? '');
  return parts.join('');
}

/** A change that makes a text of the document and its line ends. */
export function replaceText(state: EditorState, text: string) {
  return {
    changes: { from: 0, to: state.doc.length, insert: toDocument(text) },
    effects: putBack.of(text.match(new RegExp(LINE_END, 'g')) ?? []),
  };
}

function changedEnds(ends: LineEnds, { startState: { doc }, changes }: Transaction): LineEnds {
  let next: string[] | undefined;
  let moved = 0;
  changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
    const first = doc.lineAt(from).number - 1;
    const removed = doc.lineAt(to).number - 1 - first;
    const added = inserted.lines - 1;
    if (removed === 0 && added === 0) return;
    next ??= [...ends];
    next.splice(first + moved, removed, ...Array<string>(added).fill(mostUsed(ends)));
    moved += added - removed;
  });
  return next ?? ends;
}

function mostUsed(ends: LineEnds): string {
  let most = '\n';
  let count = 0;
  for (const end of ['\n', '\r\n', '\r']) {
    const used = ends.filter((one) => one === end).length;
    if (used > count) [most, count] = [end, used];
  }
  return most;
}
