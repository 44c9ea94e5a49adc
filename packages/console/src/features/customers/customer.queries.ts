import { type CustomerPosition, searchCustomers } from '@atrium/contract/customers/customer';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Pages of customers that a text finds, each from the last customer of the one before. */
export function customersQuery(text: string) {
  return infiniteQueryOptions({
    queryKey: endpointKey(searchCustomers, { body: { text } }),
    queryFn: ({ pageParam, signal }) =>
      call(searchCustomers, { body: { text, ...(pageParam && { after: pageParam }) } }, { signal }),
    initialPageParam: null as CustomerPosition | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}
