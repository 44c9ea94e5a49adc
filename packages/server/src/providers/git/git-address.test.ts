import { describe, expect, test } from 'vitest';
import { readGitAddress, readSshAddress } from './git-address.ts';

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

  test.each(['ssh://git@example.com/x.git', 'git@example.com:x.git'])('%j leads to a deploy key', (text) => {
    expect(() => readGitAddress(text)).toThrowError(/ssh needs a connection with a deploy key/);
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

describe('the address for a deploy key', () => {
  test.each([
    ['git@Git.Example.com:shop/config.git', 'git@git.example.com:shop/config.git', 'git.example.com', 22],
    ['git.example.com:shop/config.git', 'git@git.example.com:shop/config.git', 'git.example.com', 22],
    ['git@git.example.com:/srv/x.git', 'ssh://git@git.example.com/srv/x.git', 'git.example.com', 22],
    ['ssh://git@git.example.com:22/x.git', 'ssh://git@git.example.com/x.git', 'git.example.com', 22],
    ['SSH://ada@git.example.com:2222/x.git', 'ssh://ada@git.example.com:2222/x.git', 'git.example.com', 2222],
    ['git@2130706433:x.git', 'git@127.0.0.1:x.git', '127.0.0.1', 22],
    ['ssh://git@0x7f.1/x.git', 'ssh://git@127.0.0.1/x.git', '127.0.0.1', 22],
    ['ssh://git@[::1]:2222/x.git', 'ssh://git@[::1]:2222/x.git', '[::1]', 2222],
  ])('%j is read in one spelling', (text, url, host, port) => {
    expect(readSshAddress(text)).toEqual({ url, host, port });
    expect(readSshAddress(url)).toEqual({ url, host, port });
  });

  test.each([
    'ssh://-oProxyCommand=touch/x',
    'ssh://-x',
    'ssh://git@-oProxyCommand=x/y',
    '-oProxyCommand=x:y',
    'git@-oProxyCommand=x:y',
    '-git@host:x.git',
    'git@host:-x',
    'git@host:$(touch x)',
    'git@host:`touch x`',
    "git@host:x'y",
    'git@host:../x.git',
    'ssh://git@host/a/../x.git',
    'ssh://git:secret@host/x.git',
    'ssh://git@host:0/x.git',
    'ssh://git@host:99999/x.git',
    'ssh://git@host/',
    'ssh://git@host/x%0a.git',
    'ssh://git@host/x.git?a=b',
    'git@host:x y',
    'git@host:x\ny',
    'https://git.example.com/x.git',
    'file:///etc',
    'ext::sh -c x',
    '/srv/git/x.git',
    '',
  ])('%j is refused', (text) => {
    expect(() => readSshAddress(text)).toThrowError(/\bURL\b/);
  });
});
