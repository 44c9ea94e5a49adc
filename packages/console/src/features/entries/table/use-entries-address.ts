import type { EntryQuery } from '@atrium/contract/service-api/functions/content-entry';
import { useMemo } from 'react';
import type { TableSort } from '../../../ui/table-column.ts';
import { useAddress } from '../../../ui/use-address.ts';
import { type Filter, readFilters, toWhere, writeFilters } from './entry-filter.ts';

export const ENTRIES_PER_PAGE = 50;

interface Place {
  cursor: string;
  /** Number of the page, from 1; undefined where it is not known. */
  page: number | undefined;
}

/** Filters, order and page of the entries, kept in the address. */
export function useEntriesAddress() {
  const { search, change } = useAddress();
  const filterText = search['filter'];
  const filters = useMemo(() => readFilters(filterText), [filterText]);
  const sort = readSort(search['sort']);
  const cursor = typeof search['cursor'] === 'string' ? search['cursor'] : undefined;
  const number = Number(search['page']);
  const query: Partial<EntryQuery> = {
    where: toWhere(filters),
    size: ENTRIES_PER_PAGE,
    ...(sort && { sortBy: sort.columnId, descending: sort.isDescending }),
    ...(cursor !== undefined && { cursor }),
  };
  const fromStart = { cursor: undefined, page: undefined };
  return {
    filters,
    sort,
    query,
    page: cursor === undefined ? 1 : Number.isInteger(number) && number > 0 ? number : undefined,
    setFilters: (next: readonly Filter[]) =>
      change((before) => ({ ...before, filter: writeFilters(next), ...fromStart })),
    setSort: (next: TableSort | null) =>
      change((before) => ({
        ...before,
        sort: next ? `${next.isDescending ? '-' : ''}${next.columnId}` : undefined,
        ...fromStart,
      })),
    setPlace: (place: Place | null) => change((before) => ({ ...before, ...(place ?? fromStart) })),
  };
}

/** `name`, or `-name` for descending. */
function readSort(value: unknown): TableSort | null {
  const [, minus, columnId] = typeof value === 'string' ? (/^(-?)(.+)$/s.exec(value) ?? []) : [];
  return columnId === undefined ? null : { columnId, isDescending: minus === '-' };
}
