import type { Caller } from '../http/caller.ts';

/** Origin of a call, stored in rows for log entries that are written later. */
export interface StoredOrigin {
  impersonatorId: string | null;
  pageServiceId: string | null;
  requestId: string | null;
}

export function toStoredOrigin({
  impersonatorId,
  page,
  requestId,
}: Pick<Caller, 'impersonatorId' | 'page' | 'requestId'>): StoredOrigin {
  return {
    impersonatorId: impersonatorId ?? null,
    pageServiceId: page?.serviceId ?? null,
    requestId: requestId ?? null,
  };
}

export function fromStoredOrigin({ impersonatorId, pageServiceId, requestId }: StoredOrigin) {
  return {
    ...(impersonatorId !== null && { impersonatorId }),
    ...(pageServiceId !== null && { page: { serviceId: pageServiceId } }),
    ...(requestId !== null && { requestId }),
  };
}
