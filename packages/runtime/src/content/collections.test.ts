import { afterAll, expect, it } from 'vitest';
import { Checks } from './checks.ts';
import { readCollections } from './collections.ts';

const checks = new Checks((pattern, text) => new RegExp(pattern, 'u').test(text));

afterAll(() => checks.close());

const filesOf = (schema: unknown, entries: unknown) =>
  new Map([
    ['collections/things.meta.js', `export default ${JSON.stringify({ schema })};`],
    ['collections/things.js', `export default ${JSON.stringify(entries)};`],
  ]);

it('lets others have their turn while it checks many entries', async () => {
  const entries = Array.from({ length: 10_000 }, (_, index) => ({ id: String(index) }));
  let hadTurn = false;
  setImmediate(() => {
    hadTurn = true;
  });
  const collections = await readCollections(
    filesOf({ properties: { id: { type: 'string' } } }, entries),
    checks.forImport('acme'),
  );
  expect(hadTurn).toBe(true);
  expect(collections.get('things')?.entries).toHaveLength(entries.length);
});

it('refuses the import because of an entry that takes too long to check, and names it', async () => {
  const schema = { properties: { xs: { items: { allOf: Array.from({ length: 1_000 }, () => ({})) } } } };
  const entries = [
    { id: 'short', xs: [1] },
    { id: 'long', xs: Array.from({ length: 2_000 }, () => 1) },
  ];
  await expect(readCollections(filesOf(schema, entries), checks.forImport('acme'))).rejects.toThrow(
    'collections/things.js: entry long: it takes too long to check',
  );
});
