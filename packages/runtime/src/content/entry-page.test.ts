import { type EntryPage, MAX_COUNTED } from '@atrium/contract/service-api/functions/content-entry';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofDomain, startTestServices, type TestServices } from '../../test/support.ts';

let services: TestServices;

beforeAll(async () => {
  services = await startTestServices();
});

afterAll(() => services[Symbol.asyncDispose]());

const ENTRIES = '/content/entries/things';

/** A domain with a collection `things`. */
async function openDomain(domainId: string, fields: Record<string, unknown> = {}) {
  const own = ofDomain(services, domainId);
  const declare = async (given: Record<string, unknown>) => {
    const { body: live } = await own.call('GET', '/content/export/metadata');
    const content = `export default ${JSON.stringify({ schema: {}, ...given })};\n`;
    const folders = [{ name: 'collections', files: [{ name: 'things.meta.js', action: 'remote', content }] }];
    return own.call('POST', '/content/import', { body: { baseVersion: live.version, folders } });
  };
  expect((await declare(fields)).status).toBe(200);
  return {
    declare,
    call: own.call,
    async add(entries: readonly Record<string, unknown>[]): Promise<void> {
      for (const body of entries) expect((await own.call('POST', ENTRIES, { body })).status).toBe(200);
    },
    /** Entries as if they had been written one by one before an index was declared. */
    async fill(count: number): Promise<void> {
      await sql`
        insert into runtime.entry
        select ${domainId}, 'things', to_char(n, 'FM0000000'),
               jsonb_build_object('id', to_char(n, 'FM0000000'), 'rank', (n * 7919) % ${count}, 'kind', 'k' || n % 4),
               false, now(), now()
        from generate_series(1, ${count}) as n`.execute(services.context.db);
    },
    async list(query: Record<string, unknown>): Promise<EntryPage> {
      const { status, body } = await own.call('POST', `${ENTRIES}/query`, { body: query });
      expect([status, body.message]).toEqual([200, undefined]);
      return body;
    },
    async refusal(query: Record<string, unknown>) {
      const { status, body } = await own.call('POST', `${ENTRIES}/query`, { body: query });
      return [status, body.errors?.[0]?.defaultMessage ?? body.message];
    },
    /** Rows of each index that are not those of the entries. */
    async countWrong(): Promise<number[]> {
      const { rows } = await sql<{ wrong: string }>`
        select c.field, count(*) filter (where e.id is null or e.key is distinct from i.value) as wrong
        from runtime.collection_index as c
        cross join lateral (
          select id, runtime.entry_sort_key(document, c.field) as key from runtime.entry
          where domain_id = ${domainId} and collection = 'things') as e
        full join runtime.entry_index as i on i.index_id = c.index_id and i.id = e.id
        where c.domain_id = ${domainId} and c.collection = 'things' group by c.field`.execute(
        services.context.db,
      );
      return rows.map(({ wrong }) => Number(wrong));
    },
    async whenBuilt(): Promise<void> {
      await expect
        .poll(
          async () =>
            (await own.call('GET', '/content/indexes')).body.every(
              (each: { isReady: boolean }) => each.isReady,
            ),
          {
            timeout: 90_000,
          },
        )
        .toBe(true);
    },
  };
}

const idsOf = ({ content }: EntryPage) => content.map(({ id }) => id);

