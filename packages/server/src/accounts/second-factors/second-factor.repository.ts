import type { Store } from '../../database/schema.ts';
import type { UserKey } from '../people/user.repository.ts';

/** Deletes second factors that a user added since a time; returns their number. */
export async function deleteFactorsSince(
  db: Store,
  { userId, domainId }: UserKey,
  since: Date,
): Promise<number> {
  let deleted = 0;
  for (const table of ['authenticators', 'passkeys'] as const) {
    const rows = await db
      .deleteFrom(table)
      .where('userId', '=', userId)
      .where('domainId', '=', domainId)
      .where('createdOn', '>=', since)
      .returning('id')
      .execute();
    deleted += rows.length;
  }
  await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .where('createdOn', '>=', since)
    .execute();
  return deleted;
}

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
