import type { Declaration } from '@atrium/contract/service-api/functions/declaration';
import type { Cancellation } from './cancellation.ts';
import type { CallKind, CallLimits, DoneCall, Identity, Zone } from './process/messages.ts';
import { type Failure, limitFailure, limits } from './worker/failure.ts';

/** The sources of a key, as changes of those of another key, or of none. */
export interface SourceChanges {
  base: string | undefined;
  /** Path → source; null for one that is not there any more. */
  files: ReadonlyMap<string, string | null>;
  /** Path of a function → whether no function and no test can call it. */
  disabled: ReadonlyMap<string, boolean>;
}

/** Values for the functions of a service, as the machine gets them with the context of a call. */
export interface ContextValues {
  secrets: Record<string, string>;
  variables: Record<string, string>;
  /** Item path of a function → names that it declares; a function sees no others. */
  declared: Record<string, Pick<Declaration, 'secrets' | 'variables'>>;
}

/** Replaces secrets in a text that is kept or shown. */
export type HideSecrets = (text: string) => string;

export interface SandboxCall {
  kind: CallKind;
  zone: Zone;
  /** Names domain, service and version; see `RunMessage`. */
  key: string;
  path: string;
  /** JSON of the input; empty for a test. */
  input: string;
  limits: CallLimits;
  identity: Identity;
  event: string | null;
  /**
   * Of a call over HTTP: the body of the request in base64, empty for none. Input and result are JSON of the contract's `HttpCall`
   * and `ResponseEnvelope`.
   */
  requestBody?: string | undefined;
  values?: ContextValues | undefined;
  /** Sources of the key; requested when a worker sees the key for the first time, with the keys whose sources it keeps. */
  readSources: (kept: readonly string[]) => SourceChanges;
  /** Answers a host call with the JSON of its value; a thrown `HostCallError` reaches the function. */
  answerHostCall: (operation: string, argument: string, called: readonly string[]) => Promise<string>;
  onStart?: () => void;
  cancellation?: Cancellation;
  /** In-flight calls still run to completion. */
  isOnlyCanceledWaiting?: boolean;
}

export interface SandboxResult {
  failure: Failure | null;
  /** Return value as JSON. */
  result: string;
  console: string;
  durationMs: number;
  /** Processor time; for a call that was lost with its thread, all of its time up to its limit. */
  cpuMs: number;
  memoryBytes: number;
  nestedCalls: number;
  compiledFiles: number;
  /** Paths of functions that it has called, where any of them declares secrets or variables. */
  calledFiles?: readonly string[];
  /** Hides secrets in the input and the result where they are kept; console and failure are without them. */
  hide?: HideSecrets;
  /** Paths of the sources that a test has loaded; unknown if its worker was lost. */
  loadedFiles?: readonly string[];
  /**
   * The call did not start, or was lost with the whole sandbox (then it has a duration). Neither is the fault
   * of the called code.
   */
  isRefused?: true;
  /** It was canceled before it ended. The name of the failure proves nothing: customers' code may write it, too. */
  isCanceled?: true;
}

export function toResult(done: DoneCall, result: string): SandboxResult {
  const {
    failure,
    console,
    durationMs,
    cpuMs,
    memoryBytes,
    nestedCalls,
    compiledFiles,
    loadedFiles,
    calledFiles,
  } = done;
  const known = { failure, result, console, durationMs, cpuMs, memoryBytes, nestedCalls, compiledFiles };
  return { ...known, ...(loadedFiles && { loadedFiles }), ...(calledFiles && { calledFiles }) };
}

/** The result of a call that a limit ended. */
export function failedResult(
  limit: { name: string; message: string },
  known: Partial<SandboxResult> = {},
): SandboxResult {
  return {
    result: '',
    console: '',
    durationMs: 0,
    cpuMs: known.durationMs ?? 0,
    memoryBytes: 0,
    nestedCalls: 0,
    compiledFiles: 0,
    ...known,
    ...(limit === limits.canceled && { isCanceled: true }),
    failure: limitFailure(limit),
  };
}
