import { setTimeout as wait } from 'node:timers/promises';
import type { TestSource } from '@atrium/contract/service-api/functions/test-sources';
import { MAX_TESTS_PER_CALL, runServiceTests } from '@atrium/contract/service-api/functions/tests';
import { AppError, UnavailableError } from '@atrium/host/errors';
import type { ServiceClient } from '../services/service-client.ts';
import { changeRun, type RunParts } from './change-run.ts';
import { StreamReach } from './reach/stream-reach.ts';
import type { ResultWriter } from './result-writer.ts';
import { skipAfterFailure } from './skip-after-failure.ts';
import { toFailedTry, toTestChange } from './test-change.ts';
import { readTestLine } from './test-line.ts';
import { listUnfinishedTests, type UnfinishedTest, updateUnfinishedTests } from './test-result.repository.ts';
import { type StoredRun, updateRunService } from './test-run.repository.ts';

/** Pauses before trying a service again that broke off: about half a minute in all, enough for a restart. */
const RETRY_AFTER_MS = [200, 500, 1000, 2000, 3000, 4000, 5000, 5000, 5000, 5000];

/** Status of a test that could not be run. */
const FAILED = { status: 'FAIL', failureKind: 'error' } as const;
const NOT_RUN = { status: 'CANCELED' } as const;

export interface ServiceExecution extends RunParts {
  /** Other pauses than the product's before a service that broke off is asked again. */
  retryAfterMs?: readonly number[] | undefined;
  /** Fewer tests in one call than a service takes. */
  testsPerCall?: number;
  client: ServiceClient;
  writer: ResultWriter;
  run: StoredRun;
  serviceId: string;
  /** The id under which the service knows this execution. */
  executionId: string;
  stop: AbortSignal;
  /** Sources that the tests read instead of live content. */
  sources: TestSource[] | undefined;
}

/**
 * Runs the remaining tests of one service. The service stops at the first failure by itself; in runs that stop there,
 * quarantined tests run last, as their failures stop nothing.
 */
export async function executeServiceTests(execution: ServiceExecution): Promise<void> {
  if (execution.run.strategy === 'EXECUTE_ALL') {
    await executeTests(execution);
    return;
  }
  const absence = await executeTests(execution, { isQuarantined: false });
  const quarantined = { isQuarantined: true };
  if (absence === undefined) await executeTests(execution, quarantined);
  else await giveUp(execution, quarantined, { ...NOT_RUN, failureMessage: absence.message });
}

type Part = { isQuarantined: boolean };

/**
 * Resumes however often the service becomes unavailable, and retries failed tests where allowed. Returns the last error
 * of a service that stayed unavailable.
 */
async function executeTests(execution: ServiceExecution, only?: Part): Promise<Error | undefined> {
  const { db, run, serviceId, stop } = execution;
  const { retryAfterMs = RETRY_AFTER_MS, testsPerCall = MAX_TESTS_PER_CALL } = execution;
  let triesWithoutProgress = 0;
  let left = await listUnfinishedTests(db, run.id, serviceId, only);
  while (left.length > 0 && !stop.aborted) {
    const asked = left.slice(0, testsPerCall);
    const broken = await streamTests(execution, asked, only);
    if (stop.aborted) return undefined;
    const before = new Map(left.map(({ testId, failedCount }) => [testId, failedCount]));
    left = await listUnfinishedTests(db, run.id, serviceId, only);
    if (left.length === 0) return undefined;
    const isRetry = left.some(({ testId, failedCount }) => failedCount > (before.get(testId) ?? 0));
    const hasProgressed = isRetry || left.length < before.size;
    if (broken === undefined) {
      // The others have not been asked for yet.
      const hasOthers = asked.length < before.size && hasProgressed;
      if (isRetry || hasOthers) continue;
      const failureMessage = 'The service did not run this test: it may have been removed.';
      await giveUp(execution, only, { ...FAILED, failureMessage });
      return undefined;
    }
    triesWithoutProgress = hasProgressed ? 0 : triesWithoutProgress + 1;
    const pause = retryAfterMs[triesWithoutProgress];
    if (pause === undefined || !isPassing(broken)) {
      // An unavailable service proves nothing about the tests.
      const isAway = isPassing(broken);
      const end = isAway ? NOT_RUN : FAILED;
      await giveUp(execution, only, { ...end, failureMessage: broken.message }, broken.message);
      return isAway ? broken : undefined;
    }
    await wait(pause, undefined, { signal: stop }).catch(() => {});
  }
  return undefined;
}

/** Returns what ended the stream before the service reported its end. */
async function streamTests(
  execution: ServiceExecution,
  tests: readonly UnfinishedTest[],
  only: Part | undefined,
): Promise<Error | undefined> {
  const { client, writer, run, serviceId, stop, db, sources } = execution;
  const stopOnError = run.strategy === 'FAIL_ON_FIRST' && !only?.isQuarantined;
  const body = {
    runId: execution.executionId,
    tests: tests.map(({ testId }) => testId),
    stopOnError,
    reach: true,
    ...(run.withoutSecrets && { withoutSecrets: true }),
    ...(sources && { sources }),
  };
  const wanted = new Map(tests.map(({ testId, failedCount }) => [testId, failedCount]));
  let hasRetry = false;
  const reached = new StreamReach();
  let isDone = false;
  try {
    for await (const text of client.stream(serviceId, runServiceTests, { body }, { signal: stop })) {
      const { line, result } = readTestLine(text);
      if ('done' in line) {
        isDone = true;
        await updateRunService(db, run.id, serviceId, { version: line.version });
        continue;
      }
      const reach = reached.read(line.reach);
      const failedCount = wanted.get(line.id);
      if (failedCount === undefined) continue;
      if (line.status !== 'RUNNING') wanted.delete(line.id);
      const change = toTestChange(serviceId, line, { result, reach });
      if (line.status === 'FAIL' && failedCount < run.retries) {
        hasRetry = true;
        await writer.add(toFailedTry(change));
      } else if (line.status !== 'SKIPPED' || !hasRetry || !stopOnError) {
        await writer.add(change);
      }
      // Otherwise the service has stopped at a failure that is not the last word: the test is asked for again.
    }
  } catch (error) {
    if (stop.aborted) return undefined;
    await writer.flush();
    return error instanceof AppError
      ? error
      : new UnavailableError(`The service "${serviceId}" sent something that is not a test result.`);
  }
  await writer.flush();
  return isDone
    ? undefined
    : new UnavailableError(`The service "${serviceId}" stopped before it had sent all results.`);
}

/** Worth a retry: the service is unavailable or busy, as opposed to one that refuses. */
function isPassing(error: Error): boolean {
  return error instanceof UnavailableError || (error instanceof AppError && error.status === 429);
}

/**
 * Ends the remaining requested tests. A run that stops at the first failure stops here if one of these counts as
 * failed.
 */
async function giveUp(
  execution: ServiceExecution,
  only: Part | undefined,
  end: (typeof FAILED | typeof NOT_RUN) & { failureMessage: string },
  serviceError?: string,
): Promise<void> {
  const { run, serviceId } = execution;
  await changeRun(
    execution,
    run.id,
    async (transaction, change) => {
      if (serviceError !== undefined)
        await updateRunService(transaction, run.id, serviceId, { error: serviceError });
      await updateUnfinishedTests(transaction, run.id, change, end, { serviceId, ...only });
      if (run.strategy === 'FAIL_ON_FIRST') await skipAfterFailure(transaction, run.id, change);
    },
    { execution: run.execution },
  );
}
