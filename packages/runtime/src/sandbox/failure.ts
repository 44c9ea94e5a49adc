import type { FunctionFailure } from '@atrium/contract/service-api/invoke';
import { MAX_SOURCE_BYTES, MAX_SOURCE_LENGTH } from './limits.ts';

export type Failure = Omit<FunctionFailure, 'console'>;

/** What the prelude reports about an error: all of it was written by the customer's code and proves nothing. */
export interface DescribedError {
  name: string;
  message: string;
  stack: string;
  expected?: string;
  actual?: string;
}

const FRAME = /^\s+at (?:(.*) \()?([^()\n]+):(\d+):(\d+)\)?$/;

/** Where the error happened, in the customer's files only. */
export function toFailure(error: DescribedError, isCustomerFile: (file: string) => boolean): Failure {
  const stack: Failure['stack'] = [];
  for (const line of error.stack.split('\n')) {
    const [, name, file, lineNumber, column] = FRAME.exec(line) ?? [];
    if (file === undefined || !isCustomerFile(file)) continue;
    const place = { file, line: Number(lineNumber), column: Number(column) };
    stack.push(name && name !== '<anonymous>' ? { ...place, function: name } : place);
  }
  const [first] = stack;
  return {
    ...nameAndMessage(error),
    ...(first && { file: first.file, line: first.line, column: first.column }),
    stack,
    ...(error.expected !== undefined && { expected: error.expected }),
    ...(error.actual !== undefined && { actual: error.actual }),
  };
}

/** The engine's own words for its limits, in ours. */
function nameAndMessage({ name, message }: DescribedError): { name: string; message: string } {
  if (name === 'InternalError' && message === 'out of memory') return limits.memory;
  if (name === 'RangeError' && message === 'Maximum call stack size exceeded') return limits.stack;
  return { name, message };
}

export const limits = {
  memory: { name: 'MemoryLimit', message: 'The function used more than 32 MiB of memory' },
  stack: { name: 'StackLimit', message: 'The function calls itself too deeply' },
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
  canceled: { name: 'Canceled', message: 'The call was canceled' },
  notAwaited: (ms: number) => ({
    name: 'NotAwaited',
    message: `The test returned, but something that it did not await was still running after ${ms / 1000} s`,
  }),
  time: (ms: number) => ({ name: 'TimeLimit', message: `The function ran longer than ${ms / 1000} s` }),
} as const;

export function limitFailure(limit: { name: string; message: string }): Failure {
  return { ...limit, stack: [] };
}
