import { UnprocessableError } from '@atrium/host/errors';
import type { Store } from '../../database/schema.ts';
import type { Account } from '../people/user.repository.ts';
import { hasDomainIdentity } from './identity.repository.ts';

/**
 * Whether a user signs in only with their domain's identity provider: they never had a password here (one disabled by a
 * report is not null), and revoking their access there should revoke it here, too.
 */
export async function isManaged(transaction: Store, account: Account): Promise<boolean> {
  return account.passwordHash === null && (await hasDomainIdentity(transaction, account));
}

export function signInWithProvider(): UnprocessableError {
  return new UnprocessableError('You sign in with the identity provider of your domain.');
}
