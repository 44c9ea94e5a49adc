import type { Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { lockUser } from '../people/user.repository.ts';
import { requireSession } from './require-session.ts';

/**
 * Holds the caller's user until the transaction ends, and throws if their session has ended since they were signed in for
 * this call: what a report has overtaken would else stay. To be asked for before anything else of the user is changed.
 */
export async function lockSignedIn(
  transaction: Store,
  caller: Pick<Caller, 'userId' | 'domainId' | 'sessionId'>,
): Promise<void> {
  await lockUser(transaction, caller);
  await requireSession(transaction, caller);
}
