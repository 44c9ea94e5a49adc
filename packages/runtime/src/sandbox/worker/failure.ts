import { CALL_MEMORY_MIB } from '@atrium/contract/service-api/functions/call-limits';
import type { FunctionFailure } from '@atrium/contract/service-api/functions/invoke';
import { MAX_PARKED_BYTES, MAX_SOURCE_BYTES, MAX_SOURCE_LENGTH } from '../limits.ts';
import { nameCalled } from './called-name.ts';

export type Failure = Omit<FunctionFailure, 'console'>;

/** Error as reported by the prelude: written by the customer's code, so untrusted. */
export interface DescribedError {
  name: string;
  message: string;
  stack: string;
  expected?: string;
  actual?: string;
}

const FRAME = /^\s+at (?:(.*) \()?([^()\n]+):(\d+):(\d+)\)?$/;

/** Position of the error, within the customer's files only. */
export function toFailure(
  error: DescribedError,
  isCustomerFile: (file: string) => boolean,
  readSource: (file: string) => string | undefined = () => undefined,
  memoryMiB = CALL_MEMORY_MIB,
): Failure {
  const stack: Failure['stack'] = [];
  for (const line of error.stack.split('\n')) {
    const [, name, file, lineNumber, column] = FRAME.exec(line) ?? [];
    if (file === undefined || !isCustomerFile(file)) continue;
    const place = { file, line: Number(lineNumber), column: Number(column) };
    stack.push(name && name !== '<anonymous>' ? { ...place, function: name } : place);
  }
  const [first] = stack;
  const { name, message } = nameAndMessage(error, memoryMiB);
  return {
    name,
    message: explain(name, message, error.stack, first, first && readSource(first.file)),
    ...(first && { file: first.file, line: first.line, column: first.column }),
    stack,
    ...(error.expected !== undefined && { expected: error.expected }),
    ...(error.actual !== undefined && { actual: error.actual }),
  };
}

/** The engine's own words for its limits, in ours. */
function nameAndMessage(
  { name, message }: DescribedError,
  memoryMiB: number,
): { name: string; message: string } {
  if (name === 'InternalError' && message === 'out of memory') return limits.memory(memoryMiB);
  if (name === 'RangeError' && message === 'Maximum call stack size exceeded') return limits.stack;
  return { name, message };
}

const NOT_A_FUNCTION = 'not a function';

/** Globals of other runtimes, and why functions do not have them. */
export const MISSING: Readonly<Record<string, string>> = {
  'functions reach others with fetch only': 'XMLHttpRequest WebSocket EventSource',
  'functions have setTimeout': 'setImmediate clearImmediate',
  'functions do not have it yet':
    'Temporal URLPattern TextEncoderStream TextDecoderStream CompressionStream DecompressionStream WebAssembly Worker',
  'functions do not run in Node.js': 'process Buffer require module exports global __dirname __filename',
  'functions do not run in a browser':
    'window document navigator location localStorage sessionStorage self alert',
};

function whyMissing(name: string): string | undefined {
  const because = Object.entries(MISSING).find(([, names]) => names.split(' ').includes(name))?.[0];
  return because && `${because}. See the article "Write functions".`;
}

/** Adds missing details to the engine's message. A message may have further lines, of causes. */
function explain(
  name: string,
  message: string,
  stack: string,
  place: Failure['stack'][number] | undefined,
  source: string | undefined,
): string {
  if (name === 'ReferenceError') {
    return message.replace(/^([\w$]+) is not defined(?=\n|$)/, (said, missing: string) => {
      const why = whyMissing(missing);
      return why ? `${said}: ${why}` : said;
    });
  }
  if (name !== 'TypeError' || !/^not a function(?=\n|$)/.test(message)) return message;
  return `${notAFunction(stack, place, source) ?? NOT_A_FUNCTION}${message.slice(NOT_A_FUNCTION.length)}`;
}

function notAFunction(
  stack: string,
  place: Failure['stack'][number] | undefined,
  source: string | undefined,
): string | undefined {
  const native = /^\s+at (\S+) \(native\)/.exec(stack)?.[1];
  if (native) return `An argument of ${native} is ${NOT_A_FUNCTION}`;
  const called = place && source !== undefined ? nameCalled(source, place) : undefined;
  if (!called) return undefined;
  const why = whyMissing(called.names.replace(/^globalThis\./, ''));
  return `${called.names} is ${called.isNew ? 'not a constructor' : NOT_A_FUNCTION}${why ? `: ${why}` : ''}`;
}

export const limits = {
  memory: (mib: number) => ({
    name: 'MemoryLimit',
    message: `The function used more than ${mib} MiB of memory`,
  }),
  parkedMemory: {
    name: 'MemoryLimit',
    message: `Calls of the domain that wait beside this one take more than ${MAX_PARKED_BYTES / 1024 / 1024} MiB of memory together: keep less while you wait`,
  },
  stack: { name: 'StackLimit', message: 'The function calls itself too deeply, beyond 256 KiB of stack' },
  sources: {
    name: 'SourcesLimit',
    message: `The source files of the service are too long to be run: at most ${MAX_SOURCE_LENGTH / 1e6} million characters in all, and ${Math.floor(MAX_SOURCE_BYTES / 1e6)} MB as JSON`,
  },
  result: { name: 'ResultLimit', message: 'The result is larger than 1 MiB' },
  crash: { name: 'Crash', message: 'The sandbox ended unexpectedly' },
  neverSettles: {
    name: 'NeverSettles',
    message: 'The function waits for a promise that can no longer be settled',
  },
  unavailable: { name: 'SandboxUnavailable', message: 'Functions and tests cannot be run at the moment' },
  lost: {
    name: 'SandboxUnavailable',
    message:
      'The call was lost while it waited, because another call ended its thread; what it did before may have taken effect',
  },
  canceled: { name: 'Canceled', message: 'The call was canceled' },
  notAwaited: (ms: number) => ({
    name: 'NotAwaited',
    message: `The test returned, but something that it did not await was still running after ${ms / 1000} s`,
  }),
  cpu: (ms: number) => ({ name: 'TimeLimit', message: `The function computed for more than ${ms / 1000} s` }),
  wall: (ms: number) => ({
    name: 'TimeLimit',
    message: `The function did not end within ${ms / 1000} s, waiting included`,
  }),
} as const;

export function limitFailure(limit: { name: string; message: string }): Failure {
  return { ...limit, stack: [] };
}
