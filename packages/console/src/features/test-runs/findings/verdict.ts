import type { NamedVersion } from '@atrium/contract/configuration/versions';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { formatQuantity } from '../../../lib/format.ts';
import { progressOf } from '../run-counts.ts';
import { retriedText } from '../try-text.ts';
import type { FailureGroup } from './failure-groups.ts';
import type { Mixed, Since } from './since.ts';
import { mixedText, sinceText } from './since-text.ts';

/** Start of the failures, and author of the version that caused them. */
interface KnownSince {
  of: Since | undefined;
  /** Set if only some of the failures are new. */
  mixed?: Mixed | undefined;
  version: NamedVersion | undefined;
  now: Date;
  nameOf?: (serviceId: string) => string;
}

/**
 * Summarizes a run in one sentence: `14 of 48 failed: 12 for one reason, new since version 3 (chidi, 02:36, 9e436c7)`.
 */
export function verdictOf(run: TestRun, groups: readonly FailureGroup[], since?: KnownSince): string {
  const { OK: passed = 0, FAIL: failed = 0, SKIPPED: skipped = 0 } = run.counts;
  const { total, done } = progressOf(run);
  const rest = skipped > 0 ? `, ${formatQuantity(skipped, 'test')} skipped` : '';
  const retried = retriedText(run.passedOnRetry);
  switch (run.status) {
    case 'RUNNING':
    case 'PENDING':
      return `Running: ${done} of ${total} done${failed > 0 ? `, ${failed} failed so far` : ''}`;
    case 'CANCELED':
      if (run.servicesTests.some(wasAway)) {
        const count = run.counts.CANCELED ?? 0;
        return `Not finished: ${passed} of ${total} passed, ${failed} failed, ${formatQuantity(count, 'test')} could not be run`;
      }
      return `Canceled: ${passed} of ${total} had passed, ${failed} had failed`;
    case 'OK':
      if (failed > 0) return `${passed} of ${total} passed${retried}, ${failed} failed in quarantine${rest}`;
      return `${passed === 1 ? 'The only test' : `All ${passed} tests`} passed${retried}${rest}`;
    case 'SKIPPED':
      return 'No test ran';
    case 'FAIL': {
      const reason = since ? reasonOf(since) : '';
      const quarantined = run.quarantinedFailures > 0 ? `, ${run.quarantinedFailures} in quarantine` : '';
      return `${failed} of ${total} failed${reasons(groups)}${reason}${quarantined}${rest}`;
    }
  }
}

function reasonOf({ of, mixed, version, now, nameOf }: KnownSince): string {
  if (mixed) return `; ${mixedText(mixed, version, now, nameOf)}`;
  return of ? `, ${sinceText(of, version, now, nameOf)}` : '';
}

/** These tests weren't canceled by a user: the service didn't respond within the time limit. */
function wasAway({ error, tests }: TestRun['servicesTests'][number]): boolean {
  return error !== null && tests.some(({ status }) => status === 'CANCELED');
}

function reasons(groups: readonly FailureGroup[]): string {
  const largest = groups[0]?.tests.length ?? 0;
  if (groups.length === 1) return largest > 1 ? ' for one reason' : '';
  if (groups.length === 0) return '';
  return largest > 1 ? `: ${largest} for one reason` : ` for ${groups.length} reasons`;
}
