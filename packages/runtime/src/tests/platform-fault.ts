import { CALL_WALL_MS } from '@atrium/contract/service-api/functions/call-limits';
import type { SandboxResult } from '../sandbox/sandbox-call.ts';

/** A test that has waited longer than this for a connection, and then had no time left, may be quick enough itself. */
const LONG_WAIT_MS = 1_000;

/** Whether a test failed because of the platform: then its failure says nothing about the test. */
export function isPlatformFault(
  { failure, durationMs, isRefused }: Pick<SandboxResult, 'failure' | 'durationMs' | 'isRefused'>,
  { hadFault, waitedMs }: { hadFault: boolean; waitedMs: number },
): boolean {
  if (failure === null) return false;
  // The name of the failure proves nothing: customers' code may write it, too.
  return isRefused === true || hadFault || (waitedMs > LONG_WAIT_MS && durationMs >= CALL_WALL_MS);
}
