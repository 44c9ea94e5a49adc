import { getDomainConfig } from '@atrium/contract/accounts/domain-config';
import { searchLog } from '@atrium/contract/audit/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { createFirstAdministrator } from '../people/administrator.ts';
import { changeDomainSettings } from './domain-settings.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const ask = async (host: string) =>
  (await server.request(getDomainConfig, {}, { headers: { 'x-window-host': host } })).json();

test('a domain is found by the host name of the window, and an unknown host gets the default one', async () => {
  const { context } = server;
  const { clock, random } = context;
  expect(await ask('anything.example')).toEqual({ domain: 'Atrium', defaultPath: '/console/' });
  await createFirstAdministrator(context.db, { clock, random, passwords: context.accounts.passwords });
  await context.db
    .insertInto('domains')
    .values({
      id: random.id(),
      name: 'acme',
      hostName: 'Console.Acme.example',
      defaultPath: '/console/usage',
      createdOn: clock.now(),
    })
    .execute();
  const acme = { domain: 'acme', defaultPath: '/console/usage' };
  expect(await ask('console.acme.example')).toEqual(acme);
  expect(await ask('CONSOLE.ACME.EXAMPLE:8443')).toEqual(acme);
  expect(await ask('elsewhere.example')).toMatchObject({ domain: 'atrium', defaultPath: '/console/' });
});

test('the operator sets the host name and the path of the domain of a user', async () => {
  const { context } = server;
  const change = (username: string, changes: Parameters<typeof changeDomainSettings>[3]) =>
    changeDomainSettings(context.db, context.audit, username, changes);
  const owner = await buildUser(context, { username: 'globex' });
  await buildUser(context, { username: 'initech' });
  await change('Globex', { hostName: 'globex.example', defaultPath: '/console/usage' });
  expect(await ask('globex.example')).toEqual({ domain: 'globex', defaultPath: '/console/usage' });
  await change('globex', { defaultPath: '/console/prices' });
  expect(await ask('globex.example')).toEqual({ domain: 'globex', defaultPath: '/console/prices' });

  await expect(change('initech', { hostName: 'GLOBEX.example' })).rejects.toThrow(
    'belongs to another domain',
  );
  await expect(change('nobody', {})).rejects.toThrow('There is no user "nobody".');
  for (const hostName of ['https://globex.example', 'globex.example:80', 'a b', '']) {
    await expect(change('initech', { hostName })).rejects.toThrow('is not a host name');
  }
  for (const defaultPath of ['//evil.example', 'https://evil.example', 'console', '/console/../..//x']) {
    await expect(change('initech', { defaultPath })).rejects.toThrow('is not a path of this host');
  }
  await change('globex', { hostName: null });
  expect(await ask('globex.example')).not.toMatchObject({ domain: 'globex' });

  const { logs } = await server.call(searchLog, { body: { startAt: 0 } }, { as: owner });
  expect(logs).toHaveLength(3);
  expect(logs).toContainEqual(
    expect.objectContaining({
      action: 'account.change-domain',
      user: '',
      before: { hostName: null, defaultPath: '/console/' },
      after: { hostName: 'globex.example', defaultPath: '/console/usage' },
    }),
  );
});
