import { describe, expect, test } from 'vitest';
import { readGitAddress } from './git-address.ts';

describe('the address that a person types', () => {
  test.each([
    'ext::sh -c "touch /tmp/x"',
    'file:///etc',
    'ssh://git@example.com/x.git',
    'git@example.com:x.git',
    'git://example.com/x.git',
    '/srv/git/x.git',
    './x.git',
    '--upload-pack=touch /tmp/x',
    '-oProxyCommand=x',
    'https://user:password@example.com/x.git',
    'https://example.com/x.git?a=b',
    'https://example.com/x.git#a',
    'https://example.com/a\nb',
    'https:example.com/x',
    'https://',
    '',
  ])('%j is refused', (text) => {
    expect(() => readGitAddress(text)).toThrowError(/\bURL\b/);
  });

  test('names what is wrong with a port', () => {
    expect(() => readGitAddress('https://git.example:99999/x.git')).toThrowError(
      'The port of the URL can be at most 65535, not 99999.',
    );
  });

  test('is read in one spelling, and numbers are no way around the guard', () => {
    expect(readGitAddress(' https://Example.COM:443/a/../b.git ').url).toBe('https://example.com/b.git');
    expect(readGitAddress('http://2130706433/x').host).toBe('127.0.0.1');
    expect(readGitAddress('http://0x7f.1/x').host).toBe('127.0.0.1');
  });
});
