import { MAX_FRAME_BYTES } from './process/frame.ts';
import type { CallKind } from './process/messages.ts';

/** Limit of one VM. The others are in the contract, because callers need them. */
export const STACK_LIMIT_BYTES = 256 * 1024;

/** Host calls of one call of a function. */
export const MAX_HOST_CALLS = 1000;
/** Host calls that may wait for their answer at the same time. */
export const MAX_WAITING_HOST_CALLS = 50;
/** Longest argument of a host call, in characters of JSON. */
export const MAX_HOST_ARGUMENT = 1024 * 1024;
/** Longest argument of `fetch`: a body of 10 MiB in base64, with its headers. */
export const MAX_FETCH_ARGUMENT = 14 * 1024 * 1024;
/** Longest text of an error. The machine cuts at 8192, but with built-ins that its customer may have replaced. */
export const MAX_ERROR_TEXT = 9000;

/** A VM whose memory has grown beyond this is not kept for the next call: WebAssembly memory never shrinks. */
export const MAX_KEPT_VM_BYTES = 12 * 1024 * 1024;
/** VMs that one worker keeps warm. */
export const MAX_KEPT_VMS = 8;
/**
 * Approximate total bytes of warm machines of all workers of a process. Beyond it each worker evicts its least
 * recently used machines, all but one.
 */
export const MAX_KEPT_BYTES = 512 * 1024 * 1024;
/** Characters of sources of a service whose functions and tests are run: from 90 million on a worker has no room for them. */
export const MAX_SOURCE_LENGTH = 80_000_000;
/**
 * Maximum bytes as JSON, in which quotes, backslashes, line ends and most accented letters take two. Fits a
 * frame with its header and envelope.
 */
export const MAX_SOURCE_BYTES = MAX_FRAME_BYTES - 64 * 1024;
/** Characters of sources that one worker keeps for them, at up to two bytes each of its heap of 192 MiB. */
export const MAX_KEPT_SOURCES = 40_000_000;

/** A call that has waited for so long gives its thread to others; most answers come sooner. */
export const PARK_AFTER_MS = 50;
/** Calls that may wait in one thread, each in a machine of its own. */
export const MAX_PARKED_CALLS = 32;
/** A thread whose waiting calls take more gets no other call. */
export const FULL_AT_PARKED_BYTES = 80 * 1024 * 1024;
/** A call that waits beside others, and with which they take more, is ended. */
export const MAX_PARKED_BYTES = 96 * 1024 * 1024;
/** Wakings of a call by its timers that come as soon as asked for; later ones at least so far apart. */
export const PROMPT_WAKES = 100;
export const LATER_WAKE_MS = 4;

/** The supervisor waits this long past a deadline, so that the worker can end the call by itself. */
export const GRACE_MS = 100;
export const WATCH_INTERVAL_MS = 25;

/** Processor time after which a worker steps back, so that short calls of others come first. */
export const SLOW_AFTER_MS = 30;
/** Processor time after which it steps back again. */
export const VERY_SLOW_AFTER_MS = 100;
/**
 * Priority of each step back. The first leaves a busy machine enough for calls that must end within seconds;
 * the second almost nothing: an eighth of a core with eight such threads.
 */
export const SLOW_PRIORITIES = { 1: 5, 2: 15 } as const;

/** A path whose last calls were all shorter than this is quick. */
export const QUICK_MS = 1;
export const QUICK_AFTER_CALLS = 8;
/**
 * Longest time for which the result of a call waits to be batched with those of later quick calls. Results of
 * tests aren't delayed.
 */
export const MAX_HELD_MS: Readonly<Record<CallKind, number>> = { function: 1, test: 10 };
