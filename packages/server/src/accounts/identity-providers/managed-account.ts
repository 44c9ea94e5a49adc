import { UnprocessableError } from '@atrium/host/errors';
import type { Store } from '../../database/schema.ts';
import type { Account } from '../people/user.repository.ts';
import { hasDomainIdentity } from './identity.repository.ts';

/**
 * Whether someone signs in with the identity provider of their domain only: they never had a password here (one that a
 * report has ended is not null), and whoever shuts them out there wants them to be out here, too.
 */
export async function isManaged(transaction: Store, account: Account): Promise<boolean> {
  return account.passwordHash === null && (await hasDomainIdentity(transaction, account));
}

export function signInWithProvider(): UnprocessableError {
  return new UnprocessableError('You sign in with the identity provider of your domain.');
}
