import type { AuditFilter } from '@atrium/contract/audit/audit';
import { dayLast, dayStart } from '../../lib/search-days.ts';
import type { Search } from '../../lib/search-params.ts';
import { useAddress } from '../../ui/use-address.ts';

const AUDIT_FIELDS = ['who', 'what', 'whom', 'text', 'from', 'to'] as const;

/** Search parameters; days are in the user's time zone, like the displayed times. */
export type AuditAddress = Partial<Record<(typeof AUDIT_FIELDS)[number], string>>;

/** Omits fields without a value. */
export function readAuditAddress(search: Search): AuditAddress {
  return Object.fromEntries(
    AUDIT_FIELDS.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [];
    }),
  );
}

export function useAuditAddress() {
  const { search, change } = useAddress();
  return { address: readAuditAddress(search), change: (next: AuditAddress) => change(() => next) };
}

/** Both days are included in the search. */
export function toFilter({ from, to, ...words }: AuditAddress): AuditFilter {
  return {
    ...words,
    ...(from && { startAt: dayStart(from) }),
    ...(to && { endAt: dayLast(to) }),
  };
}
