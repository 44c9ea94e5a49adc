import type { Endpoint } from '@atrium/contract/endpoint';
import { endpointKey } from '@atrium/contract/endpoint-key';
import type { PagedResult, PageRequest } from '@atrium/contract/paging';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import { useListAddress } from '../ui/use-list-address.ts';
import { call } from './call.ts';

/** Endpoint that returns one page of a list, whose input is the page's number and size, and optionally a search. */
type PagesEndpoint<Row> = Endpoint<
  z.ZodUndefined,
  z.ZodUndefined,
  z.ZodType<PageRequest, { [Part in keyof PageRequest]?: number | undefined }>,
  z.ZodType<PagedResult<Row>>
>;

interface PagesOptions {
  size: number;
  /** Prefix in the address, for a second list on the page. */
  name?: string;
  /** Search of the rows, beside the page. */
  filter?: { text?: string };
  /** Time during which a response stays fresh; the default of all queries if omitted. */
  staleTime?: number;
}

/**
 * Page of a list from the address, or the last one if there are fewer: a page may disappear with its only row.
 * `pageable` of the response has the actual number.
 */
export function usePages<Row>(
  endpoint: PagesEndpoint<Row>,
  { size, name, filter, ...options }: PagesOptions,
) {
  const { page, change } = useListAddress(name);
  const pages = useQuery({
    ...options,
    queryKey: endpointKey(endpoint, { body: { page, size, ...filter } }),
    queryFn: async ({ signal }) => {
      const read = (wanted: number) =>
        call(endpoint, { body: { page: wanted, size, ...filter } }, { signal });
      const found = await read(page);
      const last = Math.max(found.totalPages - 1, 0);
      return page > last ? read(last) : found;
    },
    placeholderData: keepPreviousData,
  });
  const shown = pages.isPlaceholderData ? page : (pages.data?.pageable.pageNumber ?? page);
  useEffect(() => {
    if (shown !== page) change({ page: shown }, { isReplacing: true });
  }, [shown, page, change]);
  return pages;
}
