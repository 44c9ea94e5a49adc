import { UnauthenticatedError } from '@atrium/host/errors';
import type { Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { findSessionEnded } from './session.repository.ts';

/**
 * Throws if the caller's session has ended since they were signed in for this call. To be asked once the domain or the
 * user is locked: what waited there behind "This was not me" would else let the thief in again.
 */
export async function requireSession(
  transaction: Store,
  { sessionId }: Partial<Pick<Caller, 'sessionId'>>,
): Promise<void> {
  if (sessionId && (await findSessionEnded(transaction, sessionId))) throw new UnauthenticatedError();
}
