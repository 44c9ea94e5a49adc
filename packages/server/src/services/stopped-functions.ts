import type { FunctionStop } from '@atrium/contract/billing/function-stops';
import { STOPPED_CALL_MESSAGE, stopMessage, tidyFunctionName } from '@atrium/contract/billing/stop-texts';
import type { TokenStop } from '@atrium/contract/service-api/service-token';
import { ForbiddenError } from '@atrium/host/errors';
import type { Caller } from '../http/caller.ts';

/** Source of the functions that caps have stopped for a caller. */
export interface StoppedFunctions {
  list(caller: Pick<Caller, 'domainId' | 'userId' | 'parentId'>, serviceId: string): Promise<FunctionStop[]>;
}

/** Whether it calls functions: one by its path, those of an event, or one that a person tries. */
export function callsFunctions(method: string, path: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && /^\/+(invoke|events|invocations)(\/|$)/i.test(path);
}

/**
 * Refuses a call of a function that a cap has stopped. Returns the other stopped functions of the service, because only the
 * service resolves which functions an event or a try calls; undefined if none is stopped.
 */
export async function refuseStopped(
  stops: StoppedFunctions,
  caller: Caller,
  { id: serviceId, isShipped }: { id: string; isShipped: boolean },
  path: string,
): Promise<TokenStop[] | undefined> {
  const all = await stops.list(caller, serviceId);
  if (all.length === 0) return undefined;
  const called = tidyFunctionName(/^\/+invoke\/+(.+)$/i.exec(path)?.[1] ?? '');
  const mayKnow = caller.page === undefined && caller.permissions.includes('functions.invoke');
  const others: TokenStop[] = [];
  for (const stop of all) {
    const { function: name, cents, until } = stop;
    if (name === null || name === called)
      throw new ForbiddenError(mayKnow ? stopMessage(stop) : STOPPED_CALL_MESSAGE);
    others.push({ function: name, until, ...(isShipped && { cents }) });
  }
  return others;
}
