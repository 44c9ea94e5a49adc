import { randomUUID } from 'node:crypto';
import type { EntryOperation } from '@atrium/contract/service-api/functions/entry-operation';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServices, type TestServices } from '../../test/support.ts';
import type { Store } from '../database/schema.ts';
import { CONTENT_SERVICE } from './collections.ts';
import type { Collection } from './entry.repository.ts';
import { TestEntries } from './test-entries.ts';

let services: TestServices;

beforeAll(async () => {
  services = await startTestServices();
});

afterAll(() => services[Symbol.asyncDispose]());

const id = fc.constantFrom('a', 'b', 'c', 'd');
const note = fc.integer({ min: 0, max: 3 });
const things = fc.constant('things');
const condition = fc.option(fc.record({ note: fc.record({ $gte: note }) }), { nil: undefined });
const change = fc.oneof(
  fc.record({ act: fc.constant('create' as const), id, note }),
  fc.record({ act: fc.constant('update' as const), id, note }),
  fc.record({ act: fc.constant('delete' as const), id }),
);
const changes = fc.array(
  fc.oneof(
    { arbitrary: change, weight: 3 },
    fc.record({
      act: fc.constant('transact' as const),
      operations: fc.array(
        fc.oneof(
          fc.record({ insert: things, entry: fc.record({ id, note }) }),
          fc.record({ update: things, id, changes: fc.record({ note }), where: condition }),
          fc.record({ delete: things, id, where: condition }),
        ),
        { maxLength: 4 },
      ),
    }),
  ),
);
const query = fc.record({
  where: fc.option(fc.record({ note: fc.integer({ min: 0, max: 3 }) }), { nil: {} }),
  sortBy: fc.option(fc.constantFrom('note', 'id'), { nil: undefined }),
  descending: fc.boolean(),
  page: fc.integer({ min: 0, max: 1 }),
  size: fc.integer({ min: 1, max: 3 }),
  count: fc.boolean(),
  changes: fc.constant(false),
});

it('shows a test its own changes as the live entries show theirs, and the live ones none of a test', async () => {
  const { content, db, testDb } = services.context;
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      changes,
      changes,
      fc.array(query, { minLength: 1 }),
      async (before, changes, queries) => {
        const [same, tested] = [`same-${(round += 1)}`, `tested-${round}`].map((domainId) => ({
          domainId,
          collection: 'things',
        })) as [Place, Place];
        for (const place of [same, tested]) {
          await addCollection(place.domainId);
          for (const each of before) await apply(db, place, each);
        }
        const live = await Promise.all(queries.map((each) => content.list(db, tested, each)));
        await using test = new TestEntries({ db, testDb, createId: randomUUID });
        for (const each of changes) {
          const outcomes = [
            await apply(db, same, each),
            await test.use((own, testId) => apply(own, { ...tested, testId }, each)),
          ];
          expect(outcomes[1]).toBe(outcomes[0]);
        }
        for (const [index, each] of queries.entries()) {
          expect(await test.use((own, testId) => content.list(own, { ...tested, testId }, each))).toEqual(
            await content.list(db, same, each),
          );
          expect(await content.list(db, tested, each)).toEqual(live[index]);
        }
      },
    ),
    { numRuns: 25 },
  );
});

type Place = Collection;

async function addCollection(domainId: string): Promise<void> {
  const { configurations } = services.context;
  const scope = { domainId, serviceId: CONTENT_SERVICE };
  const baseVersion = await configurations.ensureLiveVersion(scope);
  await configurations.importFiles(
    scope,
    { domainId, userId: 'ann' },
    {
      baseVersion,
      message: 'Add a collection',
      folders: [
        {
          name: 'collections',
          files: [{ name: 'things.meta.js', action: 'remote', content: 'export default { schema: {} };\n' }],
        },
      ],
    },
  );
}

type Change =
  | { act: 'create' | 'update'; id: string; note: number }
  | { act: 'delete'; id: string }
  | { act: 'transact'; operations: EntryOperation[] };

/** Returns the refusal. */
async function apply(db: Store, place: Place, change: Change) {
  return make(db, place, change).then(
    () => undefined,
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

function make(db: Store, place: Place, change: Change): Promise<unknown> {
  const { content } = services.context;
  switch (change.act) {
    case 'create':
      return content.create(db, place, { id: change.id, note: change.note });
    case 'update':
      return content.update(db, place, change.id, { note: change.note });
    case 'delete':
      return content.delete(db, place, change.id);
    case 'transact':
      return content.transact(db, place, change.operations);
  }
}
