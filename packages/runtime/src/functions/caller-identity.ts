import type { Caller } from '../host/service-token.ts';
import type { Identity } from '../sandbox/messages.ts';

const identities = new WeakMap<Caller, Identity>();

/** A caller is known to one service only: its token is not valid for any other. */
export function identityOf(caller: Caller, serviceId: string): Identity {
  const known = identities.get(caller);
  if (known?.serviceId === serviceId) return known;
  const made = { ...caller, serviceId };
  identities.set(caller, made);
  return made;
}
