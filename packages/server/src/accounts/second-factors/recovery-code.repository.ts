import type { Store } from '../../database/schema.ts';
import type { UserKey } from '../people/user.repository.ts';

export async function insertRecoveryCodes(
  db: Store,
  { userId, domainId }: UserKey,
  hashes: readonly Buffer[],
  createdOn: Date,
): Promise<void> {
  await db
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ userId, domainId, codeHash, createdOn })))
    .execute();
}

/** Uses a code up. Of two that try at the same time, one gets it. */
export async function updateRecoveryCodeUsed(
  db: Store,
  { userId, domainId }: UserKey,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCodes')
    .set({ usedOn: now })
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .where('codeHash', '=', codeHash)
    .where('usedOn', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns the number of unused codes. */
export async function findRecoveryCodeCount(db: Store, { userId, domainId }: UserKey): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCodes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .where('usedOn', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteRecoveryCodes(db: Store, { userId, domainId }: UserKey): Promise<void> {
  await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .execute();
}
