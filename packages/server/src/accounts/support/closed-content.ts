import { PERMISSIONS } from '@atrium/contract/permissions';
import { setStatementTimeout } from '@atrium/host/database/statement-timeout';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { toAbsentCaller } from '../people/caller.ts';
import { deletePeople, updateContentDeleted, updateDeletionBegan } from './closed-content.repository.ts';
import type { ClosedDomain } from './closed-domain.repository.ts';

export interface ClosedContentParts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  services: { deleteStored(owner: Caller): Promise<void> };
  /** Each deletes what another area of the platform keeps. */
  deleters: ((transaction: Store, domainId: string) => Promise<void>)[];
}

/** Test runs and logged changes of years, in a statement for each table. */
const STATEMENT_TIMEOUT_MS = 30 * 60_000;

/**
 * Deletes the content of one closed domain. Commits the begin first, because the services cannot undo their deletion if a later
 * step fails here. Each step can be repeated the next night.
 */
export async function deleteContent(
  { db, clock, audit, services, deleters }: ClosedContentParts,
  { domainId, ownerId }: ClosedDomain,
): Promise<void> {
  const now = clock.now();
  if (!(await updateDeletionBegan(db, domainId, now))) return;
  await services.deleteStored(toAbsentCaller({ userId: ownerId, domainId }, PERMISSIONS));
  await db.transaction().execute(async (transaction) => {
    await setStatementTimeout(transaction, STATEMENT_TIMEOUT_MS);
    // Keeps another process waiting until all of it is gone.
    if (!(await updateContentDeleted(transaction, domainId, now))) return;
    for (const deleteAll of deleters) await deleteAll(transaction, domainId);
    await deletePeople(transaction, domainId, now);
    await audit.record(transaction, {
      caller: { userId: null, domainId },
      action: 'account.delete-content',
      message: 'Deleted the content of a closed account; invoices and payments are kept',
    });
  });
}
