import { describe, expect, test } from 'vitest';
import { createAddressGuard } from './address-guard.ts';

const names: Record<string, string[]> = {
  'public.example': ['93.184.215.14'],
  'private.example': ['10.1.2.3'],
  'empty.example': [],
  localhost: ['127.0.0.1'],
  'shop.localhost': ['127.0.0.1'],
  'mixed.example': ['93.184.215.14', '192.168.0.1'],
};
const resolveHost = async (name: string) => names[name] ?? Promise.reject(new Error('not found'));
const guard = createAddressGuard({ allowPrivate: false, resolveHost });

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
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b:1::a00:1]',
    '[2001::1]',
    '[fec0::1]',
    '[fd00:ec2::254]',
    '[fe80::1%25eth0]',
    '[ff02::1]',
    '[3fff::1]',
    '192.0.0.1',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    // Other notations of 127.0.0.1 and 10.0.0.1.
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '0x7f000001',
    '012.0.0.1',
    'localhost',
    'shop.localhost',
  ])('refuses %s', async (host) => {
    await expect(guard.check(host, 443)).rejects.toMatchObject({ failure: 'ADDRESS_NOT_ALLOWED' });
  });

  test('lets public addresses through, but not to ports of other protocols', async () => {
    expect(await guard.check('public.example', 443)).toEqual({ address: '93.184.215.14', isPublic: true });
    expect(await guard.check('[2606:2800:220:1::1]', 8443)).toMatchObject({ isPublic: true });
    await expect(guard.check('public.example', 25)).rejects.toMatchObject({
      failure: 'PORT_NOT_ALLOWED',
      port: 25,
    });
  });

  test('lets no other host through where the operator has named some', async () => {
    const asked: string[] = [];
    const named = createAddressGuard({
      allowPrivate: false,
      hosts: ['public.example', '127.0.0.1'],
      resolveHost: async (name) => {
        asked.push(name);
        return ['93.184.215.14'];
      },
    });
    expect(await named.check('Public.Example', 443)).toMatchObject({ isPublic: true });
    for (const host of ['other.example', 'sub.public.example', 'public.example.evil', '93.184.215.14']) {
      await expect(named.check(host, 443)).rejects.toMatchObject({ failure: 'HOST_NOT_ALLOWED' });
    }
    // Naming a host makes no private address public, and what is refused is not even looked up.
    await expect(named.check('127.0.0.1', 443)).rejects.toMatchObject({ failure: 'ADDRESS_NOT_ALLOWED' });
    expect(asked).toEqual(['Public.Example']);
  });

  test('returns addresses in the notation that it has checked', async () => {
    const open = createAddressGuard({ allowPrivate: true, resolveHost });
    for (const host of ['127.1', '0x7f.1', '0177.0.0.1', '2130706433'])
      expect(await open.check(host, 8080), host).toEqual({ address: '127.0.0.1', isPublic: false });
    expect(await guard.check('0x8080808', 443)).toEqual({ address: '8.8.8.8', isPublic: true });
  });

  test('refuses a name whose lookup returns no valid address', async () => {
    const odd = createAddressGuard({ allowPrivate: false, resolveHost: async () => ['not an address'] });
    await expect(odd.check('odd.example', 443)).rejects.toMatchObject({ failure: 'UNREACHABLE' });
  });

  test('looks a name up anew for each connection', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1']];
    const changing = createAddressGuard({
      allowPrivate: false,
      resolveHost: async () => answers.shift() ?? [],
    });
    expect(await changing.check('rebind.example', 443)).toMatchObject({ address: '93.184.215.14' });
    await expect(changing.check('rebind.example', 443)).rejects.toMatchObject({ failure: 'UNREACHABLE' });
  });

  test('does not tell which names there are in the private network', async () => {
    const said = { failure: 'UNREACHABLE', hostname: undefined };
    for (const name of [
      'nowhere.example',
      'private.example',
      'mixed.example',
      'empty.example',
      'localhost.',
    ]) {
      await expect(guard.check(name, 443), name).rejects.toMatchObject(said);
      await expect(guard.check(name, 25), name).rejects.toMatchObject({
        failure: 'PORT_NOT_ALLOWED',
        hostname: undefined,
      });
    }
  });

  test('names a host that cannot be found where the operator allows private addresses', async () => {
    const open = createAddressGuard({ allowPrivate: true, resolveHost });
    await expect(open.check('nowhere.example', 443)).rejects.toMatchObject({
      failure: 'UNREACHABLE',
      hostname: 'nowhere.example',
    });
    expect(await open.check('private.example', 25)).toMatchObject({ isPublic: false });
  });
});
