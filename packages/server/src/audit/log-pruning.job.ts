import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { defineJob } from '../jobs/define-job.ts';
import { deleteLogParts, deleteSomeEntries, insertLogParts } from './log-pruning.repository.ts';

const DAY_MS = 86_400_000;
/** Deleted in one transaction: few enough that none lasts long. */
const AT_ONCE = 2_000;

export const pruneLogJob = defineJob({
  name: 'audit.prune-log',
  payload: z.object({}),
  policy: 'exclusive',
  timetable: '10 4 * * *',
  timeoutSeconds: 3600,
});

interface PruneLogParts {
  db: Kysely<Database>;
  clock: Clock;
  /** Days that entries are kept; undefined = forever. */
  days: number | undefined;
  atOnce?: number;
}

/**
 * Makes the parts of the log for the months to come, and deletes entries that are older than they are to be kept: whole
 * months at once. May be stopped anywhere, and called again.
 */
export async function pruneLog(
  { db, clock, days, atOnce = AT_ONCE }: PruneLogParts,
  signal?: AbortSignal,
): Promise<void> {
  await insertLogParts(db, clock.now());
  if (days === undefined) return;
  const before = new Date(clock.now().getTime() - days * DAY_MS);
  signal?.throwIfAborted();
  await deleteLogParts(db, before);
  do signal?.throwIfAborted();
  while ((await deleteSomeEntries(db, before, atOnce)) === atOnce);
}
