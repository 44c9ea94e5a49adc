import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_OPERATIONS } from '@atrium/contract/service-api/functions/entry-operation';
import fc from 'fast-check';
import { exportJWK, generateKeyPair } from 'jose';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServicesProcess } from '../../test/services-process.ts';
import {
  ann,
  createTestDatabase,
  ofDomain,
  publicKeys,
  signServiceToken,
  startTestServices,
  type TestServices,
} from '../../test/support.ts';
import { openDatabase } from '../database/connection.ts';
import type { RuntimeDatabase } from '../database/schema.ts';

let services: TestServices;

beforeAll(async () => {
  services = await startTestServices();
});

afterAll(() => services[Symbol.asyncDispose]());

const TRANSACTIONS = '/content/transactions';

/** A domain with the collections `stock`, which has an index, and `orders`. */
async function openDomain(domainId: string) {
  const own = ofDomain(services, domainId);
  const { body: live } = await own.call('GET', '/content/export/metadata');
  const files = [
    { name: 'stock', schema: { properties: { left: { type: 'integer', minimum: 0 } } }, indexes: ['left'] },
    { name: 'orders', schema: { required: ['product'] } },
  ].map(({ name, ...fields }) => ({
    name: `${name}.meta.js`,
    action: 'remote',
    content: `export default ${JSON.stringify(fields)};\n`,
  }));
  const folders = [
    { name: 'collections', files: [{ name: 'orders.js', action: 'delete' }, ...files] },
    {
      name: 'functions',
      files: [
        {
          name: 'run.js',
          action: 'remote',
          content:
            'export default (input, { content }) => content.transaction(input).catch((e) => `${e.name}: ${e.message}`);\n',
        },
      ],
    },
  ];
  const imported = await own.call('POST', '/content/import', {
    body: { baseVersion: live.version, folders },
  });
  expect([imported.status, imported.body.message]).toEqual([200, undefined]);
  const transact = (operations: unknown) => own.call('POST', TRANSACTIONS, { body: { operations } });
  return {
    ...own,
    transact,
    async made(operations: unknown) {
      const { status, body } = await transact(operations);
      expect([status, body.message]).toEqual([200, undefined]);
      return body.results;
    },
    async refusal(operations: unknown) {
      const { status, body } = await transact(operations);
      return [status, status === 400 ? body.errors[0].defaultMessage : body.message];
    },
    async all() {
      const list = async (collection: string) =>
        (await own.call('POST', `/content/entries/${collection}/query`, { body: {} })).body.content;
      return { stock: await list('stock'), orders: await list('orders') };
    },
  };
}

it('makes several changes of entries at once and returns them, each counted as a write', async () => {
  const domain = await openDomain('several');
  await domain.made([
    { insert: 'stock', entry: { id: 'tea', left: 3 } },
    { insert: 'stock', entry: { id: 'cup', left: 1, note: 'old' } },
  ]);
  const before = services.usage.length;
  const results = await domain.made([
    { insert: 'orders', entry: { product: 'tea' } },
    { update: 'stock', id: 'tea', changes: { left: 2 }, where: { left: { $gte: 1 } } },
    { delete: 'stock', id: 'cup', where: { note: 'old' } },
  ]);
  const order = { id: expect.any(String), product: 'tea' };
  expect(results).toEqual([order, { id: 'tea', left: 2 }, null]);
  expect(await domain.all()).toEqual({ stock: [{ id: 'tea', left: 2 }], orders: [order] });
  const counted = services.usage.slice(before).filter(({ metric }) => metric === 'write');
  const callsOf = (name: string) =>
    counted.filter(({ target }) => target === name).reduce((sum, { calls }) => sum + calls, 0);
  expect([callsOf('orders'), callsOf('stock')]).toEqual([1, 2]);
  expect(await domain.made([])).toEqual([]);
  await expectAmounts(services.context.db, 'several');
});

