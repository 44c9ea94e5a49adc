import type { FunctionStop } from '@atrium/contract/billing/function-stops';
import { stopMessage } from '@atrium/contract/billing/stop-texts';
import type { TokenStop } from '@atrium/contract/service-api/service-token';
import { ForbiddenError } from '@atrium/host/errors';
import type { Caller } from '../http/caller.ts';

/** Who knows the functions that caps have stopped for a caller. */
export interface StoppedFunctions {
  list(caller: Pick<Caller, 'domainId' | 'userId' | 'parentId'>): Promise<FunctionStop[]>;
}

/** Whether it calls functions: one by its path, those of an event, or one that a person tries. */
export function callsFunctions(method: string, path: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && /^\/+(invoke|events|invocations)(\/|$)/i.test(path);
}

/**
 * Refuses a call of what a cap has stopped. Returns what else is stopped in the service, which alone knows which functions an
 * event or a try calls; undefined if nothing is.
 */
export async function refuseStopped(
  stops: StoppedFunctions,
  caller: Caller,
  serviceId: string,
  path: string,
): Promise<TokenStop[] | undefined> {
  const all = await stops.list(caller);
  if (all.length === 0) return undefined;
  const called = /^\/+invoke\/+(.+?)\/*$/i.exec(path)?.[1]?.replaceAll(/\/+/g, '/').normalize('NFC');
  const told: TokenStop[] = [];
  for (const stop of all) {
    if (stop.serviceId !== serviceId) continue;
    const { function: name, cents, until } = stop;
    if (name === null || name === called) throw new ForbiddenError(stopMessage(stop));
    told.push({ function: name, cents, until });
  }
  return told.length === 0 ? undefined : told;
}
