import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CARD_TEXT_LENGTH, truncateText } from './truncate-text.ts';

it('leaves a text of the allowed length as it is', () => {
  const text = 'a'.repeat(CARD_TEXT_LENGTH);
  expect(truncateText(text)).toBe(text);
});

it.each([
  ['one two three', 9, 'one two…'],
  ['one two three', 7, 'one two…'],
  ['one two, three', 9, 'one two…'],
  ['unbreakable', 5, 'unbre…'],
  ['  padded  ', 6, 'padded'],
])('%j at %i is %j', (text, length, cut) => expect(truncateText(text, length)).toBe(cut));

it('never is longer than the limit and its ellipsis, and never cuts a word it could leave out', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 60 }), (words) => {
      const text = words.join(' ');
      const cut = truncateText(text);
      expect(cut.length).toBeLessThanOrEqual(CARD_TEXT_LENGTH + 1);
      if (cut === text) return;
      expect(cut.endsWith('…')).toBe(true);
      expect(words.join(' ').startsWith(`${cut.slice(0, -1)} `)).toBe(true);
    }),
  );
});
