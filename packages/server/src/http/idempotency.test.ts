import { createHash } from 'node:crypto';
import { push } from '@atrium/contract/configuration/push';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp } from '../../test/support.ts';
import { createRespondOnce } from './idempotency.ts';

const body = { gitUrl: 'https://git.example/shop.git', username: 'ada', password: 'hush' };

test('works once for one key, and keeps nothing of a password, not even its hash', async () => {
  await using server = await startTestApp();
  const { db, clock } = server.context;
  const caller = await buildUser(server.context);
  let worked = 0;
  const respondOnce = createRespondOnce(db, clock);
  const send = (given: object) => {
    const request = {
      method: 'POST',
      url: push.path,
      headers: { 'idempotency-key': 'k' },
      body: given,
      caller,
    };
    return respondOnce(request as unknown as FastifyRequest, async () => (worked += 1));
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

test('what was done is answered and not done again, also where its answer cannot be kept', async () => {
  await using server = await startTestApp();
  const { db, clock } = server.context;
  const caller = await buildUser(server.context);
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise ''disk full''; end'`.execute(
    db,
  );
  await sql`create trigger refuse before update on idempotency_keys execute function refuse()`.execute(db);
  const warn = vi.fn<(...said: unknown[]) => void>();
  const respondOnce = createRespondOnce(db, clock);
  let worked = 0;
  const send = () => {
    const headers = { 'idempotency-key': 'k' };
    const request = { method: 'POST', url: push.path, headers, body, caller, log: { warn } };
    return respondOnce(request as unknown as FastifyRequest, async () => (worked += 1));
  };
  expect(await send()).toBe(1);
  expect(warn).toHaveBeenCalledOnce();
  const again = send();
  await sql`drop trigger refuse on idempotency_keys`.execute(db);
  await db.updateTable('idempotencyKeys').set({ status: 200, answer: '1' }).execute();
  expect([await again, worked]).toEqual([1, 1]);
});

test('few of the repeated requests of one domain wait, and the others are refused at once', async () => {
  await using server = await startTestApp();
  const [caller, other] = [await buildUser(server.context), await buildUser(server.context)];
  const respondOnce = createRespondOnce(server.context.db, server.context.clock);
  const release = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  const send = (key: string, as = caller) => {
    const headers = { 'idempotency-key': key };
    const request = { method: 'POST', url: push.path, headers, body, caller: as };
    return respondOnce(request as unknown as FastifyRequest, () => {
      begun.resolve();
      return release.promise;
    });
  };
  const first = send('k');
  await begun.promise;
  let refused = 0;
  const repeated = Array.from({ length: 600 }, () =>
    send('k').catch((error: Error) => {
      refused += 1;
      // Those that wait end only with the first: it ends once all others have been refused.
      if (refused === 590) release.resolve('pushed');
      return error.message;
    }),
  );
  const elsewhere = send('k', other);
  const answers = await Promise.all(repeated);
  const counted = [...Map.groupBy(answers, String)].map(([text, all]) => [text, all.length]);
  expect(Object.fromEntries(counted)).toEqual({ 'The same request is still in progress.': 590, pushed: 10 });
  expect([await first, await elsewhere, await send('k')]).toEqual(['pushed', 'pushed', 'pushed']);
});
