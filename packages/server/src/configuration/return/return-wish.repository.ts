import type { Selectable } from 'kysely';
import type { Store } from '../../database/schema.ts';
import { fromCompressedJson, toCompressedJson } from '../compressed-json.ts';
import type { ConfigurationTables } from '../configuration.tables.ts';

const COLUMNS = [
  'domainId',
  'backupKey',
  'userId',
  'impersonatorId',
  'pageServiceId',
  'requestId',
  'permissions',
  'state',
  'reason',
  'runId',
  'pullId',
  'knownBackups',
  'serviceIds',
  'createdOn',
] as const;

export type StoredReturnWish = Pick<
  Selectable<ConfigurationTables['returnWishes']>,
  (typeof COLUMNS)[number]
>;
type Key = Pick<StoredReturnWish, 'domainId' | 'backupKey'>;

/** Notes it, or again for what is submitted next under the same key. Returns false for one of another person. */
export async function upsertReturnWish(
  db: Store,
  wish: StoredReturnWish,
  choices: string | undefined,
): Promise<boolean> {
  const values = { ...wish, draft: choices === undefined ? null : await toCompressedJson(choices) };
  const { domainId: _, backupKey: __, ...changes } = values;
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('returnWishes')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['domainId', 'backupKey'])
        .doUpdateSet(changes)
        .where('returnWishes.userId', '=', wish.userId),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function listReturnWishes(
  db: Store,
  domainId: string,
  since: Date,
  limit: number,
): Promise<StoredReturnWish[]> {
  return db
    .selectFrom('returnWishes')
    .select(COLUMNS)
    .where('domainId', '=', domainId)
    .where('createdOn', '>=', since)
    .orderBy('createdOn', 'desc')
    .orderBy('backupKey', 'desc')
    .limit(limit)
    .execute();
}

/** Those that wait, of all domains or of one: for jobs. */
export async function listWaitingReturnWishes(db: Store, domainId?: string): Promise<StoredReturnWish[]> {
  return db
    .selectFrom('returnWishes')
    .select(COLUMNS)
    .where('state', '=', 'WAITING')
    .$if(domainId !== undefined, (query) => query.where('domainId', '=', domainId as string))
    .orderBy('createdOn')
    .orderBy('domainId')
    .orderBy('backupKey')
    .execute();
}

/** What was chosen, as text; undefined where it was not sent. */
export async function findWishedChoices(
  db: Store,
  { domainId, backupKey }: Key,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('returnWishes')
    .select('draft')
    .where('domainId', '=', domainId)
    .where('backupKey', '=', backupKey)
    .executeTakeFirst();
  return row?.draft ? fromCompressedJson<string>(row.draft) : undefined;
}

/** Ends the waiting. Returns whether it was still waited for. */
export async function updateReturnWish(
  db: Store,
  { domainId, backupKey }: Key,
  outcome: { state: 'STARTED'; runId: string } | { state: 'UNTESTED'; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('returnWishes')
    .set({ ...outcome, draft: null })
    .where('domainId', '=', domainId)
    .where('backupKey', '=', backupKey)
    .where('state', '=', 'WAITING')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** One that nothing came of, or that its person takes back. */
export async function deleteReturnWish(
  db: Store,
  { domainId, backupKey, userId }: Key & Pick<StoredReturnWish, 'userId'>,
): Promise<void> {
  await db
    .deleteFrom('returnWishes')
    .where('domainId', '=', domainId)
    .where('backupKey', '=', backupKey)
    .where('userId', '=', userId)
    .where('state', '=', 'WAITING')
    .execute();
}

/** What was decided long ago is in the log. */
export async function deleteReturnWishesBefore(db: Store, time: Date): Promise<void> {
  await db.deleteFrom('returnWishes').where('createdOn', '<', time).where('state', '!=', 'WAITING').execute();
}

/** Of a closed domain. */
export async function deleteReturnWishes(transaction: Store, domainId: string): Promise<void> {
  await transaction.deleteFrom('returnWishes').where('domainId', '=', domainId).execute();
}
