import { type LogPosition, searchAudit } from '@atrium/contract/audit/audit';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type AuditAddress, toFilter } from './audit-address.ts';

/** Pages of the log of all domains, each from the last entry of the one before. */
export function auditQuery(address: AuditAddress) {
  const filter = toFilter(address);
  return infiniteQueryOptions({
    queryKey: endpointKey(searchAudit, { body: filter }),
    queryFn: ({ pageParam, signal }) =>
      call(searchAudit, { body: { ...filter, ...(pageParam && { after: pageParam }) } }, { signal }),
    initialPageParam: null as LogPosition | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}
