import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccessKey } from '@atrium/contract/access-keys/access-key';
import { UnauthenticatedError } from '@atrium/host/errors';
import { expect, onTestFinished, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startScriptedService } from '../../test/scripted-service.ts';
import { startTestApp } from '../../test/support.ts';
import { createAdministrator } from '../accounts/people/administrator.ts';
import { systemClock } from '../clock.ts';
import { readKeyFile } from './key-file.ts';
import { readCommand, sentenceOf } from './run-command.ts';
import { serviceCommands } from './service.commands.ts';

test('a service is registered with its key, which is exchanged by registering it again', async () => {
  await using server = await startTestApp({ clock: systemClock });
  const { accessKeys, machineKeys, services } = server.context;
  await using service = await startScriptedService('shop', {});
  await using other = await startScriptedService('shop', {});
  const folder = await mkdtemp(join(tmpdir(), 'atrium-service-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const run = async (...words: string[]) => {
    try {
      const { command, operands, options } = readCommand(serviceCommands, ['service', ...words]);
      if (!('run' in command)) throw new Error('it is carried out here');
      return await command.run(server.context, operands, options);
    } catch (error) {
      return `! ${sentenceOf(error)}`;
    }
  };
  const makeKey = async (name: string) => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const file = join(folder, `${name}.pub`);
    await writeFile(file, publicKey.export({ type: 'spki', format: 'pem' }));
    await writeFile(join(folder, name), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const signIn = async () => {
      const sign = await readKeyFile('service-shop', join(folder, name));
      return accessKeys.verify('service-shop', await sign());
    };
    return { file, signIn };
  };
  const first = await makeKey('first');
  const second = await makeKey('second');
  const signedIn = { service: { serviceId: 'shop', accessKeyId: 'service-shop' } };

  expect(await run('register', service.address, '--key', first.file)).toMatch(/is part of the platform\.$/);
  expect(await first.signIn()).toEqual(signedIn);
  expect(await run('register', service.address, '--key', second.file)).toMatch(/is part of the platform\.$/);
  expect(await second.signIn()).toEqual(signedIn);
  await expect(first.signIn()).rejects.toThrow(UnauthenticatedError);
  await run('register', service.address);
  expect(await second.signIn()).toEqual(signedIn);

  // With a key that is none the service stays where it is, too.
  const none = ['register', other.address, '--replace', '--key', join(folder, 'first')];
  expect(await run(...none)).toMatch(/^! This is a private key\./);
  expect((await services.get('shop')).address).toBe(service.address);
  expect(await second.signIn()).toEqual(signedIn);

  await run('remove', 'shop');
  await expect(second.signIn()).rejects.toThrow(UnauthenticatedError);
  const admin = await buildUser(server.context, { isAdmin: true });
  const { publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await server.call(createAccessKey, { body: { id: 'service-shop', key } }, { as: admin });
  expect(await run('register', service.address, '--key', first.file)).toBe(
    '! An access key "service-shop" already exists.',
  );
  expect(await machineKeys.get('service-shop')).toMatchObject({ userId: admin.userId });
});

test('what the operator does to services is in the log of the platform’s own domain', async () => {
  await using server = await startTestApp();
  const { accounts, auditSearch, machineKeys, services } = server.context;
  await using service = await startScriptedService('shop', {});
  await using other = await startScriptedService('shop', {});
  const grace = { username: 'grace', password: 'password of grace' };
  await createAdministrator(server.context.db, { ...server.context, passwords: accounts.passwords }, grace);
  const { publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await services.register(service.address, { publicKey: key });
  const { fingerprint } = await machineKeys.get('service-shop');
  await services.register(other.address, { isReplacement: true, isTrusted: true });
  await services.delete('shop');
  const { content } = await auditSearch.list({ what: 'service', size: 10 });
  const before = { address: service.address, isTrusted: false };
  const after = { address: other.address, isTrusted: true };
  expect(content).toMatchObject([
    { action: 'service.remove', message: 'The operator removed the service shop', before: after },
    { action: 'service.register', message: 'The operator registered the service shop', before, after },
    { action: 'service.register', domain: 'atrium', user: '', after: { ...before, fingerprint } },
  ]);
});
