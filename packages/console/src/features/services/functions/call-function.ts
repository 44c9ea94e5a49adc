import { errorDetails } from '@atrium/contract/api-error';
import { formatMilliseconds } from '@atrium/contract/format-scale';
import { type TriedInvocation, tryFunction } from '@atrium/contract/service-api/functions/invocations';
import { invokeFunction, invokeTopFunction } from '@atrium/contract/service-api/functions/invoke';
import { serviceUri } from '@atrium/contract/services/service';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { invokedParams } from './curl.ts';
import { functionCountsQuery } from './function.queries.ts';

/** Result of a call. Memory and version are known only if the service logs its calls. */
export type CallOutcome = Pick<
  TriedInvocation,
  'function' | 'status' | 'durationMs' | 'event' | 'input' | 'result' | 'console' | 'failure'
> &
  Partial<Pick<TriedInvocation, 'calledOn' | 'memoryBytes' | 'recording' | 'version'>>;

/** `The call succeeded after 12 ms.` */
export function outcomeText({ status, durationMs }: CallOutcome): string {
  return `The call ${status === 'OK' ? 'succeeded' : 'failed'} after ${formatMilliseconds(durationMs)}.`;
}

/** Calls a function from the console. Without a log, uses the same endpoint as any other client. */
export async function callFunction(
  client: QueryClient,
  serviceId: string,
  name: string,
  input: string,
): Promise<CallOutcome> {
  // If the counts can't be loaded, assume that the service has a log.
  const counts = await client.ensureQueryData(functionCountsQuery(serviceId)).catch(() => undefined);
  if (counts === null) return invoke(serviceId, name, input);
  return call(tryFunction, { body: { function: name, input } }, { base: serviceUri(serviceId) });
}

async function invoke(serviceId: string, name: string, input: string): Promise<CallOutcome> {
  const started = performance.now();
  const outcome = (more: Pick<CallOutcome, 'status' | 'result' | 'console' | 'failure'>): CallOutcome => {
    return { function: name, event: null, input, durationMs: performance.now() - started, ...more };
  };
  try {
    const result = await send(serviceId, name, input.trim() === '' ? undefined : JSON.parse(input));
    return outcome({ status: 'OK', result: JSON.stringify(result ?? null), console: '', failure: null });
  } catch (error) {
    const failure = errorDetails<typeof invokeFunction, 'unprocessable'>(error, 422);
    if (!failure) throw error;
    return outcome({ status: 'FAIL', result: '', console: failure.console, failure });
  }
}

function send(serviceId: string, path: string, body: unknown): Promise<unknown> {
  const base = serviceUri(serviceId);
  const { folder, name } = invokedParams(path);
  if (folder === undefined) return call(invokeTopFunction, { params: { name }, body }, { base });
  return call(invokeFunction, { params: { folder, name }, body }, { base });
}
