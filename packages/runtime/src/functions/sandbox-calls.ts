import {
  CALL_MEMORY_MIB,
  CALL_WALL_MS,
  FUNCTION_CPU_MS,
  TEST_CPU_MS,
} from '@atrium/contract/service-api/functions/call-limits';
import { NOBODY_ID } from '@atrium/contract/service-api/service-token';
import { AppError } from '@atrium/host/errors';
import { findRefusal } from '@atrium/host/http/bodies/text-check';
import { inSpan } from '@atrium/host/tracing/tracing';
import type { LiveConfiguration } from '../configuration/live-configuration.ts';
import type { Caller } from '../host/service-token.ts';
import type { Cancellation } from '../sandbox/cancellation.ts';
import { MAX_SOURCE_BYTES, MAX_SOURCE_LENGTH } from '../sandbox/limits.ts';
import type { CallKind, CallLimits, Identity } from '../sandbox/process/messages.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import {
  failedResult,
  type HideSecrets,
  type SandboxCall,
  type SandboxResult,
} from '../sandbox/sandbox-call.ts';
import { limits } from '../sandbox/worker/failure.ts';
import { HostCallError } from '../sandbox/worker/host-call.ts';
import type { CallValues } from '../values/call-values.ts';
import { hideInTexts } from '../values/hide-secrets.ts';
import type { CallRecorder } from './call-recorder.ts';
import { nameOf, readSources } from './function-paths.ts';

const identities = new WeakMap<Caller, Identity>();

/** A caller is known to one service only: its token is not valid for any other. */
function identityOf(caller: Caller, serviceId: string): Identity {
  const known = identities.get(caller);
  if (known?.serviceId === serviceId) return known;
  const made = { ...caller, serviceId };
  identities.set(caller, made);
  return made;
}

/** Caller within a function: host calls are limited to this domain and user. */
export interface HostCaller {
  identity: Identity;
  live: LiveConfiguration;
  call?: LoggedCall;
  /** How many events and queued runs led to the call. */
  depth: number;
  onReach?: OnReach;
  /** Finds secrets of the call in a text. */
  hide?: HideSecrets | undefined;
}

/** Name and id of a function's call in the log. */
interface LoggedCall {
  function: string;
  id: string;
}

/** Learns which files of a service an answer comes from, where that is recorded. */
export type OnReach = (serviceId: string, path: string, checksum: string) => void;

/** An operation that functions can call on the service. Arguments come from the customer's code: check them. */
export type HostOperation = (
  caller: HostCaller,
  argument: unknown,
  /** Paths of functions that the call has called so far; for `fetch` only. */
  called?: readonly string[],
) => Promise<unknown>;

/** Refusals are visible to the function; error names correspond to HTTP statuses. */
export function explain(error: unknown): never {
  if (error instanceof AppError && error.status < 500) throw new HostCallError(error.name, error.message);
  throw error;
}

/** Refuses values of functions that cannot be stored, as requests are refused. */
export function refuseUnstorable(given: unknown, whole: string): void {
  const [refused] = findRefusal(given, whole)?.fields ?? [];
  if (refused) throw new HostCallError('ValidationError', `${refused.field}: ${refused.defaultMessage}`);
}

export interface FunctionCall {
  kind: CallKind;
  serviceId: string;
  caller: Caller;
  live: LiveConfiguration;
  /** Path of the file whose default export is called. */
  path: string;
  /** JSON. */
  input: string;
  /** No one waits for the result, so the function may take as long as it declares. */
  isBackground?: boolean;
  event?: string;
  /** Of a call over HTTP; see `SandboxCall`. */
  requestBody?: string | undefined;
  /** Not for tests, which are not logged. */
  call?: LoggedCall;
  /** How many events and queued runs led to the call; 0 if left out. */
  depth?: number;
  operations: ReadonlyMap<string, HostOperation>;
  /** Secrets and variables; undefined where the functions declare none. */
  values?: CallValues | undefined;
  onStart?: () => void;
  cancellation?: Cancellation;
  isOnlyCanceledWaiting?: boolean;
  onReach?: OnReach;
  recorder?: CallRecorder | undefined;
  /** Told when an operation failed through no fault of the code that asked for it. */
  onFault?: () => void;
}

function limitsOf({ kind, live, path, isBackground }: FunctionCall): CallLimits {
  if (kind === 'test') return { cpuMs: TEST_CPU_MS, wallMs: CALL_WALL_MS, memoryMiB: CALL_MEMORY_MIB };
  const declared = live.declarations.get(nameOf(path));
  return {
    cpuMs: FUNCTION_CPU_MS,
    wallMs: isBackground && declared?.timeout ? declared.timeout * 1000 : CALL_WALL_MS,
    memoryMiB: declared?.memory ?? CALL_MEMORY_MIB,
  };
}

/** Runs a function or a test of a live configuration in the sandbox. Secrets are hidden in all but its result. */
export async function runInSandbox(sandbox: Sandbox, call: FunctionCall): Promise<SandboxResult> {
  const {
    kind,
    live,
    path,
    input,
    operations,
    caller,
    serviceId,
    onReach,
    values,
    call: logged,
    depth = 0,
  } = call;
  if (live.sourceLength > MAX_SOURCE_LENGTH || live.sourceBytes > MAX_SOURCE_BYTES)
    return failedResult(limits.sources);
  const identity = identityOf(caller, serviceId);
  const asking: HostCaller = {
    identity,
    live,
    depth,
    ...(logged && { call: logged }),
    ...(onReach && { onReach }),
    hide: values?.hide,
  };
  const sandboxCall: SandboxCall = {
    kind,
    zone: caller.userId === NOBODY_ID ? 'public' : 'signed-in',
    key: live.key,
    path,
    input,
    limits: limitsOf(call),
    identity,
    event: call.event ?? null,
    requestBody: call.requestBody,
    values: values?.context,
    readSources: (kept) => readSources(live, kept),
    answerHostCall: async (name, argument, called) => {
      const operation = operations.get(name);
      if (!operation) throw new HostCallError('UnknownOperation', `There is no operation ${name} here`);
      const given: unknown = JSON.parse(argument);
      try {
        const answer = JSON.stringify((await operation(asking, given, called)) ?? null);
        call.recorder?.note(name, given, { answer });
        return answer;
      } catch (error) {
        if (!(error instanceof HostCallError)) call.onFault?.();
        else call.recorder?.note(name, given, { error });
        throw error;
      }
    },
    ...(call.onStart && { onStart: call.onStart }),
    ...(call.cancellation && { cancellation: call.cancellation }),
    ...(call.isOnlyCanceledWaiting && { isOnlyCanceledWaiting: true }),
  };
  const attributes = { 'atrium.kind': kind, 'code.file.path': path };
  const result = await inSpan('sandbox', attributes, () => sandbox.run(sandboxCall));
  return values?.hide ? withoutSecrets(result, values.hide) : result;
}

function withoutSecrets(result: SandboxResult, hide: HideSecrets): SandboxResult {
  return {
    ...result,
    console: hide(result.console),
    failure: result.failure && hideInTexts(hide, result.failure),
    hide,
  };
}
