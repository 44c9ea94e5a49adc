import { createIds, firstIdOf } from '@atrium/host/ids';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp } from '../../test/support.ts';
import type { Caller } from '../http/caller.ts';
import { addIdParts, dropIdParts, listIdParts } from './id-parts.ts';
import type { Store } from './schema.ts';

const LOG = { name: 'log_entries', key: 'id' };
const month = (time: string) => firstIdOf(new Date(`${time}-01T00:00:00Z`));

async function record(db: Store, { domainId }: Caller, at: string): Promise<void> {
  const createdOn = new Date(at);
  const id = createIds(() => createdOn)();
  const entry = { id, createdOn, domainId, action: 'tea.brew', message: at };
  await db
    .insertInto('logEntries')
    .values({ ...entry, userId: null, impersonatorId: null })
    .execute();
}

async function listPlaces(db: Store): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select tableoid::regclass || ' ' || message as place from log_entries where action = 'tea.brew'
    order by message`.execute(db);
  return rows.map(({ place }) => place);
}

test('months to come have parts, what came before them stays where it is, and old months go when all of them may', async () => {
  await using server = await startTestApp();
  const { db } = server.context;
  const caller = await buildUser(server.context);
  const [first] = await listIdParts(db, LOG);
  expect(first?.name).toBe('log_entries_before');
  // After what the migration made of the day it ran.
  await record(db, caller, '2041-03-31T23:59:59Z');
  await addIdParts(db, LOG, new Date('2041-03-20T00:00:00Z'));
  await addIdParts(db, LOG, new Date('2041-03-20T00:00:00Z'));
  expect((await listIdParts(db, LOG)).slice(1)).toEqual([
    { name: 'log_entries_204104', until: month('2041-05') },
    { name: 'log_entries_204105', until: month('2041-06') },
  ]);
  for (const at of ['2020-02-02T00:00:00Z', '2041-04-01T00:00:00Z', '2041-05-31T23:59:59Z']) {
    await record(db, caller, at);
  }
  expect(await listPlaces(db)).toEqual([
    'log_entries_before 2020-02-02T00:00:00Z',
    'log_entries_other 2041-03-31T23:59:59Z',
    'log_entries_204104 2041-04-01T00:00:00Z',
    'log_entries_204105 2041-05-31T23:59:59Z',
  ]);
  const asked: string[] = [];
  await dropIdParts(db, LOG, new Date('2041-05-15T00:00:00Z'), async (_transaction, part) => {
    asked.push(part);
    return part === 'log_entries_204104';
  });
  expect(asked).toEqual(['log_entries_before', 'log_entries_204104']);
  expect(await listPlaces(db)).toEqual([
    'log_entries_before 2020-02-02T00:00:00Z',
    'log_entries_other 2041-03-31T23:59:59Z',
    'log_entries_204105 2041-05-31T23:59:59Z',
  ]);
});
