import { expect, it } from 'vitest';
import { ariaSort, nextSort, sortRows, type TableColumn } from './table-column.ts';

interface Row {
  name: string;
  calls: number | null;
}
const rows: Row[] = [
  { name: 'b10', calls: 2 },
  { name: 'b9', calls: null },
  { name: 'a', calls: 10 },
];
const columns: TableColumn<Row>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: 'calls', header: 'Calls', cell: ({ calls }) => calls, sortBy: ({ calls }) => calls },
  { id: 'plain', header: 'Plain', cell: () => null },
];
const names = (sorted: readonly Row[]) => sorted.map(({ name }) => name);

it('sorts numbers as numbers, text as people read it, and what is missing last', () => {
  expect(names(sortRows(rows, columns, { columnId: 'name', isDescending: false }))).toEqual([
    'a',
    'b9',
    'b10',
  ]);
  expect(names(sortRows(rows, columns, { columnId: 'calls', isDescending: false }))).toEqual([
    'b10',
    'a',
    'b9',
  ]);
  expect(names(sortRows(rows, columns, { columnId: 'calls', isDescending: true }))).toEqual([
    'a',
    'b10',
    'b9',
  ]);
});

it('leaves the order alone without a column to sort by', () => {
  expect(sortRows(rows, columns, null)).toBe(rows);
  expect(sortRows(rows, columns, { columnId: 'plain', isDescending: false })).toBe(rows);
});

it('goes from ascending to descending to as it came', () => {
  const first = nextSort(null, 'name');
  const second = nextSort(first, 'name');
  expect([ariaSort(first, 'name'), ariaSort(second, 'name'), nextSort(second, 'name')]).toEqual([
    'ascending',
    'descending',
    null,
  ]);
  expect(nextSort(second, 'calls')).toEqual({ columnId: 'calls', isDescending: false });
});
