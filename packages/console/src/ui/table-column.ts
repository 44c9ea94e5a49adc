import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  id: string;
  header: string;
  /** `index` is that of the row in the whole list. */
  cell: (row: Row, index: number) => ReactNode;
  align?: 'start' | 'end';
  /** Marks the row header, which is announced before every other cell. */
  isRowHeader?: boolean;
  /** Text of any length: has a line of its own in stacked rows. */
  isLong?: boolean;
  /** The header is only for screen readers (columns of buttons). */
  isHeaderHidden?: boolean;
  /** Makes the column sortable by this value. */
  sortBy?: (row: Row) => string | number | null | undefined;
  className?: string;
  /** CSS grid width in a virtual table: `2fr`, `8rem`, `minmax(10rem, 1fr)`. */
  width?: string;
}

export interface TableSort {
  columnId: string;
  isDescending: boolean;
}

/** Shared instance: each call of `localeCompare` creates its own, which is slow for ten thousand rows. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Returns a sorted copy. Rows without a value are last in both directions, and the sort is stable. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Pick<TableColumn<Row>, 'id' | 'sortBy'>[],
  sort: TableSort | null,
): readonly Row[] {
  const sortBy = columns.find((column) => column.id === sort?.columnId)?.sortBy;
  if (!sort || !sortBy) return rows;
  const direction = sort.isDescending ? -1 : 1;
  return rows.toSorted((first, second) => {
    const a = sortBy(first) ?? null;
    const b = sortBy(second) ?? null;
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    if (typeof a === 'number' && typeof b === 'number') return (a - b) * direction;
    return collator.compare(String(a), String(b)) * direction;
  });
}

/** Next state of a header's button: ascending, descending, as it came. */
export function nextSort(sort: TableSort | null, columnId: string): TableSort | null {
  if (sort?.columnId !== columnId) return { columnId, isDescending: false };
  return sort.isDescending ? null : { columnId, isDescending: true };
}

export function ariaSort(sort: TableSort | null, columnId: string) {
  if (sort?.columnId !== columnId) return 'none';
  return sort.isDescending ? 'descending' : 'ascending';
}
