import { getUser } from '@atrium/contract/accounts/user';
import { pull } from '@atrium/contract/configuration/pull';
import { expect, test } from 'vitest';
import { startTestApp } from '../../test/support.ts';

test('calls with bad tokens are counted before the tokens are looked at', async () => {
  await using server = await startTestApp();
  const headers = { authorization: 'Bearer a.b.c' };
  const first = await server.request(getUser, {}, { headers });
  expect([first.statusCode, first.headers['x-ratelimit-limit']]).toEqual([401, '3000']);

  const statuses: number[] = [];
  for (let call = 0; call < (pull.callsPerMinute ?? 0) + 1; call += 1) {
    statuses.push((await server.request(pull, { body: {} }, { headers })).statusCode);
  }
  expect(statuses.at(0)).toBe(401);
  expect(statuses.at(-1)).toBe(429);
});

test('nobody is told what is wrong with a body before signing in', async () => {
  await using server = await startTestApp();
  const headers = { authorization: 'Bearer a.b.c', 'content-type': 'application/json' };
  const answer = await server.app.inject({ method: 'POST', url: pull.path, headers, payload: '{"broken' });
  expect(answer.statusCode).toBe(401);
});
