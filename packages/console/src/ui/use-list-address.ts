import { useCallback } from 'react';
import type { TableSort } from './table-column.ts';
import { useAddress } from './use-address.ts';

interface ListState {
  /** Counted from 0, as the server does. */
  page: number;
  /** Null for the order of the server. */
  sort: TableSort | null;
}

/**
 * Page and order of a list, kept in the address so that reload, the back button and a shared link restore them. If a
 * page has several lists, they have names: `runs.page=2`.
 */
export function useListAddress(name?: string) {
  const { search, change: changeAddress } = useAddress();
  const prefix = name === undefined ? '' : `${name}.`;
  const change = useCallback(
    (changes: Partial<ListState>, options?: { isReplacing?: boolean }) =>
      changeAddress(
        (before) => ({
          ...before,
          ...(changes.page !== undefined && { [`${prefix}page`]: writePage(changes.page) }),
          ...(changes.sort !== undefined && {
            [`${prefix}sort`]: writeSort(changes.sort),
            // Another order puts other rows on the page.
            [`${prefix}page`]: undefined,
          }),
        }),
        options,
      ),
    [changeAddress, prefix],
  );
  return { page: readPage(search[`${prefix}page`]), sort: readSort(search[`${prefix}sort`]), change };
}

/** `3` is page 2, because users count from 1. Anything else is the first page. */
function readPage(value: unknown): number {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Math.max(Number(value) - 1, 0) : 0;
}

const writePage = (page: number) => (page === 0 ? undefined : page + 1);

/** `name`, or `-name` for descending. */
function readSort(value: unknown): TableSort | null {
  const [, minus, columnId] = typeof value === 'string' ? (/^(-?)([\w-]+)$/.exec(value) ?? []) : [];
  return columnId === undefined ? null : { columnId, isDescending: minus === '-' };
}

const writeSort = (sort: TableSort | null) =>
  sort === null ? undefined : `${sort.isDescending ? '-' : ''}${sort.columnId}`;
