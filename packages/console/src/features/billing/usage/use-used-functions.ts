import { listUsedFunctions, USED_FUNCTIONS_SIZE } from '@atrium/contract/billing/usage-month';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useListAddress } from '../../../ui/use-list-address.ts';

/** Under the month, another one of which has other pages. */
export const FUNCTIONS_LIST = 'month.functions';

/** The page of a month's functions that is in the address, or the last one if there are fewer. */
export function useUsedFunctions(month: string, search: string, serviceId?: string) {
  const { page } = useListAddress(FUNCTIONS_LIST);
  const ofService = serviceId === undefined ? {} : { serviceId };
  const body = { month, ...ofService, search, page, size: USED_FUNCTIONS_SIZE };
  return useQuery({
    queryKey: endpointKey(listUsedFunctions, { body }),
    queryFn: async ({ signal }) => {
      const found = await call(listUsedFunctions, { body }, { signal });
      if (found.content.length > 0 || page === 0) return found;
      // A page that does not exist tells no number of pages.
      const first = await call(listUsedFunctions, { body: { ...body, page: 0 } }, { signal });
      const last = Math.max(first.totalPages - 1, 0);
      return last === 0 ? first : call(listUsedFunctions, { body: { ...body, page: last } }, { signal });
    },
    placeholderData: keepPreviousData,
  });
}
