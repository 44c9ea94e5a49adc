import type { InvocationQuery } from '@atrium/contract/service-api/invocations';

/** What the fields above the log of calls hold. */
export interface LogFields {
  search: string;
  status: 'ALL' | 'OK' | 'FAIL';
  source: 'ALL' | 'API' | 'CONSOLE';
  /** `2026-11-22T10:30` where the person is; empty for any time. */
  from: string;
  to: string;
}

export const NO_LOG_FIELDS: LogFields = { search: '', status: 'ALL', source: 'ALL', from: '', to: '' };

export type LogFilter = Pick<InvocationQuery, 'function' | 'status' | 'source' | 'search' | 'from' | 'to'>;

/** Fields that are empty filter nothing; the minute that ends the time is part of it. */
export function toLogFilter({ search, status, source, from, to }: LogFields): LogFilter {
  const words = search.trim();
  return {
    ...(words !== '' && { search: words }),
    ...(status !== 'ALL' && { status }),
    ...(source !== 'ALL' && { source }),
    ...(from !== '' && { from: new Date(from).toISOString() }),
    ...(to !== '' && { to: new Date(Date.parse(to) + LAST_OF_MINUTE_MS).toISOString() }),
  };
}

const LAST_OF_MINUTE_MS = 59_999;
