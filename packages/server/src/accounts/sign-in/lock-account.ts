import type { Store } from '../../database/schema.ts';
import { type Account, findOwnUser, lockUser, type UserKey } from '../people/user.repository.ts';
import { findDomainHeld } from '../support/domain-lock.repository.ts';

/**
 * The account, held until the transaction ends, as it is by then: whoever shuts its person out meanwhile, or closes the
 * domain, ends only the sessions that are there. To be asked for before anything else of the user is changed.
 */
export async function lockAccount(transaction: Store, user: UserKey): Promise<Account | undefined> {
  // The domain first, as those do who change its users.
  await findDomainHeld(transaction, user.domainId);
  await lockUser(transaction, user);
  return findOwnUser(transaction, user);
}
