import type { TestAction, TestStatus, TestStrategy } from '@atrium/contract/test-runs/status';
import type { FailureKind, TestFailure } from '@atrium/contract/test-runs/test';
import type { StatusCounts } from '@atrium/contract/test-runs/test-run';
import type { ColumnType, Generated } from 'kysely';
import type { Time } from '../database/columns.ts';

export interface TestRunsTables {
  test_runs: {
    id: string;
    domain_id: string;
    requested_by: string;
    user_id: string;
    user_name: string;
    strategy: TestStrategy;
    status: TestStatus;
    started_on: Time;
    finished_on: Time | null;
    revision: Generated<number>;
    execution: Generated<number>;
    heartbeat_on: Time;
    /** By status; `started` is how many tests began, of runs since that is counted. */
    counts: ColumnType<StatusCounts & { started?: number }, string, string>;
    idempotency_key: string | null;
    request_hash: string | null;
  };
  test_run_services: {
    run_id: string;
    service_id: string;
    position: number;
    service_tag: string | null;
    version: number | null;
    error: string | null;
  };
  test_results: {
    run_id: string;
    service_id: string;
    test_id: string;
    domain_id: string;
    position: number;
    full_path: string;
    action: TestAction;
    status: TestStatus;
    revision: number;
    started_on: Time | null;
    duration_ms: number | null;
    result: string | null;
    failure_kind: FailureKind | null;
    failure_message: string | null;
    failure: ColumnType<StoredFailure | null, string | null, string | null>;
    console: string | null;
  };
}

/** The parts of a failure that have no column of their own. */
export type StoredFailure = Omit<TestFailure, 'kind' | 'message'>;
