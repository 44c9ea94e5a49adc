import { createHash } from 'node:crypto';
import { push } from '@atrium/contract/configuration/push';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp } from '../../test/support.ts';
import { createIdempotent } from './idempotency.ts';
import type { HandlerInput } from './route.ts';

const body = { gitUrl: 'https://git.example/shop.git', username: 'ada', password: 'hush' };

test('works once for one key, and keeps nothing of a password, not even its hash', async () => {
  await using server = await startTestApp();
  const { db, clock } = server.context;
  const caller = await buildUser(server.context);
  let worked = 0;
  const handler = createIdempotent(db, clock)(push, async () => {
    worked += 1;
    return { branch: 'main', isNewBranch: false, defaultBranch: 'main', push: [] };
  });
  const send = (given: object) =>
    handler({
      caller,
      body: given,
      request: { url: push.path, headers: { 'idempotency-key': 'k' } },
    } as unknown as HandlerInput<typeof push>);

  await Promise.all([send(body), send(body), send({ ...body, password: 'hush again' })]);
  expect(worked).toBe(1);
  await expect(send({ ...body, branch: 'other' })).rejects.toThrow('another request');

  const { request_hash } = await db
    .selectFrom('idempotency_keys')
    .select('request_hash')
    .executeTakeFirstOrThrow();
  const guess = createHash('sha256')
    .update(JSON.stringify(['POST', push.path, body]))
    .digest();
  expect(request_hash.equals(guess)).toBe(false);
});
