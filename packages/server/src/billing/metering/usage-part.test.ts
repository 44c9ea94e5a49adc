import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';
import { listMonthsWithParts } from './usage-part.repository.ts';

let server: TestApp;
let customer: Caller;
beforeAll(async () => {
  server = await startTestApp();
  customer = await buildUser(server.context);
});
afterAll(() => server[Symbol.asyncDispose]());

async function report(id: string, at: string, { userId, domainId } = customer): Promise<void> {
  const event = { id, domainId, userId, serviceId: 'shop', metric: 'invoke', target: 'tea' };
  await server.context.billing.intake.takeBatch(
    { serviceId: 'shop', accessKeyId: 'k' },
    { batchId: id, events: [{ ...event, type: 'COUNTER', quantity: 1, at }] },
  );
}

/** Which table each event is in, and how many the sums have counted. */
async function listKept(): Promise<{ events: string[]; counted: number }> {
  const { db } = server.context;
  const { rows } = await sql<{ place: string }>`
    select tableoid::regclass || ' ' || id as place from usage_events where domain_id = ${customer.domainId}
    order by 1`.execute(db);
  const days = await db
    .selectFrom('usageDays')
    .select('calls')
    .where('domainId', '=', customer.domainId)
    .execute();
  return {
    events: rows.map(({ place }) => place),
    counted: days.reduce((sum, day) => sum + Number(day.calls), 0),
  };
}

test('each month of use has a part ahead of time; what came before its part moves into it, and still counts once', async () => {
  const { billing, db } = server.context;
  const times = [
    '2026-09-30T23:59:59Z',
    '2026-10-01T00:00:00Z',
    '2026-11-21T09:00:00Z',
    '2035-01-01T00:00:00Z',
  ];
  for (const at of times) await report(at, at);
  expect((await listKept()).events).toEqual(times.map((at) => `usage_events_other ${at}`));
  // A backup reads all tables for as long as it takes: parts are made another night then, and nothing fails.
  await db.transaction().execute(async (backup) => {
    await sql`lock table usage_events in access share mode`.execute(backup);
    await billing.usageParts.createMissing();
  });
  expect(await listMonthsWithParts(db)).toEqual([]);
  await billing.usageParts.createMissing();
  await billing.usageParts.createMissing();
  expect(await listMonthsWithParts(db)).toEqual(['2026-09', '2026-10', '2026-11', '2026-12', '2027-01']);
  const kept = {
    events: [
      'usage_events_202609 2026-09-30T23:59:59Z',
      'usage_events_202610 2026-10-01T00:00:00Z',
      'usage_events_202611 2026-11-21T09:00:00Z',
      'usage_events_other 2035-01-01T00:00:00Z',
    ],
    counted: 4,
  };
  expect(await listKept()).toEqual(kept);
  for (const at of times) await report(at, at);
  // The same event with another time: nothing keeps these two apart but the id.
  await report('2026-11-21T09:00:00Z', '2026-12-02T00:00:00Z');
  expect(await listKept()).toEqual(kept);
});

test('no statement deletes an event that was billed later than it has said', async () => {
  const { db } = server.context;
  await expect(db.deleteFrom('usageEvents').execute()).rejects.toThrow('cannot be deleted');
});
