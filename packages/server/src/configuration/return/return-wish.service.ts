import { missingPermission } from '@atrium/contract/permissions';
import type { ReturnOnFailure } from '@atrium/contract/test-runs/return-on-failure';
import type { ReturnWish } from '@atrium/contract/test-runs/return-wish';
import { ConflictError, ForbiddenError } from '@atrium/host/errors';
import { restrictionOf } from '../../accounts/people/restriction.ts';
import { fromStoredOrigin, toStoredOrigin } from '../../audit/stored-origin.ts';
import type { Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { findProgressOfKey, listBackupIds } from '../versions/backup.repository.ts';
import { findSubmitted } from './find-submitted.ts';
import {
  deleteReturnWish,
  findWishedChoices,
  listReturnWishes,
  listWaitingReturnWishes,
  type StoredReturnWish,
  updateReturnWish,
  upsertReturnWish,
} from './return-wish.repository.ts';

/** Whoever submits starts the run themselves within this time after their last service; else the platform does. */
const GRACE_MS = 20_000;
/** The slowest submit of a service; one that has not come by then was refused, or had nothing to change. */
const MISSED_AFTER_MS = 5 * 60_000;
/** A submit that never came: its first service would be under way by now. */
const ABANDONED_AFTER_MS = 10 * 60_000;
const LISTED_MS = 24 * 3600 * 1000;
const MAX_LISTED = 20;
/** Name of the log entry. */
const UNTESTED = 'configuration.return-submit-untested';

/** A wish whose submit is in, and whose run is to be started. */
export type DueWish = StoredReturnWish;

/** Submits that are to be tested and returned if a test fails: noted before, so that it does not depend on a browser. */
export class ReturnWishes {
  readonly #parts: ConfigurationParts;

  constructor(parts: ConfigurationParts) {
    this.#parts = parts;
  }

  async list({ domainId }: Caller): Promise<ReturnWish[]> {
    const { db, clock } = this.#parts;
    const since = new Date(clock.now().getTime() - LISTED_MS);
    const found = await listReturnWishes(db, domainId, since, MAX_LISTED);
    return found.map(({ backupKey, state, reason, runId, createdOn }) => {
      return { backupKey, state, reason, runId, createdOn: createdOn.toISOString() };
    });
  }

  async update(
    caller: Caller,
    {
      backupKey,
      draft,
      serviceIds,
      isWanted,
    }: ReturnOnFailure & { serviceIds?: string[] | undefined; isWanted: boolean },
  ): Promise<void> {
    const { db, clock } = this.#parts;
    const { domainId, userId, permissions } = caller;
    if (!permissions.includes('tests.run')) throw new ForbiddenError(missingPermission('tests.run'));
    if (!isWanted) return this.forget(db, { domainId, backupKey, userId });
    // What was submitted under the key before is returned with it: where it cannot be, nothing is submitted.
    await findSubmitted(this.#parts, caller, backupKey);
    const wish = {
      domainId,
      backupKey,
      userId,
      ...toStoredOrigin(caller),
      permissions: restrictionOf(caller),
      state: 'WAITING' as const,
      reason: null,
      runId: null,
      pullId: draft?.pullId ?? null,
      knownBackups: await listBackupIds(db, domainId, backupKey),
      serviceIds: serviceIds ?? null,
      createdOn: clock.now(),
    };
    if (!(await upsertReturnWish(db, wish, draft?.choices)))
      throw new ConflictError('Someone else has submitted something under this key.');
  }

  /**
   * Those whose services are all in, and whose run no one has started, of all domains or of one. What was never
   * submitted is forgotten.
   */
  async listDue(domainId?: string): Promise<DueWish[]> {
    const { db, clock, log } = this.#parts;
    const due: DueWish[] = [];
    for (const wish of await listWaitingReturnWishes(db, domainId)) {
      const { domainId: domain, backupKey, knownBackups } = wish;
      const submitted = await findProgressOfKey(db, domain, backupKey, knownBackups ?? []);
      const isOver = (since: Date, ms: number) => clock.now().getTime() - since.getTime() >= ms;
      // What was submitted before under this key has had its run. A release before this one did not note what that was.
      const isBefore = knownBackups === null && submitted !== undefined && submitted.begunOn < wish.createdOn;
      if (submitted === undefined || isBefore) {
        if (!isOver(wish.createdOn, ABANDONED_AFTER_MS)) continue;
        log.warn({ domainId: domain, backupKey }, 'A submit that was to be tested never came.');
        await this.forget(db, wish);
      } else if (!submitted.isOpen && isOver(submitted.endedOn, graceOf(wish, submitted.serviceIds)))
        due.push(wish);
    }
    return due;
  }

  /** What was chosen, to go on from. */
  async findDraft(wish: DueWish): Promise<ReturnOnFailure['draft']> {
    const choices = await findWishedChoices(this.#parts.db, wish);
    return wish.pullId === null || choices === undefined ? undefined : { pullId: wish.pullId, choices };
  }

  /** In the transaction that starts the run. Returns false if none is waited for (any more). */
  start(
    transaction: Store,
    wish: Pick<StoredReturnWish, 'domainId' | 'backupKey'>,
    runId: string,
  ): Promise<boolean> {
    return updateReturnWish(transaction, wish, { state: 'STARTED', runId });
  }

  /** There is nothing to be returned, or its person takes it back. */
  forget(db: Store, wish: Pick<StoredReturnWish, 'domainId' | 'backupKey' | 'userId'>): Promise<void> {
    return deleteReturnWish(db, wish);
  }

  /** Nothing can be tested any more, so nothing is returned: noted where it is seen, and logged. */
  async end(wish: DueWish, why: string): Promise<void> {
    const { db, audit } = this.#parts;
    const { domainId, userId, backupKey } = wish;
    const reason = `${why} The tests did not run, and nothing was returned.`;
    await db.transaction().execute(async (transaction) => {
      if (!(await updateReturnWish(transaction, wish, { state: 'UNTESTED', reason }))) return;
      await audit.record(transaction, {
        caller: { userId, domainId, ...fromStoredOrigin(wish) },
        action: UNTESTED,
        message: reason,
        before: { backupKey },
      });
    });
  }
}

/** How long after the last import its run is due: others of the same submit may still be on their way. */
function graceOf({ serviceIds }: StoredReturnWish, submitted: readonly string[]): number {
  return serviceIds?.every((id) => submitted.includes(id)) === false ? MISSED_AFTER_MS : GRACE_MS;
}
