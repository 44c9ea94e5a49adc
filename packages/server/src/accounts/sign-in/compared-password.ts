import type { Store } from '../../database/schema.ts';
import type { Account } from '../people/user.repository.ts';
import { lockAccount } from './lock-account.ts';

/**
 * The account, held until the transaction ends, if its password is still the one that was compared. A comparison takes
 * long, and whoever replaces the password meanwhile ends only what is there by then.
 */
export async function lockCompared(transaction: Store, compared: Account): Promise<Account | undefined> {
  const account = await lockAccount(transaction, compared);
  return account?.passwordHash === compared.passwordHash ? account : undefined;
}
