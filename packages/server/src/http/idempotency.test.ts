import { createHash } from 'node:crypto';
import { push } from '@atrium/contract/configuration/push';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp } from '../../test/support.ts';
import { createAnswerOnce } from './idempotency.ts';

const body = { gitUrl: 'https://git.example/shop.git', username: 'ada', password: 'hush' };

test('works once for one key, and keeps nothing of a password, not even its hash', async () => {
  await using server = await startTestApp();
  const { db, clock } = server.context;
  const caller = await buildUser(server.context);
  let worked = 0;
  const answerOnce = createAnswerOnce(db, clock);
  const send = (given: object) => {
    const request = {
      method: 'POST',
      url: push.path,
      headers: { 'idempotency-key': 'k' },
      body: given,
      caller,
    };
    return answerOnce(request as unknown as FastifyRequest, async () => (worked += 1));
  };

  await Promise.all([send(body), send(body), send({ ...body, password: 'hush again' })]);
  expect(worked).toBe(1);
  await expect(send({ ...body, branch: 'other' })).rejects.toThrow('a different request');

  const { requestHash } = await db
    .selectFrom('idempotencyKeys')
    .select('requestHash')
    .executeTakeFirstOrThrow();
  const guess = createHash('sha256')
    .update(JSON.stringify(['POST', push.path, body]))
    .digest();
  expect(requestHash.equals(guess)).toBe(false);
});
