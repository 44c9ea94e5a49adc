import { CLOSING_GRACE_DAYS } from '@atrium/contract/accounts/account-closing';
import { UnprocessableError } from '@atrium/host/errors';
import type { Store } from '../../database/schema.ts';
import { findEmailHolder } from '../domains/taken-name.repository.ts';
import { type Account, findUserByEmail } from '../people/user.repository.ts';

/** The account to which a confirmed address belongs. Throws UnprocessableError if that one was closed. */
export async function findAddressOwner(transaction: Store, email: string): Promise<Account | undefined> {
  const account = await findUserByEmail(transaction, email);
  if (account !== undefined || (await findEmailHolder(transaction, email)) === undefined) return account;
  throw closedAccount(
    `The e-mail address ${email} belongs to an account that was closed, which keeps it for ${CLOSING_GRACE_DAYS} days.`,
  );
}

/** Only the operator can reopen an account. */
export function closedAccount(what: string): UnprocessableError {
  return new UnprocessableError(`${what} Please contact the operator of this platform.`);
}
