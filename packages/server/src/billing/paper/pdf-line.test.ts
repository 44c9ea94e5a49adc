import { expect, test } from 'vitest';
import { toLines, toRuns } from './pdf-line.ts';

const fontOf = (character: string) => (/\p{Script=Thai}/u.test(character) ? 'thai' : undefined);
const base = undefined;

test.each([
  ['plain text', [['plain text', base]]],
  [
    'บริษัท Ada',
    [
      ['บริษัท', 'thai'],
      [' Ada', base],
    ],
  ],
  // Right to left: what is read last comes first. Letters are turned when they are shaped, other marks here.
  [
    'רחוב 12',
    [
      ['12', base],
      ['רחוב ', base],
    ],
  ],
  [
    'Ada (דבר) 7',
    [
      ['Ada (', base],
      ['דבר', base],
      [') ', base],
      ['7', base],
    ],
  ],
  [
    'א ไทย',
    [
      ['ไทย', 'thai'],
      ['א ', base],
    ],
  ],
  ['left\u200eright', [['leftright', base]]],
])('%s stands as its runs', (line, runs) => {
  expect(toRuns(line, fontOf).map(({ text, font }) => [text, font])).toEqual(runs);
});

test('lines break between words, within one that is too long, and before no mark', () => {
  const lines = (text: string, width: number) => toLines(text, width, (line) => line.length);
  expect(lines('one  two, three', 8)).toEqual(['one two,', 'three']);
  expect(lines('one abcdefghij', 4)).toEqual(['one', 'abcd', 'efgh', 'ij']);
  expect(lines('北京星云科技', 4)).toEqual(['北京星云', '科技']);
  expect(lines('short', 20)).toEqual(['short']);
  expect(lines('', 20)).toEqual(['']);
});
