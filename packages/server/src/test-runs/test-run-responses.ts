import { consolePaths } from '@atrium/contract/console-paths';
import { isUnfinished } from '@atrium/contract/test-runs/status';
import { type PastResult, type Test, type TestDetails, toTestId } from '@atrium/contract/test-runs/test';
import type { TestFailure } from '@atrium/contract/test-runs/test-failure';
import type { TestRun, TestRunSummary } from '@atrium/contract/test-runs/test-run';
import { JsonText } from '@atrium/host/http/bodies/json-text';
import type { StoredPastResult } from './past-result.repository.ts';
import type { StoredTest, StoredTestDetails } from './test-result.repository.ts';
import type { RunService, StoredRun } from './test-run.repository.ts';

/** Stored runs and tests as the contract shows them. */

export function toSummary(run: StoredRun, now: Date): TestRunSummary {
  const { tally, startedOn, finishedOn } = run;
  const { counts, startedCount } = tally;
  return {
    runId: run.id,
    status: run.status,
    strategy: run.strategy,
    userId: run.userId,
    userName: run.userName,
    startedAt: startedOn.toISOString(),
    duration: Math.max(0, (finishedOn ?? now).getTime() - startedOn.getTime()),
    startedTestsCount: startedCount,
    // A test unknown to its service fails without having started; a canceled test did not finish.
    finishedTestsCount: Math.min(startedCount, (counts.OK ?? 0) + (counts.FAIL ?? 0)),
    counts,
    // Tests of an unavailable service are missing; a scheduled run may be limited to some services.
    ...(run.askedServiceIds?.length === 0 && { isOfAll: true as const }),
    ...(run.isTimetabled && { isTimetabled: true as const }),
    ...(run.isCandidate && { isCandidate: true as const }),
    ...(run.withoutSecrets && { withoutSecrets: true as const }),
    quarantinedFailures: tally.quarantinedFailures,
    retries: run.retries,
    passedOnRetry: tally.passedOnRetry,
    revision: run.revision,
  };
}

export function toTestRun(
  run: StoredRun,
  services: readonly RunService[],
  tests: readonly StoredTest[],
  now: Date,
): TestRun {
  const groups = new Map(
    services.map((service) => [
      service.serviceId,
      {
        serviceId: service.serviceId,
        version: service.version,
        error: service.error,
        tests: [] as Test[],
        tag: service.serviceTag,
      },
    ]),
  );
  for (const test of tests) {
    const group = groups.get(test.serviceId);
    group?.tests.push(toTest(run.id, test, group.tag));
  }
  return {
    ...toSummary(run, now),
    servicesTests: [...groups.values()].map(({ tag: _, ...group }) => group),
  };
}

export function toTest(runId: string, stored: StoredTest, serviceTag: string | null): Test {
  const id = toTestId(stored.serviceId, stored.testId);
  return {
    id,
    fullPath: stored.fullPath,
    link: consolePaths.testRunnerDashboard({ runId, test: id }),
    serviceId: stored.serviceId,
    serviceTag,
    action: stored.action,
    status: stored.status,
    ...readResult(stored),
    failureKind: stored.failureKind,
    duration: stored.durationMs,
    ...toTryNumber(stored),
    ...(stored.quarantine !== null && { quarantine: stored.quarantine }),
  };
}

export function toDetails(run: StoredRun, stored: StoredTestDetails, service: RunService): TestDetails {
  return {
    ...toTest(run.id, stored, service.serviceTag),
    runId: run.id,
    ...(run.isCandidate && { isCandidate: true as const }),
    failure: toFailure(stored),
    failedTries: (stored.failedTries ?? []).map((failed) => ({
      failure: toFailure(failed) as TestFailure,
      console: failed.console ?? '',
      duration: failed.durationMs,
    })),
    console: stored.console ?? '',
    startedAt: stored.startedOn?.toISOString() ?? null,
    version: service.version,
  };
}

export function toPastResult(stored: StoredPastResult): PastResult {
  return {
    runId: stored.runId,
    status: stored.status,
    ...toTryNumber(stored),
    startedAt: stored.startedOn?.toISOString() ?? null,
    duration: stored.durationMs,
    version: stored.version,
    failureKind: stored.failureKind,
    message: stored.failureMessage,
  };
}

function readResult({ status, result, isResultCut, failureMessage }: StoredTest): Partial<Test> {
  if (failureMessage !== null) return { result: failureMessage };
  if (result === null || isUnfinished(status)) return {};
  if (isResultCut) return { result, isResultCut };
  return { result: new JsonText(result) };
}

function toTryNumber({ failedCount }: { failedCount: number }): { tryNumber?: number } {
  return failedCount > 0 ? { tryNumber: failedCount + 1 } : {};
}

function toFailure(
  stored: Pick<StoredTestDetails, 'failureKind' | 'failureMessage' | 'failure'>,
): TestFailure | null {
  const { failureKind: kind, failureMessage, failure } = stored;
  if (kind === null) return null;
  const unknown = { name: 'Error', expected: null, actual: null, place: null, stack: [] };
  return { kind, message: failureMessage ?? '', ...(failure ?? unknown) };
}
