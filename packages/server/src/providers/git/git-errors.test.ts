import { expect, test } from 'vitest';
import { readGitError } from './git-errors.ts';

test.each([
  [
    "unable to access 'https://git:hunter22@hub.example/o/r.git/'",
    ['hunter22'],
    "'https://hub.example/o/r.git/'",
  ],
  // A short one hides no parts of other words, and is itself hidden.
  ['cannot merge: main is remaining, not "main"', ['main'], 'cannot merge: … is remaining, not "…"'],
  ['key a+b, a%2Bb and xa+b of a+bc', ['a+b'], 'key …, … and xa+b of a+bc'],
  ['it says pass!x and !x', ['!x'], 'it says pass… and …'],
  ['with hunter22hunter22', ['hunter22'], 'with ……'],
  ['none', [''], 'none'],
])('%s hides %j', (said, secrets, shown) => {
  expect(readGitError(`fatal: ${said}`, secrets).message).toContain(shown);
});

test('a secret is hidden before the text is cut', () => {
  const { message } = readGitError(`fatal: ${'x'.repeat(285)} hunter22`, ['hunter22']);
  expect(message).not.toContain('hunt');
});

test.each(['the remote end hung up unexpectedly', 'early EOF'])('%s is told in words', (said) => {
  expect(readGitError(`fatal: ${said}`, []).message).toBe(
    'The git host closed the connection before it had sent everything. Please try again.',
  );
});
