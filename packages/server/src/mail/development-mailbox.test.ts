import { getMailboxAccess, listDevelopmentMails } from '@atrium/contract/accounts/dev-mailbox';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp } from '../../test/support.ts';

test('on a loopback host the mailbox is open to this machine only', async () => {
  await using server = await startTestApp();
  const ask = async (headers: Record<string, string> = {}) =>
    (await server.request(listDevelopmentMails, {}, { headers })).statusCode;
  expect(await ask({ host: 'localhost:8080' })).toBe(200);
  expect(await ask({ host: '127.0.0.1' })).toBe(200);
  expect(await ask({ host: '[::1]:8080' })).toBe(200);
  // Someone behind a proxy on this machine.
  expect(await ask({ 'x-forwarded-for': '203.0.113.7' })).toBe(403);
  // A page of another site whose name was made to point at this machine.
  expect(await ask({ host: 'rebound.example' })).toBe(403);
  expect(await ask({ host: 'rebound.example', 'x-forwarded-host': 'localhost' })).toBe(403);
  expect(await ask({ 'x-forwarded-for': '127.0.0.1' })).toBe(403);
});

test('elsewhere it is open to administrators only', async () => {
  await using server = await startTestApp({ config: { host: '0.0.0.0' } });
  const customer = await buildUser(server.context);
  const admin = await buildUser(server.context, { isAdmin: true });
  expect((await server.request(listDevelopmentMails, {})).statusCode).toBe(403);
  expect((await server.request(listDevelopmentMails, {}, { as: customer })).statusCode).toBe(403);
  expect(await server.call(listDevelopmentMails, {}, { as: admin })).toEqual([]);
  const bad = { headers: { authorization: 'Bearer a.b.c' } };
  expect((await server.request(listDevelopmentMails, {}, bad)).statusCode).toBe(401);
});

test('with a mail server there is no mailbox, not even for administrators', async () => {
  await using server = await startTestApp({ config: { smtpUrl: 'smtp://127.0.0.1:2525' } });
  const admin = await buildUser(server.context, { isAdmin: true });
  expect((await server.request(listDevelopmentMails, {}, { as: admin })).statusCode).toBe(404);
});

test('pages lead to the mailbox only whoever may open it without signing in', async () => {
  const isOpen = async (
    config: { host?: string; smtpUrl?: string },
    headers: Record<string, string> = {},
  ) => {
    await using server = await startTestApp({ config });
    const answer = await server.request(getMailboxAccess, {}, { headers: { host: '127.0.0.1', ...headers } });
    return answer.json<{ isOpen: boolean }>().isOpen;
  };
  expect(await isOpen({})).toBe(true);
  expect(await isOpen({}, { 'x-forwarded-for': '203.0.113.7' })).toBe(false);
  expect(await isOpen({ host: '0.0.0.0' })).toBe(false);
  expect(await isOpen({ smtpUrl: 'smtp://127.0.0.1:2525' })).toBe(false);
});
