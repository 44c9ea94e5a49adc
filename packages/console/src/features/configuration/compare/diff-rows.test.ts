import { expect, test } from 'vitest';
import { sampleFiles } from '../decisions/diff-file-samples.ts';
import type { ServiceDiff } from '../differences/service-diffs.ts';
import { entriesOf, folderOfAll, type RowFilter, shownRowsOf } from './diff-rows.ts';

const diffOf = (files: ReturnType<typeof sampleFiles>) =>
  ({ service: { serviceId: 'shop' }, files, changed: files }) as unknown as ServiceDiff;
const filter: RowFilter = {
  matches: () => true,
  chips: new Set(),
  open: new Map(),
  isMetadataHidden: false,
  isUnchangedShown: false,
};
const remote = { 'f/b.js': '1', 'f/orders/a.js': '1', 'g/x/deep/one.js': '1', 'g/y/two.js': '1' };
const rows = shownRowsOf(diffOf(sampleFiles({ local: {}, remote })), filter);
const none: ReadonlySet<string> = new Set();
const texts = (...given: Parameters<typeof entriesOf>) =>
  entriesOf(...given).map((entry) =>
    entry.kind === 'file'
      ? `${'  '.repeat(entry.depth)}${entry.row.file.name}`
      : `${'  '.repeat(entry.depth)}${entry.label}/ ${entry.to - entry.from}`,
  );

test('folders without files of their own are one line with the only folder below', () => {
  expect(texts(rows, 'tree', none, '')).toEqual([
    'f/ 2',
    '  b.js',
    '  orders/ 1',
    '    a.js',
    'g/ 2',
    '  x/deep/ 1',
    '    one.js',
    '  y/ 1',
    '    two.js',
  ]);
});

test('a closed folder hides all below it, and the list has no folders', () => {
  expect(texts(rows, 'tree', new Set(['shop/g/', 'shop/f/orders/']), '')).toEqual([
    'f/ 2',
    '  b.js',
    '  orders/ 1',
    'g/ 2',
  ]);
  expect(texts(rows, 'list', none, '')).toEqual(['b.js', 'a.js', 'one.js', 'two.js']);
});

test('a folder that the line above names has no line, and the others begin below it', () => {
  expect(folderOfAll(rows)).toBe('');
  const inside = rows.filter(({ file }) => file.folderPath.startsWith('g/'));
  expect(folderOfAll(inside)).toBe('g');
  expect(texts(inside, 'tree', none, 'g')).toEqual(['x/deep/ 1', '  one.js', 'y/ 1', '  two.js']);
  expect(folderOfAll(inside.slice(0, 1))).toBe('g/x/deep');
  expect(texts(inside.slice(0, 1), 'tree', none, 'g/x/deep')).toEqual(['one.js']);
});

test.each(['x.js', 'y.js', 'old/shop', 'new/shop'])(
  'a moved file is found by the place that it has and by the one it goes to: %s',
  (text) => {
    const moved = sampleFiles({
      local: { 'old/shop/x.js': '1', 'old/z.js': '1' },
      remote: { 'new/shop/y.js': '1', 'old/z.js': '2' },
      moved: { 'old/shop/x.js': 'new/shop/y.js' },
    });
    const matches = ({ name, folderPath }: { name: string; folderPath: string }) =>
      name.includes(text) || folderPath.includes(text);
    const found = shownRowsOf(diffOf(moved), { ...filter, matches });
    expect(found.map(({ key }) => key)).toEqual(['shop/old/shop/x.js']);
  },
);
