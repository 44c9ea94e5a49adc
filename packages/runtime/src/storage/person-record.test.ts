import { listExportedTables } from '@atrium/host/database/person-records';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, startTestServices, type TestServices } from '../../test/support.ts';
import { SCHEMA } from '../database/connection.ts';
import { personTables, toolTables } from '../person-tables.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

test('each column of every table of the services was decided about', async () => {
  const { db } = services.context;
  const { rows } = await sql<{ name: string }>`
    select c.relname as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'runtime'`.execute(db);
  const described = [...Object.keys(personTables), ...Object.keys(toolTables)].map(snake);
  expect(rows.map(({ name }) => name).sort()).toEqual(described.sort());
  const reasons = Object.values<unknown>(personTables).filter(
    (description) => typeof description === 'string',
  );
  for (const reason of reasons) expect(reason).toMatch(/^[A-Z].{15,}\.$/);
  // A new column goes here once what it tells a person was reviewed, or among the exceptions of its table.
  const exported = await listExportedTables(db, SCHEMA, personTables);
  expect(exported.map(({ list, columns }) => `${list}: ${columns.sort().join(' ')}`)).toEqual([
    'versions: author changesCount commitSha createdOn domainId filesCount message parent serviceId version',
    'functionCalls: console domainId durationMs error event failure function id input memoryBytes result serviceId source status userId version',
    'changedEntries: collection createdOn domainId id modifiedBy modifiedCall modifiedFunction modifiedOn modifiedService',
    'allowedHosts: allowedBy allowedOn domainId host',
    'changedValues: changedBy changedOn domainId kind name',
    'queuedRuns: attempt createdOn depth domainId dueOn entry error event failedOn function heldUntil id key kind number position retries serviceId state tickOn userId',
  ]);
});

/** All pages. */
async function recordsOf(as: typeof ann): Promise<Record<string, Record<string, unknown>[]>> {
  const lists: Record<string, Record<string, unknown>[]> = {};
  let query = '';
  do {
    const { status, body } = await services.call('GET', `/content/person${query}`, { as });
    expect(status).toBe(200);
    (lists[body.list] ??= []).push(...body.records);
    query = body.next === null ? '' : `?after=${encodeURIComponent(body.next)}`;
  } while (query !== '');
  return lists;
}

test('a person gets the calls and versions of their own, page by page, and no one else’s', async () => {
  const as = { ...ann, domainId: 'person' };
  const other = { ...as, userId: '0197a000-0000-7000-8000-0000000000c3' };
  const file = { name: 'one.js', action: 'remote', content: 'export default () => 1;\n' };
  const { body } = await services.call('GET', '/hyper-dispatch/export/metadata', { as });
  const change = {
    baseVersion: body.version,
    message: 'Mine',
    folders: [{ name: 'functions', files: [file] }],
  };
  await services.call('POST', '/hyper-dispatch/import', { as, body: change });
  const call = { function: 'one', input: '"in"' };
  for (let number = 0; number < 230; number += 1) {
    const caller = number < 210 ? as : other;
    await services.call('POST', '/hyper-dispatch/invocations', { as: caller, body: call });
  }
  await services.context.invocationLog.flush();
  const mine = await recordsOf(as);
  expect(Object.keys(mine)).toEqual([
    'versions',
    'functionCalls',
    'changedEntries',
    'allowedHosts',
    'changedValues',
    'queuedRuns',
  ]);
  expect(mine['versions']).toMatchObject([{ message: 'Mine', author: as.userId }]);
  expect(new Set(mine['functionCalls']?.map(({ id }) => id)).size).toBe(210);
  expect(mine['functionCalls']?.every(({ userId }) => userId === as.userId)).toBe(true);
  expect((await recordsOf(other))['functionCalls']).toHaveLength(20);
  expect((await recordsOf({ ...as, domainId: 'elsewhere' }))['functionCalls']).toEqual([]);
});

test('a page that is not one is refused', async () => {
  for (const after of ['x', '[9]', '[0,{}]', '[-1]', 'null', '[0,["a"]]', '[0,["a","b"]]']) {
    const answer = await services.call('GET', `/content/person?after=${encodeURIComponent(after)}`);
    expect(answer.status, after).toBe(400);
  }
});
