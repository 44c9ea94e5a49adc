import type { Logger } from 'pino';
import { HostCallError } from '../sandbox/worker/host-call.ts';
import type { HostOperation } from './sandbox-calls.ts';

/** Wraps the operations to log failures. The function only learns that one was unavailable. */
export function logFaults(
  operations: ReadonlyMap<string, HostOperation>,
  log: Logger,
): Map<string, HostOperation> {
  return new Map(
    [...operations].map(([name, operation]): [string, HostOperation] => [
      name,
      async (caller, argument, called) => {
        try {
          return await operation(caller, argument, called);
        } catch (error) {
          if (!(error instanceof HostCallError))
            log.warn({ err: error, operation: name }, 'an operation that a function asked for has failed');
          throw error;
        }
      },
    ]),
  );
}