describe('conditions', () => {
  it.each<[string, unknown, string[]]>([
    ['a value', { n: 2 }, ['b']],
    ['$eq of a list, whole', { tags: { $eq: ['x', 'y'] } }, ['a']],
    ['$ne, also where the field is missing', { n: { $ne: 2 } }, ['a', 'c', 'd', 'e']],
    ['a range', { n: { $gte: 2, $lt: 10 } }, ['b', 'c']],
    ['numbers by their value, not as texts', { n: { $lt: 10 } }, ['a', 'b', 'c']],
    ['texts among texts', { name: { $gt: 'Green' } }, ['a', 'b']],
    ['a part of a text in any case', { name: { $contains: 'TEA' } }, ['a', 'b']],
    ['a part with signs that patterns know', { name: { $contains: '50%' } }, ['c']],
    ['an item of a list', { tags: { $contains: 'y' } }, ['a', 'b']],
    ['what is empty', { name: { $empty: true } }, ['d', 'e']],
    ['what is not', { tags: { $empty: false } }, ['a', 'b']],
    ['a field of an object', { maker: { city: { $contains: 'osa' } } }, ['c']],
    ['values and operators at once', { n: { $gt: 1 }, tags: ['y'] }, ['b']],
    ['null', { n: null }, ['d']],
  ])('find %s', async (name, where, expected) => {
    const domain = await openDomain(`conditions-${name}`);
    await domain.add([
      { id: 'a', n: 1, name: 'Green tea', tags: ['x', 'y'] },
      { id: 'b', n: 2, name: 'Tea, black', tags: ['y'] },
      { id: 'c', n: 3, name: '50% off', maker: { city: 'Osaka', zip: 1 } },
      { id: 'd', n: null, name: '', tags: [] },
      { id: 'e', n: 'text' },
    ]);
    expect(idsOf(await domain.list({ where }))).toEqual(expected);
  });

  it('find all matches, also where the first entry beyond the bound matches', async () => {
    const domain = await openDomain('beyond-the-bound', { indexes: ['v', 'w'] });
    await domain.add([1, 2, 3, 4, 5, 6].map((w) => ({ id: `${w}`, w, v: w > 3 ? 1 : 0 })));
    await domain.whenBuilt();
    const page = await domain.list({ where: { v: 1 }, sortBy: 'w', size: 1 });
    expect([idsOf(page), page.totalElements, page.cursors.next !== null]).toEqual([['4'], 3, true]);
    const next = await domain.list({ where: { v: 1 }, sortBy: 'w', size: 1, cursor: page.cursors.next });
    expect(idsOf(next)).toEqual(['5']);
  });

  it('are refused by name if they are not understood', async () => {
    const domain = await openDomain('refused-conditions');
    expect(await domain.refusal({ where: { n: { $regex: 'a' } } })).toEqual([
      400,
      'Unknown here: $regex. Known are: $eq, $ne, $lt, $lte, $gt, $gte, $contains, $empty.',
    ]);
    expect(await domain.refusal({ where: { n: { $gt: 1, below: 2 } } })).toEqual([
      400,
      expect.stringMatching(/^Unknown here: below\./),
    ]);
    expect(await domain.refusal({ where: { n: { $gt: [] } } })).toEqual([
      400,
      '$gt needs a text or a number.',
    ]);
    expect(await domain.refusal({ where: { a: { b: { $empty: 'no' } } } })).toEqual([
      400,
      '$empty needs true or false.',
    ]);
  });
});

describe('cursors', () => {
  it('lead back from a page whose entries were deleted, and sort by id without an index', async () => {
    const domain = await openDomain('emptied-page');
    await domain.add(['a', 'b', 'c'].map((id) => ({ id })));
    const first = await domain.list({ size: 2, sortBy: 'id' });
    expect(idsOf(first)).toEqual(['a', 'b']);
    expect((await domain.call('DELETE', `${ENTRIES}/c`)).status).toBeLessThan(300);
    const emptied = await domain.list({ size: 2, sortBy: 'id', cursor: first.cursors.next });
    expect(idsOf(emptied)).toEqual([]);
    const before = await domain.list({ size: 2, sortBy: 'id', cursor: emptied.cursors.previous });
    expect(idsOf(before)).toEqual(['a', 'b']);
  });

  const value = fc.oneof(
    fc.integer({ min: -2, max: 2 }),
    fc.constantFrom('', 'a', 'B', 'ä', 'x'.repeat(300)),
    fc.boolean(),
    fc.constant(null),
    fc.constant([1]),
    fc.constant({ a: 1 }),
    fc.constant(undefined),
  );

  it.each([false, true])(
    'lead through every order both ways, as one large page shows it (index: %s)',
    async (isIndexed) => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(value, { minLength: 1, maxLength: 12 }),
          fc.constantFrom('v', undefined),
          fc.boolean(),
          fc.integer({ min: 1, max: 5 }),
          async (values, sortBy, descending, size) => {
            const domain = await openDomain(
              `cursors-${isIndexed}-${(round += 1)}`,
              isIndexed ? { indexes: ['v'] } : {},
            );
            await domain.whenBuilt();
            await domain.add(values.map((v, index) => ({ id: `e${index}`, v })));
            const order = { descending, ...(sortBy && { sortBy }) };
            const all = idsOf(await domain.list({ ...order, size: 200 }));
            expect(all).toHaveLength(values.length);
            const seen: string[] = [];
            let page = await domain.list({ ...order, size });
            for (;;) {
              seen.push(...idsOf(page));
              expect(page.totalElements).toBe(values.length);
              if (page.cursors.next === null) break;
              page = await domain.list({ ...order, size, cursor: page.cursors.next });
            }
            expect(seen).toEqual(all);
            const { last } = (await domain.list({ ...order, size })).cursors;
            const back: string[] = [];
            for (let cursor = last; cursor !== null; ) {
              const found = await domain.list({ ...order, size, cursor });
              back.unshift(...idsOf(found));
              cursor = found.cursors.previous;
            }
            expect(back).toEqual(last === null ? [] : all);
          },
        ),
        { numRuns: 8 },
      );
    },
  );

  it('of another order or made up are refused', async () => {
    const domain = await openDomain('made-up');
    await domain.add([{ id: 'a' }, { id: 'b' }]);
    const { cursors } = await domain.list({ size: 1 });
    const message = expect.stringMatching(/^The cursor is not one of this order\./);
    expect(await domain.refusal({ cursor: cursors.next, sortBy: 'n' })).toEqual([422, message]);
    for (const cursor of [
      'x',
      '',
      'W10',
      Buffer.from('["[null,false]",{"side":"up"}]').toString('base64url'),
    ])
      expect(await domain.refusal({ cursor })).toEqual([422, message]);
  });
});

