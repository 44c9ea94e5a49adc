import { expect, test } from 'vitest';
import { commandOf } from './merge-keys.ts';

const press = (key: string) =>
  ({ key, altKey: true, ctrlKey: false, metaKey: false, shiftKey: false }) as KeyboardEvent;

test.each([
  ['ArrowLeft', 'local'],
  ['ArrowRight', 'remote'],
])('Alt and %s decides, but on a Mac it goes on by a word in text', (key, command) => {
  const of = (isTyping: boolean, isMac: boolean) => commandOf(press(key), { isTyping, isMac });
  expect(of(true, false)).toBe(command);
  expect(of(false, true)).toBe(command);
  expect(of(true, true)).toBeUndefined();
});
