import { getDomainConfig } from '@atrium/contract/accounts/domain-config';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { createFirstAdministrator } from './administrators.service.ts';

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
      host_name: 'Console.Acme.example',
      default_path: '/console/usage',
      created_on: clock.now(),
    })
    .execute();
  const acme = { domain: 'acme', defaultPath: '/console/usage' };
  expect(await ask('console.acme.example')).toEqual(acme);
  expect(await ask('CONSOLE.ACME.EXAMPLE:8443')).toEqual(acme);
  expect(await ask('elsewhere.example')).toMatchObject({ domain: 'atrium', defaultPath: '/console/' });
});
