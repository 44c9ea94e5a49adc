import { consolePaths } from '@atrium/contract/console-paths';
import type { TestStatus } from '@atrium/contract/test-runs/status';
import type { Store } from '../database/schema.ts';
import type { Facts } from '../notifications/facts.ts';
import type { Notifier } from '../notifications/notifier.service.ts';
import type { EndedRun } from './change-run.ts';
import { findOutcomeBefore } from './run-history.repository.ts';

/**
 * In the transaction that ends a run of all tests: tells that the run is the first to fail, or the first to pass again. A
 * failed run counts even if some tests could not be listed; a passed run counts only if all were listed.
 */
export async function tellChange(
  notifier: Pick<Notifier, 'tell'>,
  transaction: Store,
  run: EndedRun,
): Promise<void> {
  const { id, domainId, status, askedServiceIds } = run;
  if (askedServiceIds === null || run.isCandidate) return;
  if (status !== 'FAIL' && (status !== 'OK' || !run.isWhole)) return;
  const before = (await findOutcomeBefore(transaction, { ...run, askedServiceIds })) ?? 'OK';
  if (before === status) return;
  const reason = status === 'FAIL' ? 'tests-failed' : 'tests-recovered';
  await notifier.tell(transaction, {
    domainId,
    reason,
    key: `test-run:${id}`,
    subjectId: id,
    facts: factsOf(run, status),
  });
}

/** Failure messages are excluded, because they may contain data that customers entered. */
function factsOf({ id: runId, tally, startedOn, finishedOn }: EndedRun, status: TestStatus): Facts {
  const { counts, quarantinedFailures, passedOnRetry } = tally;
  const { OK: passed = 0, FAIL: failed = 0 } = counts;
  const hasFailed = status === 'FAIL';
  const rest = failed > 0 ? `, and the ${failed} that failed are in quarantine` : '';
  return {
    type: hasFailed ? 'test-run.first-failure' : 'test-run.recovery',
    title: hasFailed ? 'Your tests are failing' : 'Your tests pass again',
    text: hasFailed
      ? `A run of all tests has failed: ${failed} of ${passed + failed} tests.`
      : `A run of all tests no longer has failures: ${passed} of ${passed + failed} tests passed${rest}.`,
    tone: hasFailed ? 'bad' : 'good',
    action: { label: 'Show the test run', path: consolePaths.testRunnerDashboard({ runId }) },
    data: {
      runId,
      status,
      counts,
      quarantinedFailures,
      passedOnRetry,
      startedAt: startedOn.toISOString(),
      finishedAt: finishedOn?.toISOString() ?? null,
    },
  };
}
