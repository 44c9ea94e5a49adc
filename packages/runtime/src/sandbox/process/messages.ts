import type { LimitOverrides } from '@atrium/contract/limits/limit';
import type { FunctionFailure } from '@atrium/contract/service-api/functions/invoke';

/** Caller: `user` and `domain` of the function, and the subject of its host calls. */
export interface Identity {
  domainId: string;
  serviceId: string;
  userId: string;
  parentId: string | null;
  roles: readonly string[];
  isAdmin: boolean;
  permissions: readonly string[];
  /** For host calls; functions do not see them. */
  limits?: LimitOverrides;
}

export type CallKind = 'function' | 'test';

/** Callers who share machines: signed-in ones, or anyone. */
export type Zone = 'signed-in' | 'public';

export interface CallLimits {
  /** Processor time. */
  cpuMs: number;
  /** From start to end, except for time in which the thread runs other calls. */
  wallMs: number;
  memoryMiB: number;
}

/** Calls of one key, to be run one after the other. Text: their inputs in a row, each with its body; a test has none. */
export interface RunMessage {
  type: 'run';
  kind: CallKind;
  zone: Zone;
  /** Names domain, service and version; a VM serves calls of one key and zone only. */
  key: string;
  limits: CallLimits;
  /** Calls like these take long: the worker steps back before it begins. */
  isHeavy: boolean;
  /** Caller contexts of functions as JSON, each once. */
  contexts: string[];
  /** The length of a body is null for calls that are no request. */
  calls: [id: number, path: string, context: number, inputLength: number, bodyLength: number | null][];
}

/** The sources of a key: text is JSON of `{files, disabled}`, both by path; see `SourceChanges`. */
interface SourcesMessage {
  type: 'sources';
  key: string;
  /** Key of the sources from which the text holds the differences. */
  base?: string;
}

/** Answer to a host call: text is JSON of the value, or of `{name, message}`. */
interface HostReplyMessage {
  type: 'reply';
  id: number;
  hostCallId: number;
  isOk: boolean;
}

/** The time has come for which a call asked last. */
interface WakeMessage {
  type: 'wake';
  id: number;
}

/** For a call that waits beside others; one that is alone ends with its thread. */
interface CancelMessage {
  type: 'cancel';
  id: number;
}

export type ToWorker = RunMessage | SourcesMessage | HostReplyMessage | WakeMessage | CancelMessage;

/** First message of a worker on its socket. */
export interface HelloMessage {
  type: 'hello';
  secret: string;
  workerId: number;
}

interface NeedSourcesMessage {
  type: 'need';
  key: string;
  /** Keys whose sources the worker keeps. */
  kept: string[];
}

/** A function asks for something of the service; text is JSON of its arguments. */
export interface HostCallMessage {
  type: 'host';
  id: number;
  hostCallId: number;
  operation: string;
  /** For `fetch`: paths of functions that the call has called so far. */
  called?: string[];
}

/** A call wants to go on after this time; replaces what it asked for earlier. */
interface WakeMeMessage {
  type: 'wake-me';
  id: number;
  afterMs: number;
}

/** A call waits, and its worker runs others meanwhile. Sent again each time it has gone on and waits again. */
export interface ParkedMessage {
  type: 'parked';
  id: number;
  /** Number of messages to this call that have arrived: with more under way it goes on. */
  resumptions: number;
  memoryBytes: number;
  /** The worker gets no further calls, and ends after those that wait. */
  isRetiring: boolean;
}

/** Calls that are over, in the order in which they were sent. Text: JSON of their results in a row. */
interface DoneMessage {
  type: 'done';
  calls: DoneCall[];
  /** The worker gets no further calls, and ends after those that wait; another one takes its place. */
  isRetiring: boolean;
}

export interface DoneCall {
  id: number;
  failure: Omit<FunctionFailure, 'console'> | null;
  console: string;
  durationMs: number;
  /** Processor time. */
  cpuMs: number;
  memoryBytes: number;
  nestedCalls: number;
  /** Source files compiled for this call; 0 for a warm one. */
  compiledFiles: number;
  /** Paths of the sources that a test has loaded. */
  loadedFiles?: string[];
  /** Paths of functions that it has called, where any of them declares secrets or variables. */
  calledFiles?: string[];
  /** The supervisor returned the calls behind it. Its own word of that travels on another socket, and may come later. */
  hasReturnedOthers?: true;
  resultLength: number;
}

/**
 * The running call computes for long: the worker no longer counts as one for short calls, and has put back
 * the calls that it had not begun. A call to the service has the same effect.
 */
interface SlowMessage {
  type: 'slow';
  id: number;
}

export type FromWorker =
  | HelloMessage
  | NeedSourcesMessage
  | HostCallMessage
  | WakeMeMessage
  | ParkedMessage
  | DoneMessage
  | SlowMessage;

/** Supervisor → service: a worker is gone, and why. */
export interface WorkerGone {
  type: 'gone';
  workerId: number;
  reason: 'CpuLimit' | 'WallLimit' | 'MemoryLimit' | 'Stopped' | 'Crash';
  /** The call that was running, not one that was parked; null for none. */
  callId: number | null;
}
