import { MAX_CALL_DEPTH } from '@atrium/contract/service-api/functions/call-limits';
import { NOBODY_ID } from '@atrium/contract/service-api/service-token';
import type { Identity } from './process/messages.ts';

/** The host reads the rights, the functions see the identity. */
export interface CallContext {
  maxDepth: number;
  mayCall: boolean;
  identity: object;
  /** The input is a request, and the result a response: see `http-envelope.ts` of the contract. */
  isHttp?: true;
}

const known = new WeakMap<Identity, string>();

/** Caller context of a function as JSON. Created once per caller, except for events. */
export function contextOf(identity: Identity, event: string | null, isHttp = false): string {
  const isUsual = event === null && !isHttp;
  const text = isUsual ? known.get(identity) : undefined;
  if (text !== undefined) return text;
  const { userId, domainId, serviceId, parentId, roles, isAdmin, permissions } = identity;
  const made = JSON.stringify({
    maxDepth: MAX_CALL_DEPTH,
    mayCall: permissions.includes('functions.invoke'),
    identity: {
      user: userId === NOBODY_ID ? null : { id: userId, parentId, roles, isAdmin, permissions },
      domain: { id: domainId },
      service: { id: serviceId },
      event,
    },
    ...(isHttp && { isHttp }),
  } satisfies CallContext);
  if (isUsual) known.set(identity, made);
  return made;
}
