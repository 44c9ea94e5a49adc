import type { Store } from '../database/schema.ts';
import { hasCountingFailure } from './quarantined-result.repository.ts';
import { type RunChange, updateUnfinishedTests } from './test-result.repository.ts';

/** Ends a run that stops at the first failure, once it has one that counts. */
export async function skipAfterFailure(transaction: Store, runId: string, change: RunChange): Promise<void> {
  if (!(await hasCountingFailure(transaction, runId))) return;
  await updateUnfinishedTests(transaction, runId, change, { status: 'SKIPPED' });
}
