import { MAX_CALL_DEPTH } from '@atrium/contract/service-api/functions/call-limits';
import { NOBODY_ID } from '@atrium/contract/service-api/service-token';
import type { Identity } from './process/messages.ts';
import type { ContextValues } from './sandbox-call.ts';

/** The host reads the rights, the functions see the identity. */
export interface CallContext {
  maxDepth: number;
  mayCall: boolean;
  identity: object;
  values?: ContextValues;
}

const known = new WeakMap<Identity, string>();
const knownWithValues = new WeakMap<ContextValues, WeakMap<Identity, string>>();

function knownFor(values: ContextValues | undefined): WeakMap<Identity, string> {
  if (values === undefined) return known;
  const found = knownWithValues.get(values) ?? new WeakMap<Identity, string>();
  knownWithValues.set(values, found);
  return found;
}

interface OfCall {
  event: string | null;
  values?: ContextValues | undefined;
}

/** Caller context of a function as JSON. Created once per caller and values, except for events. */
export function contextOf(identity: Identity, { event, values }: OfCall): string {
  const text = event === null ? knownFor(values).get(identity) : undefined;
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
    ...(values && { values }),
  } satisfies CallContext);
  if (event === null) knownFor(values).set(identity, made);
  return made;
}
