import { OutboundError } from '@atrium/host/outbound/outbound-error';
import { expect, test } from 'vitest';
import { readGitError, toGitError } from './git-errors.ts';

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

test.each([
  [new OutboundError('UNREACHABLE'), 'UNREACHABLE', 'The git host cannot be reached.'],
  [
    new OutboundError('UNREACHABLE', { hostname: 'nowhere.example' }),
    'UNREACHABLE',
    'The git host nowhere.example cannot be found.',
  ],
  [
    new OutboundError('HOST_NOT_ALLOWED'),
    'ADDRESS_NOT_ALLOWED',
    'This git host is not allowed on this installation. Ask the operator to allow it.',
  ],
  [
    new OutboundError('PORT_NOT_ALLOWED', { port: 25 }),
    'ADDRESS_NOT_ALLOWED',
    'Port 25 is not allowed for git hosts.',
  ],
  [
    new OutboundError('LOOKUP_TIMEOUT'),
    'TIMEOUT',
    'The name of the git host could not be looked up in time. Please try again in a moment.',
  ],
  [
    new OutboundError('TOO_LARGE', { maxBytes: 1024 * 1024 }),
    'TOO_LARGE',
    'The git host sent more than 1 MB.',
  ],
  [
    new OutboundError('TOO_MANY_CONNECTIONS'),
    'DAMAGED',
    'The repository is damaged: objects are missing. "git fsck" names them.',
  ],
])('%s has a text about git', (error, failure, message) => {
  expect(toGitError(error)).toMatchObject({ failure, message });
});
