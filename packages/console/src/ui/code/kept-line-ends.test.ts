import { history, undo } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keepLineEnds, replaceText, textOf, toDocument } from './kept-line-ends.ts';

const edit = (text: string) =>
  EditorState.create({ doc: toDocument(text), extensions: [history(), keepLineEnds(text)] });

const part = fc.constantFrom('a', 'b ', '\n', '\r\n', '\r', '\u2028', '\uFEFF');
const mixedText = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''));

it('returns every text as it was', () => {
  fc.assert(
    fc.property(mixedText, (text) => {
      expect(textOf(edit(text))).toBe(text);
    }),
  );
});

it('changes nothing but what was typed, and undoes it', () => {
  fc.assert(
    fc.property(mixedText, fc.nat(), fc.nat(), fc.constantFrom('', 'x', 'x\ny'), (text, a, b, insert) => {
      const state = edit(text);
      const [from, to] = [a, b].map((at) => at % (state.doc.length + 1)).sort((x, y) => x - y) as [
        number,
        number,
      ];
      const changed = state.update({ changes: { from, to, insert: toDocument(insert) } }).state;
      const before = textOf(edit(text).update({ changes: { from, to: state.doc.length } }).state);
      const after = textOf(edit(text).update({ changes: { from: 0, to } }).state);
      expect(text.startsWith(before) && text.endsWith(after)).toBe(true);
      const typed = textOf(changed).slice(before.length, textOf(changed).length - after.length);
      expect(textOf(changed)).toBe(before + typed + after);
      expect(typed.replaceAll(/\r\n?/g, '\n')).toBe(insert);
      let undone = changed;
      undo({
        state: changed,
        dispatch: (transaction) => {
          undone = transaction.state;
        },
      });
      expect(textOf(undone)).toBe(text);
    }),
  );
});

it('ends typed lines as most lines end', () => {
  const state = edit('one\r\ntwo\r\n');
  expect(textOf(state.update({ changes: { from: 3, insert: toDocument('\nnew') } }).state)).toBe(
    'one\r\nnew\r\ntwo\r\n',
  );
});

it('takes a text from outside with its line ends', () => {
  const state = edit('one\n');
  expect(textOf(state.update(replaceText(state, 'a\rb\r\n')).state)).toBe('a\rb\r\n');
});
