import { expect, test } from 'vitest';
import { findMatches, type SearchGroup } from './search-matches.ts';

const entry = (label: string, hint?: string) => ({
  id: label,
  label,
  ...(hint !== undefined && { hint }),
  target: { href: `/${label}` },
});

const groups: SearchGroup[] = [
  { label: 'Pages', entries: ['Overview', 'Usage', 'Invoices', 'Functions'].map((label) => entry(label)) },
  {
    label: 'Functions',
    entries: [
      entry('notes/of-orders'),
      ...Array.from({ length: 2000 }, (_, index) => entry(`orders/${index}`)),
    ],
  },
  {
    label: 'Invoices',
    entries: [entry('2026-000042', 'October 2026'), entry('2026-000041', 'September 2026')],
  },
];

const labelsOf = (typed: string) =>
  findMatches(groups, typed).map(({ label, entries }) => [label, entries.map((each) => each.label)]);

test('before anything is typed, all pages and a few of everything else are there', () => {
  expect(labelsOf('  ').map(([label, found]) => [label, found?.length])).toEqual([
    ['Pages', 4],
    ['Functions', 3],
    ['Invoices', 2],
  ]);
});

test('every word counts, in label and hint, whatever its case', () => {
  expect(labelsOf('OCTOBER 42')).toEqual([['Invoices', ['2026-000042']]]);
  expect(labelsOf('october 41')).toEqual([]);
});

test('finds an entry by another word for it, after those that have the word in their name', () => {
  const usage = { ...entry('Usage'), synonyms: 'bill budget' };
  const found = findMatches([{ label: 'Pages', entries: [usage, entry('Billboard')] }], 'bill');
  expect(found[0]?.entries.map(({ label }) => label)).toEqual(['Billboard', 'Usage']);
});

test('what begins with the text comes first, and a group shows a few', () => {
  const [found] = labelsOf('orders');
  expect(found?.[1]).toHaveLength(8);
  expect(found?.[1]?.[0]).toBe('orders/0');
  expect(labelsOf('of-orders')).toEqual([['Functions', ['notes/of-orders']]]);
});
