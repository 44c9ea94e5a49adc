import type { Store } from '../../database/schema.ts';
import { type Account, findOwnUser, lockUser, type UserKey } from '../people/user.repository.ts';
import { findDomainHeld } from '../support/domain-lock.repository.ts';

/**
 * Returns the current account, locked until the transaction ends: a concurrent lockout or closing of the domain only
 * ends sessions that exist by then. Call before changing any other row of the user.
 */
export async function lockAccount(transaction: Store, user: UserKey): Promise<Account | undefined> {
  // Locks the domain first, in the same order as changes of its users.
  await findDomainHeld(transaction, user.domainId);
  await lockUser(transaction, user);
  return findOwnUser(transaction, user);
}
