import type { PagedResult } from '@atrium/contract/paging';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { EmptyState } from './EmptyState.tsx';
import { ErrorAlert } from './ErrorAlert.tsx';
import { Pagination } from './Pagination.tsx';
import { Skeleton } from './Skeleton.tsx';
import { useListAddress } from './use-list-address.ts';
import { useStandingError } from './use-standing-error.ts';

/** Part of a query that a list reads. If the rows are only part of the response, pass `{ ...query, data }`. */
export type ListQuery<Row> = Pick<
  UseQueryResult<readonly Row[] | PagedResult<Row> | null>,
  'data' | 'error' | 'errorUpdateCount' | 'isFetching' | 'isPlaceholderData'
> & { refetch: () => unknown };

interface ListFailure {
  error: Error;
  onRetry: () => void;
  isRetrying: boolean;
}

/** The part of a list that is on the page. */
interface ListRange {
  total: number;
  /** Numbers of its first and last row, counted from 1; 0 if there are none. */
  first: number;
  last: number;
}

export interface EntityListProps<Row> {
  /** The whole list, or one page of it (`usePages`). Null is an empty list. */
  query: ListQuery<Row>;
  /** Accessible name of the list: `Invoices`. */
  label: string;
  /** Prefix in the address, for a second list on the page. */
  name?: string | undefined;
  /** Search of the list; another search starts on the first page. */
  search?: string;
  /** Rows on a page, if the server returns the whole list. */
  pageSize?: number;
  /** Text next to the page buttons. */
  pagingText?: (range: ListRange) => ReactNode;
  /** Replaces an empty list: `No invoices yet` or another title, why it is empty, and an action. */
  empty: { title?: ReactNode; hint: ReactNode; action: ReactNode };
  /** Shown when the list could not be read; by default an alert with Retry. */
  failure?: (failure: ListFailure) => ReactNode;
  /** Placeholder while loading, with the height of the list, so that nothing moves. */
  skeleton?: ReactNode;
  /** Sorts a whole list before it is split into pages. */
  order?: (rows: readonly Row[]) => readonly Row[];
}

interface EntityListContent<Row> {
  /** `firstIndex` is the index of the first row in the whole list. */
  children: (rows: readonly Row[], firstIndex: number) => ReactNode;
}

/**
 * The one way to show a list: loading, empty, failed, or its rows, page by page. Use `EntityTable` for lists that are
 * tables.
 */
export function EntityList<Row>(props: EntityListProps<Row> & EntityListContent<Row>) {
  const {
    query,
    label,
    name,
    search,
    pageSize,
    pagingText,
    empty,
    failure: tellFailure = alertOf,
    order,
    children,
  } = props;
  const { page, change } = useListAddress(name);
  const shownSearch = useRef(search);
  useEffect(() => {
    if (shownSearch.current === search) return;
    shownSearch.current = search;
    change({ page: 0 }, { isReplacing: true });
  }, [search, change]);
  const error = useStandingError(query);
  const { data, isFetching, isPlaceholderData } = query;
  const failure =
    error !== null && tellFailure({ error, onRetry: () => void query.refetch(), isRetrying: isFetching });
  if (data === undefined) {
    return error === null
      ? (props.skeleton ?? <Skeleton label={`Loading ${label}`} className="px-4 pb-4" />)
      : failure;
  }
  const shown = isPage(data) ? pageOf(data) : cutPage(order?.(data ?? []) ?? data ?? [], page, pageSize);
  const { rows, pageNumber, totalPages, total, firstIndex } = shown;
  const range = { total, first: rows.length === 0 ? 0 : firstIndex + 1, last: firstIndex + rows.length };
  const text = pagingText?.(range);
  return (
    <>
      {/* Rows that could not be refreshed are better than none. */}
      {failure}
      {/* The previous page stays until the next one has been read. */}
      <div aria-busy={isPlaceholderData || undefined} className="aria-busy:opacity-60">
        {rows.length === 0 ? (
          <EmptyState title={`No ${inSentence(label)} yet`} isList {...empty} />
        ) : (
          children(rows, firstIndex)
        )}
      </div>
      {(totalPages > 1 || text) && (
        <div className="px-4">
          <Pagination
            label={`Pages of ${label}`}
            page={pageNumber}
            totalPages={totalPages}
            onChange={(next) => change({ page: next })}
            text={text}
          />
        </div>
      )}
    </>
  );
}

/** `Invoices` → `invoices`; `API keys` stays. */
const inSentence = (label: string) =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

const alertOf = (failure: ListFailure) => <ErrorAlert {...failure} className="mx-4 mb-4" />;

function isPage<Row>(answer: readonly Row[] | PagedResult<Row> | null): answer is PagedResult<Row> {
  return answer !== null && 'pageable' in answer;
}

function pageOf<Row>({ content, totalElements, totalPages, pageable }: PagedResult<Row>) {
  const { pageNumber, pageSize } = pageable;
  return { rows: content, pageNumber, totalPages, total: totalElements, firstIndex: pageNumber * pageSize };
}

function cutPage<Row>(all: readonly Row[], wantedPage: number, pageSize = Number.POSITIVE_INFINITY) {
  const totalPages = Math.ceil(all.length / pageSize);
  const pageNumber = Math.max(Math.min(wantedPage, totalPages - 1), 0);
  const firstIndex = pageNumber === 0 ? 0 : pageNumber * pageSize;
  const rows = all.slice(firstIndex, firstIndex + pageSize);
  return { rows, pageNumber, totalPages, total: all.length, firstIndex };
}
