import type { FailureKind } from '@atrium/contract/test-runs/test-failure';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { StoredTestDetails } from './test-result.repository.ts';

/** A test of a run as it is counted in a report. */
export interface ReportedTest
  extends Pick<
    StoredTestDetails,
    'serviceId' | 'testId' | 'fullPath' | 'status' | 'durationMs' | 'failureKind'
  > {
  /** Kind of the first try's failure, after which Surefire names its element. */
  firstFailureKind: FailureKind | null;
}

/** Reported texts of a test's failures, which may be long. */
export type ReportedTexts = Pick<StoredTestDetails, 'failureMessage' | 'failure' | 'console' | 'failedTries'>;

/** All tests of a run, in their order, without what may be long. */
export async function listReportedTests(db: Store, runId: string): Promise<ReportedTest[]> {
  return db
    .selectFrom('testResults')
    .select(['serviceId', 'testId', 'fullPath', 'status', 'durationMs', 'failureKind'])
    .select(
      sql<FailureKind | null>`
        case when status = 'FAIL' then coalesce(failed_tries -> 0 ->> 'failureKind', failure_kind) end`.as(
        'firstFailureKind',
      ),
    )
    .where('runId', '=', runId)
    .orderBy('position')
    .orderBy('testId')
    .execute();
}

/** By the ids of some tests of one service. */
export async function listReportedTexts(
  db: Store,
  runId: string,
  serviceId: string,
  testIds: readonly string[],
): Promise<Map<string, ReportedTexts>> {
  const rows = await db
    .selectFrom('testResults')
    .select(['testId', 'failureMessage', 'failure', 'console', 'failedTries'])
    .where('runId', '=', runId)
    .where('serviceId', '=', serviceId)
    .where('testId', 'in', testIds)
    .orderBy('testId')
    .execute();
  return new Map(rows.map(({ testId, ...texts }) => [testId, texts]));
}
