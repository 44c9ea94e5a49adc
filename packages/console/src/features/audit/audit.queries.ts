import { type LogPosition, searchAudit } from '@atrium/contract/audit/audit';
import { type LogRequest, searchLog } from '@atrium/contract/audit/log';
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

const EVER = '1970-01-01T00:00:00Z';
const LOG_PAGE_SIZE = 50;

/** Pages of the log of one's own domain, each up to the time of the last entry of the one before. */
export function domainLogQuery(address: AuditAddress) {
  const { startAt = EVER, endAt, who, what, text } = toFilter(address);
  const search: LogRequest = {
    startAt,
    size: LOG_PAGE_SIZE,
    ...(endAt && { endAt }),
    ...(who && { user: who }),
    ...(what && { action: what }),
    ...(text && { text }),
  };
  return infiniteQueryOptions({
    queryKey: endpointKey(searchLog, { body: search }),
    queryFn: ({ pageParam, signal }) =>
      call(searchLog, { body: { ...search, ...(pageParam && { endAt: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam({ logs, searchedBackTo }, _pages, endedAt) {
      const last = searchedBackTo ?? (logs.length < LOG_PAGE_SIZE ? undefined : logs.at(-1)?.createdOn);
      if (last === undefined) return null;
      // More than a page of one moment would be read again and again.
      return last === endedAt ? new Date(Date.parse(last) - 1).toISOString() : last;
    },
    placeholderData: keepPreviousData,
  });
}
