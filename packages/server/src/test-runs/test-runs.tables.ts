import type { TestAction, TestStatus, TestStrategy } from '@atrium/contract/test-runs/status';
import type { FailureKind, TestFailure } from '@atrium/contract/test-runs/test-failure';
import type { StatusCounts } from '@atrium/contract/test-runs/test-run';
import type { Time } from '@atrium/host/database/columns';
import type { ColumnType, Generated } from 'kysely';

export interface TestRunsTables {
  testRuns: {
    id: string;
    domainId: string;
    requestedBy: string;
    userId: string;
    userName: string;
    strategy: TestStrategy;
    status: TestStatus;
    startedOn: Time;
    finishedOn: Time | null;
    revision: Generated<number>;
    execution: Generated<number>;
    heartbeatOn: Time;
    /** By status; `started` is how many tests began, of runs since that is counted. */
    counts: ColumnType<StatusCounts & { started?: number }, string, string>;
  };
  testRunServices: {
    runId: string;
    serviceId: string;
    position: number;
    serviceTag: string | null;
    version: number | null;
    error: string | null;
  };
  testResults: {
    runId: string;
    serviceId: string;
    testId: string;
    domainId: string;
    position: number;
    fullPath: string;
    action: TestAction;
    status: TestStatus;
    revision: number;
    startedOn: Time | null;
    durationMs: number | null;
    result: string | null;
    failureKind: FailureKind | null;
    failureMessage: string | null;
    failure: ColumnType<StoredFailure | null, string | null, string | null>;
    console: string | null;
  };
}

/** The parts of a failure that have no column. */
export type StoredFailure = Omit<TestFailure, 'kind' | 'message'>;
