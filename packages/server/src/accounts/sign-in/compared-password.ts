import type { Store } from '../../database/schema.ts';
import type { Account } from '../people/user.repository.ts';
import { lockAccount } from './lock-account.ts';

/**
 * Returns the account, locked until the transaction ends, if its password is still the compared one. A comparison takes
 * long, and a concurrent password change only ends sessions that exist by then.
 */
export async function lockCompared(transaction: Store, compared: Account): Promise<Account | undefined> {
  const account = await lockAccount(transaction, compared);
  return account?.passwordHash === compared.passwordHash ? account : undefined;
}
