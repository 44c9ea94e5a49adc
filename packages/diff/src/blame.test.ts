import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blameLines } from './blame.ts';

const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join('');

it('names the text that brought each line', () => {
  const first = text('a', 'b', 'c');
  const second = text('a', 'new', 'b', 'c');
  const third = text('a', 'new', 'b changed', 'c', 'end');
  expect(blameLines([third, second, first])).toEqual([2, 1, 0, 2, 0]);
  expect(blameLines([first])).toEqual([0, 0, 0]);
  expect(blameLines([''])).toEqual([]);
  expect(blameLines([])).toEqual([]);
});

it('counts a line that was taken out and came back as brought again', () => {
  expect(blameLines([text('a', 'b'), text('a'), text('a', 'b')])).toEqual([2, 0]);
});

it('finds the origin of every line, whatever was put in and taken out', () => {
  const edit = fc.record({ from: fc.nat(40), removed: fc.nat(5), added: fc.nat(5) });
  fc.assert(
    fc.property(fc.nat(30), fc.array(edit, { maxLength: 12 }), (length, edits) => {
      // Every line is there once, so that its origin is beyond doubt.
      let count = 0;
      const made = (by: number, many: number) =>
        Array.from({ length: many }, () => ({ by, text: `line ${count++}` }));
      let lines = made(0, length);
      const texts = [lines];
      for (const [index, { from, removed, added }] of edits.entries()) {
        const at = Math.min(from, lines.length);
        lines = lines.toSpliced(at, removed, ...made(index + 1, added));
        texts.unshift(lines);
      }
      const origins = blameLines(texts.map((one) => text(...one.map((line) => line.text))));
      expect(origins).toEqual(lines.map(({ by }) => edits.length - by));
    }),
  );
});
