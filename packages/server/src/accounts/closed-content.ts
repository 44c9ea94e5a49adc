import { PERMISSIONS } from '@atrium/contract/permissions';
import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { deletePeople, updateContentDeleted } from './closed-content.repository.ts';
import type { ClosedDomain } from './closed-domain.repository.ts';

export interface ClosedContentParts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  services: { deleteStored(owner: Caller): Promise<void> };
  /** Each deletes what another area of the platform keeps. */
  deleters: ((transaction: Store, domainId: string) => Promise<void>)[];
}

/** Deletes the content of one closed domain: all of it, or, where something fails, nothing of what is here. */
export async function deleteContent(
  { db, clock, audit, services, deleters }: ClosedContentParts,
  { domainId, ownerId }: ClosedDomain,
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (transaction) => {
    // First, which keeps it from being reopened while it is deleted.
    if (!(await updateContentDeleted(transaction, domainId, now))) return;
    await services.deleteStored(toOwner(domainId, ownerId));
    for (const deleteAll of deleters) await deleteAll(transaction, domainId);
    await deletePeople(transaction, domainId, now);
    await audit.record(transaction, {
      caller: { userId: null, domainId },
      action: 'account.delete-content',
      message: 'Deleted the content of a closed account; invoices and payments are kept',
    });
  });
}

/** The owner, as services are told of them. No account is found for them any more. */
function toOwner(domainId: string, userId: string): Caller {
  const rights = { roles: [], permissions: PERMISSIONS };
  return { userId, domainId, parentId: null, isAdmin: false, sessionId: null, ...rights };
}
