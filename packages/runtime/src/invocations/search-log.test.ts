import type { InvocationQuery } from '@atrium/contract/service-api/functions/invocations';
import { firstIdOf } from '@atrium/host/ids';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/support.ts';
import { openDatabase } from '../database/connection.ts';
import type { RuntimeDatabase, Store } from '../database/schema.ts';
import { insertInvocations } from './invocation.repository.ts';
import { dayOf, daysBefore, Partitions } from './partitions.ts';
import { searchLog } from './search-log.ts';
import type { InvocationRow } from './waiting-calls.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const DAY_MS = 86_400_000;
const scope = { domainId: 'acme', serviceId: 'hyper-dispatch' };
const [FIRST_READ, MOST_SORTED] = [1_000, 500];
const EVE = '0197a000-0000-7000-8000-0000000000e5';

let drop: () => Promise<void>;
let db: Kysely<RuntimeDatabase>;

/** One call per second before noon of a day, newest first. */
function callsOf(daysAgo: number, count: number, of: (index: number) => Partial<InvocationRow>) {
  const noon = NOW.getTime() - daysAgo * DAY_MS;
  return Array.from({ length: count }, (_, index) => {
    const id = firstIdOf(new Date(noon - (index + 1) * 1_000));
    return { ...plain(id), ...of(index) };
  });
}

const plain = (id: string): InvocationRow => ({
  ...scope,
  id,
  function: 'tea/brew',
  event: null,
  version: 1,
  userId: 'ada',
  source: 'API',
  status: 'OK',
  durationMs: 1,
  memoryBytes: 1,
  error: null,
  input: '',
  result: '',
  console: 'brewing',
  failure: null,
  bytes: 500,
});

// Today's newest entries don't match; before them are more entries of "storm" than are sorted.
const calls = [
  ...callsOf(0, FIRST_READ + MOST_SORTED + 1_000, (index) =>
    index < FIRST_READ
      ? {}
      : { console: `Storm number n${index}`, function: index % 2 ? "o'hara" : 'tea\\pot' },
  ),
  ...callsOf(1, 40, (index) => ({ console: index % 10 === 0 ? 'storm and calm' : 'calm', userId: EVE })),
  ...callsOf(3, 30, (index) => ({ console: 'z'.repeat(900 + index), source: 'CONSOLE' })),
  ...callsOf(4, 10, (index) => ({
    function: 'orders/create-all',
    console: index % 2 ? 'Sent <a@mail.example.com> snake_case' : 'GET https://example.com/a/cart?id=3.14',
  })),
  ...callsOf(9, 20, () => ({ error: 'TypeError: no kettle', status: 'FAIL' })),
  ...callsOf(9, 1_200, () => ({ domainId: 'neighbor', console: 'xylophone' })),
];

beforeAll(async () => {
  const database = await createTestDatabase();
  db = openDatabase(database.connection);
  drop = database.drop;
  await new Partitions(db).ensure(Array.from({ length: 12 }, (_, back) => daysBefore(NOW, back)));
  await insertInvocations(db, calls);
  await sql`analyze runtime.invocation`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await drop();
});

type Query = Partial<InvocationQuery>;

const search = (query: Query, store: Store = db) =>
  searchLog(store, scope, { size: 50, ...query }, NOW, { firstRead: FIRST_READ, mostSorted: MOST_SORTED });

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Expected matches by the documentation, entry by entry. */
function expected({ search: text = '', from = '', to = '9', before = 'g', size = 50, ...same }: Query) {
  const beginnings = wordsOf(text);
  return calls
    .filter((call) => call.domainId === scope.domainId)
    .filter((call) => Object.entries(same).every(([key, value]) => call[key as 'status'] === value))
    .filter(({ id }) => id < before && id >= firstIdOf(new Date(from || 0)))
    .filter(({ id }) => to === '9' || id < firstIdOf(new Date(to)))
    .filter(({ function: name, console, error }) => {
      const words = wordsOf(`${name} ${error ?? ''} ${console}`);
      return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));
    })
    .map(({ id }) => id)
    .toSorted()
    .toReversed()
    .slice(0, size + 1);
}

const before = firstIdOf(new Date(NOW.getTime() - (FIRST_READ + 700) * 1_000));

test.for<Query>([
  { search: 'storm' },
  { search: 'STORM calm' },
  { search: 'storm', size: 200, before },
  { search: 'storm', function: "o'hara", size: 200 },
  { search: 'storm', function: 'tea\\pot', status: 'OK', before },
  { search: 'storm', from: `${daysBefore(NOW, 1)}T00:00:00Z`, to: `${dayOf(NOW)}T00:00:00Z` },
  { search: 'n14' },
  { search: 'n1400' },
  { search: 'storm kettle' },
  { search: 'kettle', status: 'FAIL' },
  { search: 'kettle', status: 'OK' },
  { search: 'zzz', size: 10 },
  { search: 'z'.repeat(200) },
  { search: 'xylophone' },
  { search: 'brewing', size: 200 },
  { search: 'create' },
  { search: 'orders/create-all' },
  { search: 'example.com cart' },
  { search: 'https://example.com/a/cart?id=3.14' },
  { search: 'a@mail.example' },
  { search: 'case' },
  { source: 'CONSOLE' },
  { source: 'CONSOLE', userId: EVE },
  { userId: EVE, size: 200 },
  { userId: EVE, search: 'storm' },
])('a search finds what it says, newest first: %j', async (query) => {
  expect((await search(query)).map(({ id }) => id)).toEqual(expected(query));
});

/** Number of entries read by the transactions of a connection. */
async function countRead(store: Store): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables
     where schemaname = 'runtime' and relname like 'invocation\\_2%'`.execute(store);
  return rows[0]?.count ?? Number.NaN;
}

/** Number of entries that a search reads, of all domains. */
function countReadBy(query: Query): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const earlier = await countRead(transaction);
    await search(query, transaction);
    return (await countRead(transaction)) - earlier;
  });
}

test('a search reads little of a long log, whether all, few or no entries have the word', async () => {
  expect(await countReadBy({ search: 'brewing' })).toBeLessThanOrEqual(100);
  expect(await countReadBy({ search: 'xylophone' })).toBeLessThanOrEqual(FIRST_READ + 100);
  expect(await countReadBy({ search: 'kettle' })).toBeLessThanOrEqual(FIRST_READ + 100);
  expect(await countReadBy({ userId: EVE, search: 'storm' })).toBeLessThanOrEqual(FIRST_READ + 100);
  expect(await countReadBy({ search: 'storm' })).toBeLessThanOrEqual(2 * FIRST_READ + MOST_SORTED + 100);
});
