import type { SearchStatus } from '@atrium/contract/test-runs/change-search';
import type { TestAction, TestStatus, TestStrategy } from '@atrium/contract/test-runs/status';
import type { FailureKind, TestFailure } from '@atrium/contract/test-runs/test-failure';
import type { StatusCounts } from '@atrium/contract/test-runs/test-run';
import type { RunRhythm } from '@atrium/contract/test-runs/timetable';
import type { Time } from '@atrium/host/database/columns';
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';

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
    /** Whether the tests read files that are not live. */
    isCandidate: Generated<boolean>;
    /** Whether secrets are withheld from the tests, because the files are of strangers. */
    withoutSecrets: Generated<boolean>;
    retries: number;
    /** The services of which all tests were asked for, sorted. Empty: of all; null: only some tests were asked for. */
    askedServiceIds: string[] | null;
    /** All tests were asked for, and each of these services could list its own when the run started. */
    isWhole: Generated<boolean>;
    /** The live version of every service when it started, null of one that did not say; null for runs before that was kept. */
    versions: ColumnType<Record<string, number | null> | null, string, never>;
    /** The timetable has started it. */
    isTimetabled: Generated<boolean>;
    /** Size of the results, counted as they are written. */
    resultBytes: Generated<number>;
    /** Permissions of the access key or page that started the run; null: all permissions of the person. */
    permissions: Generated<string[] | null>;
    /** By status; `started` is how many tests began, of runs since that is counted. */
    counts: ColumnType<
      StatusCounts & { started?: number; quarantined?: number; retried?: number },
      string,
      string
    >;
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
    /** Domain whose history includes the result; null for tests of content that is not live. */
    domainId: string | null;
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
    /** The failures after which it was tried again, oldest first; null without any. */
    failedTries: ColumnType<StoredTry[] | null, string | undefined, string>;
    reachId: Generated<number | null>;
    /** Why its failure does not count; null if it does. */
    quarantine: string | null;
  };
  testQuarantines: {
    domainId: string;
    serviceId: string;
    testId: string;
    reason: string;
    /** The last day. */
    untilOn: string;
    createdBy: string;
    createdOn: Time;
  };
  runTimes: {
    id: string;
    domainId: string;
    position: number;
    rhythm: RunRhythm;
    /** Minute of the day, UTC. */
    atMinute: number;
    /** Empty: all. */
    serviceIds: string[];
    retries: number;
    /** Null while it is paused. */
    nextOn: Time | null;
    lastOn: Time | null;
    lastRunId: string | null;
    lastNote: string | null;
    savedBy: string;
    /** Permissions of the access key or page that saved the time; null: all permissions of the person. */
    permissions: Generated<string[] | null>;
  };
  reachedFiles: {
    id: GeneratedAlways<number>;
    domainId: string;
    serviceId: string;
    folderPath: string;
    name: string;
    checksum: string;
    passedRunId: string | null;
    passedOn: Time | null;
    /** Since when nothing needs it; null again when a run finds it. */
    unusedSince: Time | null;
  };
  changeSearches: {
    id: string;
    domainId: string;
    runId: string;
    serviceId: string;
    testId: string;
    passedRunId: string;
    requestedBy: string;
    status: SearchStatus;
    startedOn: Time;
    finishedOn: Time | null;
    heartbeatOn: Time;
    base: ColumnType<Record<string, number>, string, string>;
    changes: ColumnType<SearchChange[], string, string>;
    probes: ColumnType<Probe[], string | undefined, string>;
    /** Permissions of the access key or page that started the search; null: all permissions of the person. */
    permissions: Generated<string[] | null>;
    error: string | null;
  };
  reaches: {
    id: GeneratedAlways<number>;
    domainId: string;
    digest: string;
    fileIds: number[];
    unusedSince: Time | null;
  };
}

export type StoredSearch = Selectable<TestRunsTables['changeSearches']>;

/** Result of the test with the first `at` changes. ABSENT: the test did not exist, or was disabled. */
export interface Probe {
  at: number;
  outcome: 'PASSED' | 'FAILED' | 'ABSENT';
}

/** A version that became live between two runs. */
export type SearchChange = [serviceId: string, version: number];

/** The parts of a failure that have no column. */
export type StoredFailure = Omit<TestFailure, 'kind' | 'message'>;

/** Stored part of a failed try that was retried. */
export interface StoredTry {
  failureKind: FailureKind;
  failureMessage: string;
  failure: StoredFailure | null;
  console: string | null;
  durationMs: number | null;
}
