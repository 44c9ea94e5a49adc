import { afterEach, expect, it } from 'vitest';
import { forgetKeptTexts, keepText, readKeptText } from './kept-text.ts';

afterEach(() => {
  sessionStorage.clear();
  forgetKeptTexts();
});

function fillStorage() {
  for (let size = 2 ** 22, count = 0; size >= 64; count++) {
    try {
      sessionStorage.setItem(`fill/${count}`, 'x'.repeat(size));
    } catch {
      size /= 2;
    }
  }
}

it('has the newest text also when there was no room for it, and not the one that was stored before', () => {
  const long = 'second '.repeat(100);
  keepText('ada/a', 'first');
  fillStorage();
  keepText('ada/a', long);
  keepText('bob/a', long);
  expect([readKeptText('ada/a'), readKeptText('bob/a')]).toEqual([long, long]);

  forgetKeptTexts('ada/');
  expect([readKeptText('ada/a'), readKeptText('bob/a')]).toEqual([long, null]);
  keepText('ada/a', null);
  expect(readKeptText('ada/a')).toBeNull();
});
