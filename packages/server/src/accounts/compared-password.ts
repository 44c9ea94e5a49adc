import type { Store } from '../database/schema.ts';
import { hasDomainLock } from './domain-lock.repository.ts';
import { type Account, findOwnUser, lockUser } from './user.repository.ts';

/**
 * The account, held until the transaction ends, if its password is still the one that was compared. A comparison takes
 * long, and whoever replaces the password meanwhile ends only what is there by then.
 */
export async function lockCompared(transaction: Store, compared: Account): Promise<Account | undefined> {
  // The domain first, as those do who change its users.
  await hasDomainLock(transaction, compared.domainId);
  await lockUser(transaction, compared);
  const account = await findOwnUser(transaction, compared);
  return account?.passwordHash === compared.passwordHash ? account : undefined;
}
