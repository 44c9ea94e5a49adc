import { listDevelopmentMails } from '@atrium/contract/accounts/dev-mailbox';
import { expect, test } from 'vitest';
import { startTestApp } from '../../test/support.ts';
import type { Config } from '../config.ts';

const TOKEN = 'a-token-for-monitoring';

/** Statuses of the mailbox and of the figures, for a call as a plain proxy on this machine makes it. */
async function statusesWith(config: Partial<Config>, headers: Record<string, string> = {}) {
  await using server = await startTestApp({ config });
  const metrics = await server.app.inject({ url: '/metrics', headers });
  const mailbox = await server.request(listDevelopmentMails, {}, { headers });
  return [mailbox.statusCode, metrics.statusCode];
}

test('what is for this machine only is closed as soon as others can reach the server', async () => {
  expect(await statusesWith({})).toEqual([200, 200]);
  expect(await statusesWith({ publicUrl: 'http://localhost:8080' })).toEqual([200, 200]);
  expect(await statusesWith({ publicUrl: 'https://console.example.com' })).toEqual([403, 403]);
  expect(await statusesWith({ host: '0.0.0.0' })).toEqual([403, 403]);
  expect(await statusesWith({}, { 'x-forwarded-for': '203.0.113.7' })).toEqual([403, 403]);
  expect(await statusesWith({}, { host: 'rebound.example' })).toEqual([403, 403]);
});

test('with a token the figures are open to who has it, and to no one else', async () => {
  const config = { metricsToken: TOKEN, publicUrl: 'https://console.example.com' };
  const ask = async (headers: Record<string, string>) => (await statusesWith(config, headers))[1];
  expect(await ask({ authorization: `Bearer ${TOKEN}` })).toBe(200);
  expect(await ask({ authorization: `Bearer ${TOKEN}-` })).toBe(403);
  expect(await ask({})).toBe(403);
});