it('writes nothing if one operation is refused, and names it with the reason', async () => {
  const domain = await openDomain('refused');
  await domain.made([{ insert: 'stock', entry: { id: 'tea', left: 3 } }]);
  const before = await domain.all();
  const first = { insert: 'orders', entry: { id: 'new', product: 'tea' } };
  const refusals: [unknown, number, string][] = [
    [{ update: 'stock', id: 'tee', changes: {} }, 404, 'Operation 2: There is no entry tee in stock.'],
    [{ delete: 'sock', id: 'tea' }, 404, 'Operation 2: There is no collection sock.'],
    [{ insert: 'stock', entry: { id: 'tea' } }, 409, 'Operation 2: The entry tea already exists in stock.'],
    [
      { update: 'stock', id: 'tea', changes: { left: 0 }, where: { left: 4 } },
      409,
      'Operation 2: The entry tea of stock does not match "where".',
    ],
    [
      { update: 'stock', id: 'tea', changes: { left: -1 } },
      422,
      'Operation 2: The entry is not valid: left must be at least 0.',
    ],
    [
      { delete: 'orders', id: 'new' },
      422,
      'Operations 1 and 2 change the same entry new of orders. Combine them into one.',
    ],
  ];
  for (const [operation, status, message] of refusals)
    expect(await domain.refusal([first, operation])).toEqual([status, message]);
  const unclear: [unknown, RegExp][] = [
    [{ upsert: 'stock' }, /^An operation has either "insert", "update" or "delete"/],
    [
      { insert: 'stock', delete: 'stock', id: 'tea' },
      /^Unknown here: insert\. Known are: delete, id, where\.$/,
    ],
    [{ update: 'stock', id: 'tea', set: {} }, /Unknown here: set|changes: /],
    [
      { delete: 'stock', id: 'tea', when: { left: 3 } },
      /^Unknown here: when\. Known are: delete, id, where\.$/,
    ],
    [
      { delete: 'stock', id: 'tea', where: { left: { $over: 3 } } },
      /^Unknown here: \$over\. Known are: \$eq,/,
    ],
  ];
  for (const [operation, message] of unclear)
    expect(await domain.refusal([first, operation])).toEqual([400, expect.stringMatching(message)]);
  const many = Array.from({ length: MAX_OPERATIONS + 1 }, () => ({
    insert: 'orders',
    entry: { product: 1 },
  }));
  expect(await domain.refusal(many)).toEqual([400, 'A transaction has at most 100 operations.']);
  expect(await domain.all()).toEqual(before);
});

it('is refused as a whole where the entries would be beyond a limit', async () => {
  const domain = await openDomain('full');
  const before = await domain.all();
  const stored = (await domain.call('GET', '/content/storage')).body;
  const as = { ...ann, domainId: 'full', limits: { entries: stored.entries + 1 } };
  const operations = ['a', 'b'].map((id) => ({ insert: 'orders', entry: { id, product: 'tea' } }));
  const { status, body } = await services.call('POST', TRANSACTIONS, { as, body: { operations } });
  expect([status, body.details.limitName]).toEqual([422, 'entries']);
  expect(await domain.all()).toEqual(before);
});

it('runs for functions, and refuses what JSON would leave out of its conditions', async () => {
  const domain = await openDomain('functions');
  const run = async (body: unknown) => (await domain.call('POST', '/content/invoke/run', { body })).body;
  expect(await run([{ insert: 'stock', entry: { id: 'tea', left: 3 } }])).toEqual([{ id: 'tea', left: 3 }]);
  expect(await run([{ delete: 'stock', id: 'tea', where: { left: 1 } }])).toBe(
    'ConflictError: Operation 1: The entry tea of stock does not match "where".',
  );
  expect(await run([{ delete: 'stock', id: 'tea', were: { left: 1 } }])).toMatch(
    /^TypeError: .*Unknown here: were\. Known are: delete, id, where\./,
  );
});

describe('transactions at the same time', () => {
  const IDS = ['a', 'b', 'c'] as const;
  const id = fc.constantFrom(...IDS);
  const left = fc.integer({ min: 0, max: 2 });
  const operation = fc.oneof(
    fc.record({ insert: fc.constant('stock' as const), entry: fc.record({ id, left }) }),
    fc.record({
      update: fc.constant('stock' as const),
      id,
      changes: fc.record({ left }),
      where: fc.option(fc.record({ left }), { nil: undefined }),
    }),
    fc.record({
      delete: fc.constant('stock' as const),
      id,
      where: fc.option(fc.record({ left }), { nil: undefined }),
    }),
  );
  type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
  const idOf = (each: Operation) => ('insert' in each ? each.entry.id : each.id);
  const transaction = fc.uniqueArray(operation, { selector: idOf, minLength: 1, maxLength: 3 });
  type State = Readonly<Record<string, number>>;

  /** The state after a transaction; the same one if it is refused. */
  function runAlone(state: State, operations: readonly Operation[]): { next: State; isMade: boolean } {
    const next: Record<string, number> = { ...state };
    for (const each of operations) {
      const now = next[idOf(each)];
      const isRefused =
        'insert' in each
          ? now !== undefined
          : now === undefined || (each.where !== undefined && each.where.left !== now);
      if (isRefused) return { next: state, isMade: false };
      if ('delete' in each) delete next[each.id];
      else next[idOf(each)] = 'insert' in each ? each.entry.left : each.changes.left;
    }
    return { next, isMade: true };
  }

  function isExplained(
    state: State,
    left: readonly { operations: Operation[]; isMade: boolean }[],
    end: State,
  ): boolean {
    if (left.length === 0) return JSON.stringify(sorted(state)) === JSON.stringify(sorted(end));
    return left.some((each) => {
      const { next, isMade } = runAlone(state, each.operations);
      return (
        isMade === each.isMade &&
        isExplained(
          next,
          left.filter((one) => one !== each),
          end,
        )
      );
    });
  }
  const sorted = (state: State) => Object.entries(state).toSorted(([a], [b]) => (a < b ? -1 : 1));

  it('end as if they had run one after the other, without a deadlock', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ id, left }), { selector: (each) => each.id }),
        fc.array(transaction, { minLength: 2, maxLength: 5 }),
        async (before, transactions) => {
          const domainId = `same-time-${(round += 1)}`;
          const domain = await openDomain(domainId);
          await domain.made(before.map((entry) => ({ insert: 'stock', entry })));
          const answers = await Promise.all(transactions.map((each) => domain.transact(each)));
          const outcomes = answers.map(({ status }, index) => {
            expect(status).toBeOneOf([200, 404, 409]);
            return { operations: transactions[index] ?? [], isMade: status === 200 };
          });
          const toState = (entries: { id: string; left: number }[]) =>
            Object.fromEntries(entries.map((each) => [each.id, each.left]));
          expect(isExplained(toState(before), outcomes, toState((await domain.all()).stock))).toBe(true);
          await expectAmounts(services.context.db, domainId);
        },
      ),
      { numRuns: 30 },
    );
  });
});

