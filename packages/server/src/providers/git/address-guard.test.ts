import { describe, expect, test } from 'vitest';
import { createAddressGuard } from './address-guard.ts';
import { readGitAddress } from './git-address.ts';

const names: Record<string, string[]> = {
  'public.example': ['93.184.215.14'],
  'private.example': ['10.1.2.3'],
  'empty.example': [],
  localhost: ['127.0.0.1'],
  'mixed.example': ['93.184.215.14', '192.168.0.1'],
};
const resolveHost = async (name: string) => names[name] ?? Promise.reject(new Error('not found'));
const guard = createAddressGuard(false, resolveHost);

describe('the address guard', () => {
  test.each([
    '127.0.0.1',
    '127.1.2.3',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[fe80::1]',
    '[fc00::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:db8::1]',
    '[::127.0.0.1]',
    '[::a9fe:a9fe]',
    '[100:0:0:1::1]',
    '[4000::1]',
    '[e000::1]',
    '168.63.129.16',
    '[::ffff:168.63.129.16]',
    'localhost',
  ])('refuses %s', async (host) => {
    await expect(guard.check(host, 443)).rejects.toMatchObject({ failure: 'ADDRESS_NOT_ALLOWED' });
  });

  test('lets public addresses through, but not to ports of other protocols', async () => {
    expect(await guard.check('public.example', 443)).toEqual({ address: '93.184.215.14', isPublic: true });
    expect(await guard.check('[2606:2800:220:1::1]', 8443)).toMatchObject({ isPublic: true });
    await expect(guard.check('public.example', 25)).rejects.toMatchObject({ failure: 'ADDRESS_NOT_ALLOWED' });
  });

  test('lets no other host through where the operator has named some', async () => {
    const asked: string[] = [];
    const named = createAddressGuard(
      false,
      async (name) => {
        asked.push(name);
        return ['93.184.215.14'];
      },
      ['public.example', '127.0.0.1'],
    );
    expect(await named.check('Public.Example', 443)).toMatchObject({ isPublic: true });
    for (const host of ['other.example', 'sub.public.example', 'public.example.evil', '93.184.215.14']) {
      await expect(named.check(host, 443)).rejects.toMatchObject({
        failure: 'ADDRESS_NOT_ALLOWED',
        message: expect.stringContaining('not one of those'),
      });
    }
    // Naming a host makes no private address public, and what is refused is not even looked up.
    await expect(named.check('127.0.0.1', 443)).rejects.toMatchObject({ failure: 'ADDRESS_NOT_ALLOWED' });
    expect(asked).toEqual(['Public.Example']);
  });

  test('looks a name up anew for each connection', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1']];
    const changing = createAddressGuard(false, async () => answers.shift() ?? []);
    expect(await changing.check('rebind.example', 443)).toMatchObject({ address: '93.184.215.14' });
    await expect(changing.check('rebind.example', 443)).rejects.toMatchObject({ failure: 'UNREACHABLE' });
  });

  test('does not tell which names there are in the private network', async () => {
    const said = { failure: 'UNREACHABLE', message: 'The git host cannot be reached.' };
    for (const name of [
      'nowhere.example',
      'private.example',
      'mixed.example',
      'empty.example',
      'localhost.',
    ]) {
      await expect(guard.check(name, 443), name).rejects.toMatchObject(said);
      await expect(guard.check(name, 25), name).rejects.toThrow('Port 25 is not allowed for git hosts.');
    }
  });

  test('names a host that cannot be found where the operator allows private addresses', async () => {
    const open = createAddressGuard(true, resolveHost);
    await expect(open.check('nowhere.example', 443)).rejects.toThrow('nowhere.example cannot be found');
    expect(await open.check('private.example', 25)).toMatchObject({ isPublic: false });
  });
});

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
