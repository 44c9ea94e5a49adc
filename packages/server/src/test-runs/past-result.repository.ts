import type { TestStatus } from '@atrium/contract/test-runs/status';
import type { FailureKind } from '@atrium/contract/test-runs/test-failure';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

export interface StoredPastResult {
  runId: string;
  status: TestStatus;
  startedOn: Date | null;
  durationMs: number | null;
  version: number | null;
  failureKind: FailureKind | null;
  failureMessage: string | null;
  failedCount: number;
}

/** Results of one test over all runs of the domain that did not leave it out, newest first. Run ids sort by time. */
export async function listPastResults(
  db: Store,
  domainId: string,
  serviceId: string,
  testId: string,
  limit: number,
): Promise<StoredPastResult[]> {
  return db
    .selectFrom('testResults')
    .innerJoin('testRunServices', (join) =>
      join
        .onRef('testRunServices.runId', '=', 'testResults.runId')
        .onRef('testRunServices.serviceId', '=', 'testResults.serviceId'),
    )
    .select([
      'testResults.runId',
      'status',
      'startedOn',
      'durationMs',
      'version',
      'failureKind',
      'failureMessage',
      sql<number>`coalesce(jsonb_array_length(failed_tries), 0)`.as('failedCount'),
    ])
    .where('testResults.domainId', '=', domainId)
    .where('testResults.serviceId', '=', serviceId)
    .where('testId', '=', testId)
    .where('action', '=', 'RUN')
    .where('status', 'not in', ['PENDING', 'RUNNING'])
    .orderBy('testResults.runId', 'desc')
    .limit(limit)
    .execute();
}
