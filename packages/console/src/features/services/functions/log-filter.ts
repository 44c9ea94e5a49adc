import type { InvocationQuery } from '@atrium/contract/service-api/functions/invocations';

/** Values of the fields above the log of calls. */
export interface LogFields {
  search: string;
  /** Empty for all functions. */
  function: string;
  status: 'ALL' | 'OK' | 'FAIL';
  source: 'ALL' | 'API' | 'CONSOLE';
  /** Empty for all callers. */
  userId: string;
  /** `2026-11-22T10:30` in the user's time zone; empty for any time. */
  from: string;
  to: string;
}

export const NO_LOG_FIELDS: LogFields = {
  search: '',
  function: '',
  status: 'ALL',
  source: 'ALL',
  userId: '',
  from: '',
  to: '',
};

export type LogFilter = Omit<InvocationQuery, 'before' | 'size' | 'details'>;

/** The field accepts years of more than four digits, which are invalid. */
export function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

/** Omits empty fields and invalid times. The end time includes its whole minute. */
export function toLogFilter(fields: LogFields): LogFilter {
  const { search, function: name, status, source, userId, from, to } = fields;
  const words = search.trim();
  return {
    ...(words !== '' && { search: words }),
    ...(name !== '' && { function: name }),
    ...(status !== 'ALL' && { status }),
    ...(source !== 'ALL' && { source }),
    ...(userId !== '' && { userId }),
    ...(isTime(from) && { from: new Date(from).toISOString() }),
    ...(isTime(to) && { to: new Date(Date.parse(to) + LAST_OF_MINUTE_MS).toISOString() }),
  };
}

const LAST_OF_MINUTE_MS = 59_999;
