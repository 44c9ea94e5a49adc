import type { Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { lockUser } from '../people/user.repository.ts';
import { requireSession } from './require-session.ts';

/**
 * Locks the caller's user until the transaction ends, and throws if their session has ended since this call was
 * authenticated: otherwise a change would survive a concurrent report. Call before changing any other row of the user.
 */
export async function lockSignedIn(
  transaction: Store,
  caller: Pick<Caller, 'userId' | 'domainId' | 'sessionId'>,
): Promise<void> {
  await lockUser(transaction, caller);
  await requireSession(transaction, caller);
}
