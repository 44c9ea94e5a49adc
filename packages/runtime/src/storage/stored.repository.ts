import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import { NOTHING_STORED, type Stored } from './stored-amounts.ts';

export async function findStored(db: Store, domainId: string): Promise<Stored> {
  const row = await db
    .selectFrom('stored')
    .select(['files', 'configurationBytes', 'historyBytes', 'entries', 'entryBytes'])
    .where('domainId', '=', domainId)
    .executeTakeFirst();
  return row ?? NOTHING_STORED;
}

export async function deleteStored(transaction: Store, domainId: string): Promise<void> {
  await transaction.deleteFrom('stored').where('domainId', '=', domainId).execute();
  await transaction.deleteFrom('invoked').where('domainId', '=', domainId).execute();
}

/** Adds to the stored amounts and returns the sum. Other changes of the domain wait until the transaction ends. */
export async function updateStored(transaction: Store, domainId: string, added: Stored): Promise<Stored> {
  const names = ['files', 'configurationBytes', 'historyBytes', 'entries', 'entryBytes'] as const;
  return transaction
    .insertInto('stored')
    .values({ domainId, ...added })
    .onConflict((conflict) =>
      conflict
        .column('domainId')
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(
            names.map((name) => [name, sql<number>`${ref(`stored.${name}`)} + ${ref(`excluded.${name}`)}`]),
          ),
        ),
    )
    .returning(names)
    .executeTakeFirstOrThrow();
}
