import { createHash } from 'node:crypto';
import { push } from '@atrium/contract/configuration/push';
import type { Endpoint } from '@atrium/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { contractEndpoints, nameOf } from '../../test/contract-endpoints.ts';
import { buildUser } from '../../test/factories.ts';
import { startTestApp } from '../../test/support.ts';
import { createRespondOnce } from './idempotency.ts';

const body = { gitUrl: 'https://git.example/shop.git', username: 'ada', password: 'hush' };

/** Calls that a person repeats at their own risk, by the reason why nothing is kept for them. */
const NOT_KEPT = {
  'only reads': [
    'POST /console/v1/bonus',
    'POST /console/v1/git/config/branches/list',
    'POST /console/v1/git/config/push/preview',
    'POST /console/v1/git/connections/{id}/next-key/test',
    'POST /console/v1/git/connections/{id}/refresh',
    'POST /console/v1/git/connections/{id}/test',
    'POST /console/v1/pricing/search',
    'POST /entries/{collection}/preview',
    'POST /invocations',
  ],
  'has done nothing more the second time': [
    'POST /console/v1/address/default/{id}',
    'POST /console/v1/bonus/save',
    'POST /console/v1/card/default/{id}',
    'POST /console/v1/customers/{id}/end-sessions',
    'POST /console/v1/customers/{id}/lock',
    'POST /console/v1/customers/{id}/unlock',
    'POST /console/v1/function-mails/suppression/remove',
    'POST /console/v1/git/connections/{id}/default',
    'POST /console/v1/git/connections/{id}/events/{eventId}/test',
    'POST /console/v1/git/connections/{id}/host-key',
    'POST /console/v1/git/connections/{id}/next-key/use',
    'POST /console/v1/git/connections/{id}/requests',
    'POST /console/v1/git/connections/{id}/webhook/host',
    'POST /console/v1/old-versions/delete',
    'POST /console/v1/pricing',
    'POST /console/v1/public-key',
    'POST /import/withdraw',
    'POST /tests/cancel',
    'POST /versions/delete-before',
    'PUT /console/v1/address/{id}',
    'PUT /console/v1/automatic-payment',
    'PUT /console/v1/budgets/{id}',
    'PUT /console/v1/configuration/{serviceId}/protection',
    'PUT /console/v1/domain/{id}/limits',
    'PUT /console/v1/git/connections/{id}',
    'PUT /console/v1/git/connections/{id}/automation',
    'PUT /console/v1/git/connections/{id}/next-key',
    'PUT /console/v1/notifications/domain/channels/{id}',
    'PUT /console/v1/notifications/domain/channels/{id}/reasons/{reason}',
    'PUT /console/v1/notifications/own/channels/{id}',
    'PUT /console/v1/notifications/own/channels/{id}/reasons/{reason}',
    'PUT /console/v1/public-key/{id}',
    'PUT /console/v1/tests/cancel',
    'PUT /console/v1/tests/quarantine',
    'PUT /console/v1/tests/run/cancel/{runId}',
    'PUT /console/v1/tests/run/{runId}/find-change/cancel',
    'PUT /console/v1/work/seen',
    'PUT /hosts/{host}',
    'PUT /values/{kind}/{name}',
  ],
  'is refused the second time, because its base has gone': [
    'POST /entries/{collection}/changes',
    'POST /import',
    'POST /import/body',
    'POST /queue/{id}/retry',
    'POST /versions/{version}/restore',
  ],
  'is refused the second time, because its name is taken': [
    'POST /console/v1/customers/{id}/hosts',
    'POST /console/v1/git/connections',
    'POST /console/v1/git/grants/{id}/connection',
  ],
  'answers a secret, or sends it by mail': [
    'POST /console/v1/customers/{id}/act-as',
    'POST /console/v1/customers/{id}/send-reset',
    'POST /console/v1/git/connections/{id}/webhook',
    'POST /console/v1/notifications/domain/channels',
    'POST /console/v1/notifications/own/channels',
  ],
  'leads to another page': ['POST /console/v1/git/apps/finish', 'POST /console/v1/git/apps/{kind}/start'],
  'answers in pieces, and is found again by its progress': ['POST /console/v1/git/config/pull'],
  'has an id that its caller chooses, and answers again by it': ['POST /console/v1/git/config/submissions'],
  'belongs to the service that answers': [
    'POST /addresses',
    'POST /entries/{collection}',
    'POST /events/{event}',
    'POST /invoke/{folder}/{name}',
    'POST /invoke/{name}',
    'POST /refused-requests',
    'POST /tests/run',
    'POST /transactions',
  ],
};

test('of each write it is decided whether its response is kept, and all that cost money or start work have one', async () => {
  const { platform, services } = await contractEndpoints();
  // What deletes has nothing left to delete; accounts cost nothing, and answer tokens.
  const isWrite = ({ method, path, access, permission = 'none', isSlow = false }: Endpoint) =>
    ['POST', 'PUT'].includes(method) &&
    ['AUTHENTICATED', 'ADMIN_ONLY'].includes(access) &&
    !(path.startsWith('/auth/') || permission.endsWith('.read') || isSlow);
  const writes = [...platform, ...services].filter(isWrite);
  const kept = writes.filter(({ idempotent = false }) => idempotent).map(nameOf);
  expect(kept.sort()).toEqual([
    'POST /console/v1/address/create',
    'POST /console/v1/backup/{id}/restore',
    'POST /console/v1/billing/setup/bonus',
    'POST /console/v1/budgets',
    'POST /console/v1/card/create',
    'POST /console/v1/configuration/{serviceId}/edit',
    'POST /console/v1/configuration/{serviceId}/versions/{version}/return',
    'POST /console/v1/customers/{id}/credits',
    'POST /console/v1/git/config/import',
    'POST /console/v1/git/config/pull/confirm',
    'POST /console/v1/git/config/push',
    'POST /console/v1/notifications/domain/channels/{id}/deliveries/{deliveryId}/again',
    'POST /console/v1/notifications/domain/channels/{id}/try',
    'POST /console/v1/notifications/own/channels/{id}/deliveries/{deliveryId}/again',
    'POST /console/v1/notifications/own/channels/{id}/try',
    'POST /console/v1/tests/candidate',
    'POST /console/v1/tests/run',
    'POST /console/v1/tests/run/{runId}/find-change',
    'PUT /console/v1/invoice/{id}/pay',
    'PUT /console/v1/tests/timetable',
  ]);
  const others = writes.map(nameOf).filter((name) => !kept.includes(name));
  expect(others.sort()).toEqual(Object.values(NOT_KEPT).flat().sort());
});

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