describe('more entries than are counted', () => {
  it('are counted only if asked, paged by cursors, and sorted by an index that is built beside writes', async () => {
    const domain = await openDomain('grown');
    const count = MAX_COUNTED + 2_500;
    await domain.fill(count);
    const first = await domain.list({ size: 2 });
    expect([first.totalElements, first.isCounted]).toEqual([MAX_COUNTED, false]);
    expect(await domain.list({ size: 2, count: true })).toMatchObject({
      totalElements: count,
      isCounted: true,
    });
    expect(idsOf(await domain.list({ size: 2, cursor: first.cursors.last }))).toEqual([
      String(count - 1).padStart(7, '0'),
      String(count).padStart(7, '0'),
    ]);
    expect(await domain.refusal({ page: 101, size: 100 })).toEqual([
      422,
      'Pages by number end at 10,000 entries. Use the cursor that each page returns.',
    ]);
    expect(await domain.refusal({ sortBy: 'rank' })).toEqual([
      422,
      'More than 10,000 entries cannot be sorted by "rank" without an index. ' +
        'Add "rank" to "indexes" in collections/things.meta.js, or choose fewer entries with "where".',
    ]);
    // A quarter of them is few enough.
    expect((await domain.list({ where: { kind: 'k1' }, sortBy: 'rank', size: 3 })).totalElements).toBe(
      count / 4,
    );

    expect((await domain.declare({ indexes: ['rank', 'kind'] })).status).toBe(200);
    await domain.add([{ id: 'new', rank: -1, kind: 'k9' }]);
    await domain.whenBuilt();
    await domain.call('PATCH', `${ENTRIES}/0000001`, { body: { rank: -2 } });
    await domain.call('DELETE', `${ENTRIES}/0000002`);
    const [lowest] = (await domain.list({ sortBy: 'rank', size: 3 })).content.map(({ rank }) => rank);
    expect(lowest).toBe(-2);
    const ranks = (await domain.list({ sortBy: 'rank', size: 200 })).content.map(({ rank }) => Number(rank));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(idsOf(await domain.list({ where: { kind: 'k9' } }))).toEqual(['new']);
    const quarter = await domain.list({ where: { kind: 'k1' }, sortBy: 'rank', descending: true, size: 50 });
    expect(quarter.content.every(({ kind }) => kind === 'k1')).toBe(true);
    expect(await domain.countWrong()).toEqual([0, 0]);

    expect((await domain.declare({})).status).toBe(200);
    await expect.poll(async () => (await domain.refusal({ sortBy: 'rank' }))[0]).toBe(422);
  });
});

describe('indexes', () => {
  const value = fc.oneof(
    fc.integer({ min: -2, max: 2 }),
    fc.constantFrom('', 'a', 'B', 'b', `b${'x'.repeat(300)}`, `b${'x'.repeat(300)}y`),
    fc.boolean(),
    fc.constantFrom(null, [], [1], {}, { a: 1 }, undefined),
  );
  const operand = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.constantFrom('', 'b', `b${'x'.repeat(300)}`));
  const condition = fc.oneof(
    operand,
    fc.dictionary(fc.constantFrom('$lt', '$lte', '$gt', '$gte', '$eq'), operand, { minKeys: 1, maxKeys: 2 }),
    fc.constantFrom(true, null, { $ne: 1 }, { $empty: true }, { $contains: 'x' }, [], {}),
  );

  it('answer each query as the entries themselves do', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ v: value, w: value }), { minLength: 1, maxLength: 12 }),
        fc.array(
          fc.record({
            where: fc.dictionary(fc.constantFrom('v', 'w'), condition),
            sortBy: fc.constantFrom('v', 'w', 'n', undefined),
            descending: fc.boolean(),
            page: fc.integer({ min: 0, max: 1 }),
            size: fc.integer({ min: 1, max: 4 }),
            count: fc.boolean(),
          }),
          { minLength: 10, maxLength: 20 },
        ),
        async (values, queries) => {
          round += 1;
          const plain = await openDomain(`plain-${round}`);
          const indexed = await openDomain(`indexed-${round}`, { indexes: ['v', 'w'] });
          await indexed.whenBuilt();
          const entries = values.map((fields, index) => ({ id: `e${index}`, n: -index, ...fields }));
          for (const domain of [plain, indexed]) await domain.add(entries);
          for (const query of queries) expect(await indexed.list(query)).toEqual(await plain.list(query));
        },
      ),
      { numRuns: 12 },
    );
  });
});

