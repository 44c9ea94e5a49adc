import { FunctionFailure } from '@atrium/contract/service-api/functions/invoke';
import type { ServiceTestEvent } from '@atrium/contract/service-api/functions/test-lines';
import type { FailureKind } from '@atrium/contract/test-runs/test-failure';
import type { TestChange } from './test-result.repository.ts';

/** Converts a service's report of a test to its stored form: the return value as text, a failure in parts. */
export function toTestChange(
  serviceId: string,
  event: ServiceTestEvent,
  { result, reach }: Pick<TestChange, 'result' | 'reach'>,
): TestChange {
  const { id, status, startedAt, durationMs } = event;
  const change: TestChange = {
    serviceId,
    testId: id,
    status,
    startedOn: startedAt,
    durationMs,
    result: null,
    failureKind: null,
    failureMessage: null,
    failure: null,
    console: clean(event.console ?? ''),
    reach,
    failedTry: null,
  };
  // Console output belongs to the final state; storing it earlier would count it and then overwrite it.
  if (status === 'RUNNING') return { ...change, console: '' };
  if (status === 'FAIL') return { ...change, ...readFailure(result) };
  return { ...change, result };
}

/** A failure after which the test is tried again. */
export function toFailedTry(change: TestChange): TestChange {
  const { failureKind, failureMessage, failure, console, durationMs } = change;
  return {
    ...change,
    status: 'PENDING',
    durationMs: null,
    failureKind: null,
    failureMessage: null,
    failure: null,
    console: null,
    reach: null,
    failedTry: {
      failureKind: failureKind ?? 'error',
      failureMessage: failureMessage ?? '',
      failure,
      console,
      durationMs,
    },
  };
}

function readFailure(result: string | null): Partial<TestChange> {
  const { success, data: failure } = FunctionFailure.safeParse(JSON.parse(result ?? 'null'));
  // A foreign service may say less than it should; a failure stays a failure.
  if (!success) return { failureKind: 'error', failureMessage: 'The test failed.' };
  const { name, message, file, line, column, expected, actual } = failure;
  return {
    failureKind: kindOf(name),
    failureMessage: clean(message),
    failure: {
      name: clean(name),
      expected: expected === undefined ? null : clean(expected),
      actual: actual === undefined ? null : clean(actual),
      place:
        file === undefined || line === undefined ? null : { file: clean(file), line, column: column ?? 1 },
      stack: failure.stack.map(({ file: at, line, column, function: name }) => ({
        file: clean(at),
        line,
        column,
        ...(name === undefined ? {} : { function: clean(name) }),
      })),
    },
    ...(failure.console === '' ? {} : { console: clean(failure.console) }),
  };
}

const kinds: Record<string, FailureKind> = {
  AssertionError: 'assertion',
  TimeLimit: 'timeout',
  MemoryLimit: 'memory',
};

function kindOf(name: string): FailureKind {
  return kinds[name] ?? 'error';
}

/** The database holds neither the character NUL nor halves of characters. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '␀');
}
