import {
  type InvocationDetails,
  type InvocationSource,
  type InvocationStatus,
  MAX_LOGGED_TEXT,
} from '@atrium/contract/service-api/functions/invocations';
import { timeOfId } from '@atrium/host/ids';
import type { SandboxResult } from '../sandbox/sandbox-call.ts';

/** A call that has ended. */
export interface EndedCall {
  id: string;
  domainId: string;
  serviceId: string;
  userId: string;
  /** Most bytes that the domain's log may use. */
  limitBytes: number;
  function: string;
  event: string | null;
  version: number;
  input: string;
  result: SandboxResult;
}

/** Replaces characters that PostgreSQL refuses: NUL and unpaired surrogates. */
export function loggable(text: string): string {
  return text.slice(0, MAX_LOGGED_TEXT).replaceAll('\0', '\u2400').toWellFormed();
}

export function statusOf({ result }: EndedCall): InvocationStatus {
  return result.failure ? 'FAIL' : 'OK';
}

/** Returns the fields of a call that are stored and returned. */
export function describeCall(call: EndedCall, source: InvocationSource): InvocationDetails {
  const { failure, result, console, durationMs, memoryBytes, hide = (text: string) => text } = call.result;
  return {
    id: call.id,
    // The time that the log knows, and is searched by.
    calledOn: timeOfId(call.id).toISOString(),
    function: call.function,
    event: call.event,
    version: call.version,
    userId: call.userId,
    source,
    status: statusOf(call),
    durationMs,
    memoryBytes: Math.ceil(memoryBytes),
    error: failure && loggable(`${failure.name}: ${failure.message}`).slice(0, 500),
    input: hide(loggable(call.input)),
    result: hide(loggable(result)),
    console: loggable(console),
    failure: failure && { ...failure, message: loggable(failure.message) },
  };
}
