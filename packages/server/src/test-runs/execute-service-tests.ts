import { setTimeout as wait } from 'node:timers/promises';
import { runServiceTests } from '@atrium/contract/service-api/tests';
import { AppError, UnavailableError } from '@atrium/host/errors';
import type { ServiceClient } from '../services/service-client.ts';
import { changeRun, type RunParts } from './change-run.ts';
import type { ResultWriter } from './result-writer.ts';
import { toTestChange } from './test-change.ts';
import { readTestLine } from './test-line.ts';
import { listUnfinishedTestIds, updateUnfinishedTests } from './test-result.repository.ts';
import { type StoredRun, updateRunService } from './test-run.repository.ts';

/** Pauses before trying a service again that broke off: about half a minute in all, enough for a restart. */
const RETRY_AFTER_MS = [200, 500, 1000, 2000, 3000, 4000, 5000, 5000, 5000, 5000];

export interface ServiceExecution extends RunParts {
  client: ServiceClient;
  writer: ResultWriter;
  run: StoredRun;
  serviceId: string;
  /** The id under which the service knows this execution. */
  executionId: string;
  stop: AbortSignal;
}

/** Runs what is left of one service's tests, however often the service goes away in the middle. */
export async function executeServiceTests(execution: ServiceExecution): Promise<void> {
  const { db, run, serviceId, stop } = execution;
  let triesWithoutProgress = 0;
  let left = await listUnfinishedTestIds(db, run.id, serviceId);
  while (left.length > 0 && !stop.aborted) {
    const broken = await streamTests(execution, left);
    if (stop.aborted) return;
    const before = left.length;
    left = await listUnfinishedTestIds(db, run.id, serviceId);
    if (left.length === 0) return;
    if (broken === undefined) {
      await giveUp(execution, 'The service did not run this test: it may have been removed.', null);
      return;
    }
    triesWithoutProgress = left.length < before ? 0 : triesWithoutProgress + 1;
    const pause = RETRY_AFTER_MS[triesWithoutProgress];
    if (pause === undefined || !isPassing(broken)) {
      await giveUp(execution, broken.message, broken.message);
      return;
    }
    await wait(pause, undefined, { signal: stop }).catch(() => {});
  }
}

/** Returns what ended the stream before the service reported its end. */
async function streamTests(execution: ServiceExecution, tests: string[]): Promise<Error | undefined> {
  const { client, writer, run, serviceId, stop, db } = execution;
  const body = { runId: execution.executionId, tests, stopOnError: run.strategy === 'FAIL_ON_FIRST' };
  const wanted = new Set(tests);
  let isDone = false;
  try {
    for await (const text of client.stream(serviceId, runServiceTests, { body }, { signal: stop })) {
      const { line, result } = readTestLine(text);
      if ('done' in line) {
        isDone = true;
        await updateRunService(db, run.id, serviceId, { version: line.version });
      } else if (wanted.has(line.id)) {
        await writer.add(toTestChange(serviceId, line, result));
      }
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

async function giveUp(
  execution: ServiceExecution,
  failureMessage: string,
  serviceError: string | null,
): Promise<void> {
  const { run, serviceId } = execution;
  await changeRun(
    execution,
    run.id,
    async (transaction, change) => {
      if (serviceError !== null)
        await updateRunService(transaction, run.id, serviceId, { error: serviceError });
      const failed = { status: 'FAIL', failureKind: 'error', failureMessage } as const;
      await updateUnfinishedTests(transaction, run.id, change, failed, { serviceId });
    },
    { execution: run.execution },
  );
}
