import type { Store } from '../database/schema.ts';
import type { UserKey } from './user.repository.ts';

/** Whether a user has an authenticator that works, or a passkey. */
export async function findSecondFactor(db: Store, { userId, domainId }: UserKey): Promise<boolean> {
  const authenticator = await db
    .selectFrom('authenticators')
    .select('id')
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .where('confirmedOn', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (authenticator !== undefined) return true;
  const passkey = await db
    .selectFrom('passkeys')
    .select('id')
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .limit(1)
    .executeTakeFirst();
  return passkey !== undefined;
}
