import { searchLog } from '@atrium/contract/audit/log';
import { listBackups } from '@atrium/contract/configuration/backups';
import { countInvocations } from '@atrium/contract/service-api/functions/invocation-counts';
import { listInvocations } from '@atrium/contract/service-api/functions/invocations';
import { listVersions } from '@atrium/contract/service-api/versions/versions';
import { getLatestCalls, hasCalls } from '@atrium/contract/services/calls';
import { findTestRuns } from '@atrium/contract/test-runs/found-test-runs';
import { getTestRun } from '@atrium/contract/test-runs/test-runs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startPlatform } from '../../test/shipped-services.ts';
import { demoPeople } from '../accounts/people/demo-people.ts';
import { toCaller } from '../accounts/people/people.seed.ts';
import { demoVersionAt } from '../configuration/demo-changes.ts';
import { seed, seedServices } from './seed.ts';

const SERVICE = 'hyper-dispatch';
const DAY_MS = 86_400_000;
const ever = '2000-01-01T00:00:00Z';

test('the demo has three months of runs, versions, backups and log entries', {
  timeout: 240_000,
}, async () => {
  await using platform = await startPlatform();
  const { context, call } = platform;
  await seed(context);
  await seedServices(context);
  await seedServices(context);
  const now = context.clock.now();
  const daysAgo = (time: string) => (now.getTime() - Date.parse(time)) / DAY_MS;
  const as = toCaller(demoPeople.ada);

  const runs = await call(findTestRuns, { body: { fromDate: ever, toDate: now.toISOString() } }, { as });
  expect(runs).toHaveLength(15);
  const [latest, first] = [runs[0], runs.at(-1)];
  expect(daysAgo(latest?.startedAt ?? '')).toBeLessThan(0.1);
  expect(daysAgo(first?.startedAt ?? '')).toBeGreaterThan(85);
  expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['OK', 'FAIL', 'CANCELED']));
  expect(new Set(runs.map(({ userName }) => userName))).toEqual(new Set(['ada', 'bo']));
  expect(runs.filter(({ counts }) => counts.SKIPPED).length).toBeGreaterThan(1);

  const read = (runId = '') => call(getTestRun, { params: { runId } }, { as });
  expect((await read(first?.runId)).servicesTests[1]).toMatchObject({ serviceId: SERVICE, version: 1 });
  const { servicesTests, counts } = await read(latest?.runId);
  const failed = servicesTests.flatMap(({ tests }) => tests.filter(({ status }) => status === 'FAIL'));
  expect(failed.map(({ fullPath }) => fullPath)).toEqual([
    'tests/wishes/sends-gift-cards.js',
    'tests/wishes/ships-abroad.js',
  ]);
  expect(counts).toMatchObject({ FAIL: 2, SKIPPED: 1 });

  const client = context.services.getClient(as);
  const versions = await client.call(SERVICE, listVersions, { query: { page: 0, size: 50 } });
  // What the bills of the demo say that calls of today were answered by.
  expect(versions.content[0]?.version).toBe(demoVersionAt(0));
  const made = versions.content.filter(({ author }) => author !== null);
  expect(made).toHaveLength(9);
  expect(new Set(made.map(({ author }) => author))).toEqual(
    new Set([demoPeople.ada.userId, demoPeople.bo.userId]),
  );
  const backups = await call(listBackups, { body: { size: 50, serviceId: SERVICE } }, { as });
  expect(backups.content.map(({ createdOn, message }) => [createdOn, message])).toEqual(
    made.map(({ createdOn, message }) => [createdOn, message]),
  );
  expect(daysAgo(backups.content.at(-1)?.createdOn ?? '')).toBeGreaterThan(80);

  const { logs } = await call(searchLog, { body: { startAt: ever, action: 'configuration' } }, { as });
  expect(logs.filter(({ action }) => action === 'configuration.import')).toHaveLength(10);
  // The dialog opens with the entries of one day.
  expect(daysAgo(logs[0]?.createdOn ?? '')).toBeLessThan(1);
  expect(logs.find(({ action }) => action === 'configuration.import-failed')).toMatchObject({ user: 'bo' });

  const { content: functions } = await client.call(SERVICE, countInvocations, { query: { days: 90 } });
  const { rows: billed } = await sql<{ target: string; calls: number }>`
    select target, sum(calls)::int as calls from usage_days
     where service_id = ${SERVICE} and metric in ('invoke', 'event') and day > ${now}::date - 90
     group by target order by target`.execute(context.db);
  expect(functions.map((each) => each.function)).toEqual(billed.map(({ target }) => target));
  for (const { target, calls } of billed) {
    const shown = functions.find((each) => each.function === target)?.calls ?? 0;
    // Those for the log are counted with a delay.
    expect(Math.abs(shown - calls)).toBeLessThan(10);
  }
  // The log is written with a delay.
  await expect.poll(() => call(hasCalls, {}, { as }), { timeout: 20_000 }).toBe(true);
  expect((await call(getLatestCalls, {}, { as })).calls).toBeGreaterThan(1_000);
  const listStatuses = async () => {
    const { content } = await client.call(SERVICE, listInvocations, { query: { size: 50 } });
    return new Set(content.map(({ status }) => status));
  };
  await expect.poll(listStatuses).toEqual(new Set(['OK', 'FAIL']));

  const chidi = toCaller(demoPeople.chidi);
  const begun = await call(
    findTestRuns,
    { body: { fromDate: ever, toDate: now.toISOString() } },
    { as: chidi },
  );
  expect(begun.map(({ status }) => status)).toEqual(['FAIL', 'OK']);
  expect((await call(listBackups, { body: {} }, { as: chidi })).totalElements).toBe(2);
});
