import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import type { PaneRegion, SideTexts } from '../../panes/pane-region.ts';
import { ignoredLinesOf, isFilteredOut as isOut, noFilters, type RegionFilters } from './region-filter.ts';

const onlyMetadata = { whitespace: false, metadata: true };
const both = { whitespace: true, metadata: true };

const isFilteredOut = (region: PaneRegion, sides: SideTexts, filters: RegionFilters) =>
  isOut(region, sides, filters, () => ignoredLinesOf(sides, 'hyper-dispatch'));

/** A region over the whole of three texts. */
function regionOf(local: string, remote: string, base = ''): [PaneRegion, SideTexts] {
  const doc = (text: string) => Text.of(text.split('\n'));
  const sides = { base: doc(base), local: doc(local), remote: doc(remote) };
  const range = ({ lines }: Text) => ({ from: 0, to: lines });
  const ranges = { base: range(sides.base), local: range(sides.local), remote: range(sides.remote) };
  return [{ id: 1, kind: 'conflict', state: 'open', ...ranges }, sides];
}

const metadata = (id: string, title: string) =>
  `export default {\n  id: '${id}',\n  "updatedOn": '${id}',\n  linkedIds: ['${id}'],\n  title: '${title}',\n};\n`;

test('the metadata filter takes out what differs in ids, times and linked ids only', () => {
  const region = regionOf(metadata('1', 'same'), metadata('2', 'same'));
  expect(isFilteredOut(...region, onlyMetadata)).toBe(true);
  expect(isFilteredOut(...region, noFilters)).toBe(false);
});

test('a field that counts is shown, also beside fields that do not', () => {
  expect(isFilteredOut(...regionOf(metadata('1', 'ours'), metadata('2', 'theirs')), onlyMetadata)).toBe(
    false,
  );
  expect(isFilteredOut(...regionOf("  identity: '1',\n", "  identity: '2',\n"), onlyMetadata)).toBe(false);
});

test('lines that only one side has are taken out where all of them are ignored fields', () => {
  expect(isFilteredOut(...regionOf("  acl: 'x',\n", ''), onlyMetadata)).toBe(true);
  expect(isFilteredOut(...regionOf("  acl: 'x',\n  title: 'x',\n", ''), onlyMetadata)).toBe(false);
});

test('a region inside a list that is ignored is taken out, and so are the linked ids of the service', () => {
  const text = (acl: string, next: string) => `  acl: [\n    "a",\n${acl}  ],\n${next}`;
  const [region, sides] = regionOf(text('    "b",\n', '  tags: [],\n'), text('', '  tags: [],\n'));
  const inside = { ...region, local: { from: 2, to: 3 }, remote: { from: 2, to: 2 } };
  expect(isFilteredOut(inside, sides, onlyMetadata)).toBe(true);
  expect(isFilteredOut(region, sides, onlyMetadata)).toBe(true);
  expect(isFilteredOut(...regionOf("  functionId: '1',\n", "  functionId: '2',\n"), onlyMetadata)).toBe(true);
  expect(isFilteredOut(...regionOf("  collectionId: '1',\n", ''), onlyMetadata)).toBe(false);
  expect(isFilteredOut(...regionOf('  tags: [\n    "a",\n  ],\n', '  tags: [],\n'), onlyMetadata)).toBe(
    false,
  );
});

test('a line after the region, ignored on one side, changes nothing', () => {
  const [region, sides] = regionOf(
    "  id: '1',\n  title: 'a',\n  id: '2',\n",
    "  title: 'a',\n  title: 'b',\n",
  );
  const cut = { ...region, local: { from: 0, to: 2 }, remote: { from: 0, to: 1 } };
  expect(isFilteredOut(cut, sides, onlyMetadata)).toBe(true);
});

test('together with whitespace, both kinds of difference may meet in one region', () => {
  const region = regionOf("  id: '1',\n  title: 'a',\n", "  id: '2',\n  title:   'a',\n");
  expect(isFilteredOut(...region, onlyMetadata)).toBe(false);
  expect(isFilteredOut(...region, both)).toBe(true);
});

test('what both sides changed alike is judged against the base', () => {
  const [region, sides] = regionOf("  id: '2',\n", "  id: '2',\n", "  id: '1',\n");
  expect(isFilteredOut({ ...region, kind: 'same' }, sides, onlyMetadata)).toBe(true);
  const [titled, texts] = regionOf("  title: 'b',\n", "  title: 'b',\n", "  title: 'a',\n");
  expect(isFilteredOut({ ...titled, kind: 'same' }, texts, onlyMetadata)).toBe(false);
});

test('what was typed by hand is never taken out', () => {
  const [region, sides] = regionOf("  id: '1',\n", "  id: '2',\n");
  expect(isFilteredOut({ ...region, kind: 'hand' }, sides, both)).toBe(false);
});
