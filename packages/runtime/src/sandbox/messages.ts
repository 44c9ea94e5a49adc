import type { FunctionFailure } from '@atrium/contract/service-api/invoke';

/** Whose call it is: what a function sees as `user` and `domain`, and what host calls are allowed for. */
export interface Identity {
  domainId: string;
  serviceId: string;
  userId: string;
  parentId: string | null;
  roles: readonly string[];
  isAdmin: boolean;
}

export type CallKind = 'function' | 'test';

/** Calls of one key, to be run one after the other. Text: their inputs in a row; a test has none. */
export interface RunMessage {
  type: 'run';
  kind: CallKind;
  /** Names domain, service and version; a VM serves calls of one key only. */
  key: string;
  timeoutMs: number;
  /** Calls like these take long: the worker steps back before it begins. */
  isHeavy: boolean;
  /** What functions are told of who calls: JSON, each once. */
  contexts: string[];
  calls: [id: number, path: string, context: number, inputLength: number][];
}

/** The sources of a key: text is JSON of path → source. */
export interface SourcesMessage {
  type: 'sources';
  key: string;
}

/** Answer to a host call: text is JSON of the value, or of `{name, message}`. */
export interface HostReplyMessage {
  type: 'reply';
  id: number;
  hostCallId: number;
  isOk: boolean;
}

export type ToWorker = RunMessage | SourcesMessage | HostReplyMessage;

/** First message of a worker on its socket. */
export interface HelloMessage {
  type: 'hello';
  secret: string;
  workerId: number;
}

export interface NeedSourcesMessage {
  type: 'need';
  key: string;
}

/** A function asks for something of the service; text is JSON of its arguments. */
export interface HostCallMessage {
  type: 'host';
  id: number;
  hostCallId: number;
  operation: string;
}

/** Calls that are over, in the order in which they were sent. Text: JSON of their results in a row. */
export interface DoneMessage {
  type: 'done';
  calls: DoneCall[];
  /** The worker ends after this; another one takes its place. */
  isRetiring: boolean;
}

export interface DoneCall {
  id: number;
  failure: Omit<FunctionFailure, 'console'> | null;
  console: string;
  durationMs: number;
  memoryBytes: number;
  nestedCalls: number;
  /** Source files compiled for this call; 0 for a warm one. */
  compiledFiles: number;
  resultLength: number;
}

/**
 * The running call computes for long: the worker no longer counts as one for short calls, and has put back
 * the calls that it had not begun. Asking the service for something means the same.
 */
export interface SlowMessage {
  type: 'slow';
  id: number;
}

export type FromWorker = HelloMessage | NeedSourcesMessage | HostCallMessage | DoneMessage | SlowMessage;

/** Service → supervisor. */
export type ToSupervisor = { type: 'spawn'; workerId: number } | { type: 'stop'; workerId: number };

/**
 * Supervisor → service: a call computes for long and does not let its worker say so. The calls that were sent
 * together with it are returned.
 */
export interface WorkerSlow {
  type: 'slow';
  workerId: number;
  callId: number;
}

/** Supervisor → service: a worker is gone, and why. */
export interface WorkerGone {
  type: 'gone';
  workerId: number;
  reason: 'TimeLimit' | 'MemoryLimit' | 'Stopped' | 'Crash';
  /** The call that was running; null for none. */
  callId: number | null;
}

export type FromSupervisor = { type: 'hello'; secret: string; workerId: 0 } | WorkerSlow | WorkerGone;
