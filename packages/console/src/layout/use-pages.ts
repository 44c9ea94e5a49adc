import type { Endpoint } from '@atrium/contract/endpoint';
import { endpointKey } from '@atrium/contract/endpoint-key';
import type { PagedResult, PageRequest } from '@atrium/contract/paging';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import type { z } from 'zod';
import { call } from '../api/call.ts';
import { readPage, type Search } from './search-text.ts';

type ListEndpoint<Content> = Endpoint<
  z.ZodUndefined,
  z.ZodUndefined,
  typeof PageRequest,
  z.ZodType<PagedResult<Content>>
>;

/** The page of a list, counted from 0. It stands in the address, from 1 on, so that reload and back button keep it. */
export function usePage() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const goTo = useCallback(
    (next: number, isReplacing = false) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, page: next === 0 ? undefined : next + 1 }),
        replace: isReplacing,
        resetScroll: false,
      }),
    [navigate],
  );
  return { page: readPage(search['page']), goTo };
}

/**
 * The page of a list that the address names, or the last one where there are fewer: after its only row was deleted, a
 * page is not there any more. `pageable` of the answer says which one it is.
 */
export function usePages<Content>(endpoint: ListEndpoint<Content>, size: number) {
  const { page, goTo } = usePage();
  const pages = useQuery({
    queryKey: endpointKey(endpoint, { body: { page, size } }),
    queryFn: async ({ signal }) => {
      const read = (wanted: number) => call(endpoint, { body: { page: wanted, size } }, { signal });
      const found = await read(page);
      const last = Math.max(found.totalPages - 1, 0);
      return page > last ? read(last) : found;
    },
    placeholderData: keepPreviousData,
  });
  const shown = pages.isPlaceholderData ? page : (pages.data?.pageable.pageNumber ?? page);
  useEffect(() => {
    if (shown !== page) goTo(shown, true);
  }, [shown, page, goTo]);
  return { pages, goTo };
}
