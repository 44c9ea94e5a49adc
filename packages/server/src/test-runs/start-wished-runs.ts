import { AppError, ConflictError } from '@atrium/host/errors';
import { restrict } from '../accounts/people/restriction.ts';
import { fromStoredOrigin } from '../audit/stored-origin.ts';
import type { Returns } from '../configuration/return/return.service.ts';
import type { DueWish, ReturnWishes } from '../configuration/return/return-wish.service.ts';
import type { Caller } from '../http/caller.ts';
import { type StartParts, startRun } from './start-run.ts';
import { findRunningRun } from './test-run.repository.ts';

/** Longer than any run: by then it is not known any more what a test would say about. */
const MAX_WAIT_MS = 3 * 3_600_000;

export interface WishParts extends StartParts {
  returns: Returns;
  returnWishes: ReturnWishes;
  findActor: (userId: string) => Promise<Caller | undefined>;
}

/** Starts the runs after submits of a domain whose browsers have not started one, each as soon as no other is going. */
export async function startWishedRuns(parts: WishParts, domainId: string): Promise<void> {
  const failures: unknown[] = [];
  for (const wish of await parts.returnWishes.listDue(domainId)) {
    try {
      const reason = await startOne(parts, wish);
      if (reason !== undefined) await parts.returnWishes.end(wish, reason);
    } catch (error) {
      // The others are started all the same.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Runs after submits could not be started.');
}

/** Returns why it never will be started; undefined if it is, or is tried again. */
async function startOne(parts: WishParts, wish: DueWish): Promise<string | undefined> {
  const { db, clock, returns, returnWishes, findActor } = parts;
  const { domainId, backupKey } = wish;
  const isLate = clock.now().getTime() - wish.createdOn.getTime() > MAX_WAIT_MS;
  if (isLate) return 'No run could be started for three hours.';
  if (await findRunningRun(db, domainId)) return undefined;
  const actor = restrict(await findActor(wish.userId), wish.permissions);
  if (!actor?.permissions.includes('tests.run'))
    return 'Whoever submitted the changes may no longer run tests.';
  const caller = { ...actor, ...fromStoredOrigin(wish) };
  try {
    const draft = await returnWishes.findDraft(wish);
    const prepared = await returns.prepare(caller, { backupKey, ...(draft && { draft }) });
    if (prepared === undefined) {
      await returnWishes.forget(db, wish);
      return undefined;
    }
    await startRun(
      parts,
      caller,
      { strategy: 'EXECUTE_ALL', retries: 0 },
      {
        onStart: async (transaction, runId) => {
          await returns.create(transaction, prepared, runId);
          const isMine = await returnWishes.start(transaction, wish, runId);
          if (!isMine) throw new ConflictError('It has already been started.', { runId });
        },
      },
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return isForLater(error) ? undefined : error.message;
  }
  return undefined;
}

/** A service is away, or someone else has just started a run. */
function isForLater({ status, details }: AppError): boolean {
  const isRunning = typeof details === 'object' && details !== null && 'runId' in details;
  return status >= 500 || status === 429 || isRunning;
}