it('goes on building an index when the process or its connection breaks off', async () => {
  const domain = await openDomain('broken-off');
  await domain.fill(4_000);
  expect((await domain.declare({ indexes: ['rank'] })).status).toBe(200);
  const built = async () =>
    (await domain.call('GET', '/content/indexes')).body.find(
      ({ collection }: { collection: string }) => collection === 'things',
    );
  await expect.poll(async () => (await built()).builtEntries, { interval: 1 }).toBeGreaterThan(0);
  const { isReady } = await built();
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'atrium services' and pid <> pg_backend_pid()
  `.execute(services.context.db);
  expect(isReady).toBe(false);
  services.context.indexes.start();
  await domain.whenBuilt();
  expect(await built()).toMatchObject({ isReady: true, builtEntries: 4_000 });
  expect(await domain.countWrong()).toEqual([0]);
});

describe('conditions on very many entries', () => {
  const count = 100_500;

  it('read no more than 100,000 of them, and name the index that is missing', async () => {
    const domain = await openDomain('very-many');
    await domain.fill(count);
    const more = /^More than 100,000 entries cannot be searched by /;
    expect(await domain.refusal({ where: { rank: { $lt: 0 } } })).toEqual([
      422,
      'More than 100,000 entries cannot be searched by "rank" without an index. Add "rank" to "indexes" in ' +
        'collections/things.meta.js, or choose fewer entries with a condition on an indexed field.',
    ]);
    expect(await domain.refusal({ where: { kind: { $contains: 'x' } } })).toEqual([
      422,
      'More than 100,000 entries cannot be searched by "kind" without an index. Choose fewer entries with a ' +
        'condition on a field in "indexes" of collections/things.meta.js.',
    ]);
    // Many matches, which come soon.
    const soon = await domain.list({ where: { kind: { $ne: 'k1' } }, size: 2 });
    expect([idsOf(soon), soon.isCounted]).toEqual([['0000002', '0000003'], false]);
    // Values that are equal need no index.
    expect(idsOf(await domain.list({ where: { rank: 7919 % count } }))).toEqual(['0000001']);
    expect(await domain.list({ where: { kind: 'k5' } })).toMatchObject({ totalElements: 0 });

    expect((await domain.declare({ indexes: ['rank'] })).status).toBe(200);
    await domain.whenBuilt();
    expect(await domain.list({ where: { rank: { $lt: 0 } } })).toMatchObject({ totalElements: 0 });
    const lowest = await domain.list({ where: { rank: { $lt: 3 } }, sortBy: 'rank' });
    expect(lowest.content.map(({ rank }) => rank)).toEqual([0, 1, 2]);
    expect(
      await domain.list({ where: { rank: { $lt: 50_000 }, kind: 'k1' }, sortBy: 'rank', size: 1 }),
    ).toMatchObject({ isCounted: false, content: [{ kind: 'k1' }] });
    expect(await domain.refusal({ where: { rank: { $gte: 0 }, kind: { $contains: 'x' } } })).toEqual([
      422,
      expect.stringMatching(more),
    ]);
  }, 200_000);
});

it('refuses indexes that cannot be built, by name', async () => {
  const domain = await openDomain('unusable');
  const refusal = async (fields: Record<string, unknown>) => (await domain.declare(fields)).body.message;
  expect(await refusal({ indexes: 'rank' })).toMatch('"indexes" must be a list of names of fields');
  expect(await refusal({ indexes: ['a', 'a'] })).toMatch('"indexes" names a twice');
  expect(await refusal({ schema: { properties: { date: {} } }, indexes: ['dat'] })).toMatch(
    '"indexes" names dat, which is no property of the schema',
  );
  expect(await refusal({ indexes: ['a', 'b', 'c', 'd', 'e', 'f'] })).toMatch(
    'a collection has at most 5 indexes',
  );
});