it('leaves nothing behind when its process is killed in the middle', async () => {
  const database = await createTestDatabase();
  const usageFolder = mkdtempSync(join(tmpdir(), 'atrium-usage-'));
  const platform = createServer((request, response) => {
    request.resume();
    if (request.method === 'GET') response.end(JSON.stringify(publicKeys));
    else response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(platform, 'listening');
  const platformUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const { child, ready } = await startServicesProcess({
    port: 0,
    databaseConnection: database.connection,
    jwksUrl: `${platformUrl}/auth/v1/public/jwks`,
    platformUrl,
    services: [{ id: 'content', accessKeyId: 'key-1', privateJwk: await exportJWK(privateKey) }],
    logLevel: 'silent',
    usageFolder,
  });
  const db = openDatabase(database.connection, () => undefined);
  const authorization = `Bearer ${await signServiceToken(ann, 'content')}`;
  const transact = (operations: object[]) =>
    fetch(`http://127.0.0.1:${ready?.port}${TRANSACTIONS}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ operations }),
    });
  const stock = (left: number) => ({ update: 'products', id: 'cup', changes: { stock: left } });
  expect((await transact([stock(7)])).status).toBe(200);
  const read = () =>
    db
      .selectFrom('entry')
      .select(['collection', 'id', 'document'])
      .orderBy('collection')
      .orderBy('id')
      .execute();
  const before = await read();

  // It has written its entries, and waits for the amounts of the domain.
  const holder = await db.startTransaction().execute();
  await sql`select from runtime.stored where domain_id = ${ann.domainId} for update`.execute(holder);
  const answer = transact([stock(6), { delete: 'products', id: 'teapot' }]).catch(() => 'cut off');
  await expect.poll(() => countWaiting(db)).toBe(1);
  child.kill('SIGKILL');
  expect(await answer).toBe('cut off');
  await holder.rollback().execute();
  await expect.poll(() => countOpen(db)).toBe(0);
  expect(await read()).toEqual(before);
  await expectAmounts(db, ann.domainId);

  platform.close();
  await db.destroy();
  await database.drop();
  rmSync(usageFolder, { recursive: true });
}, 60_000);

const countWaiting = (db: Kysely<RuntimeDatabase>) => countServices(db, sql`wait_event_type = 'Lock'`);
const countOpen = (db: Kysely<RuntimeDatabase>) => countServices(db, sql`xact_start is not null`);

/** Connections to the database of the test, except its own ones. */
async function countServices(db: Kysely<RuntimeDatabase>, condition: ReturnType<typeof sql>) {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'atrium services' and ${condition}
      and pid <> pg_backend_pid()
  `.execute(db);
  return rows.length;
}

/** The amounts of a domain and the rows of its indexes are those of its entries. */
async function expectAmounts(db: Kysely<RuntimeDatabase>, domainId: string) {
  const { rows } = await sql<{ amounts: boolean; indexes: boolean }>`
    select
      (select (s.entries, s.entry_bytes) = (count(*), coalesce(sum(octet_length(e.document::text)), 0))
       from runtime.entry as e where e.domain_id = ${domainId}) as amounts,
      not exists (
        select from (
          select c.index_id, e.id, runtime.entry_sort_key(e.document, c.field) as value
          from runtime.collection_index as c join runtime.entry as e using (domain_id, collection)
          where c.domain_id = ${domainId}) as wanted
        full join (select * from runtime.entry_index where domain_id = ${domainId}) as i using (index_id, id, value)
        where i.domain_id is null or wanted.index_id is null) as indexes
    from runtime.stored as s where s.domain_id = ${domainId}
  `.execute(db);
  expect(rows).toEqual([{ amounts: true, indexes: true }]);
}
