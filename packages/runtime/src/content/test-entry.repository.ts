import { type RawBuilder, sql } from 'kysely';
import { portionsOf } from '../database/portions.ts';
import type { Store } from '../database/schema.ts';
import { type Collection, entriesOf, type StoredEntry } from './entry.repository.ts';

/*
 * Changes of one test, on top of the live entries (`entriesOf`): costs depend on the test's changes, not on the
 * size of the domain. The rows live in the test's transaction, which is rolled back.
 */

export type TestCollection = Collection & { testId: string };

/** Returns the process of the database that serves a connection. */
export async function findProcessId(transaction: Store): Promise<number> {
  const { processId } = await transaction
    .selectNoFrom(sql<number>`pg_backend_pid()`.as('processId'))
    .executeTakeFirstOrThrow();
  return processId;
}

/** Ends the statement that another connection runs, if any. */
export async function cancelStatement(db: Store, processId: number): Promise<void> {
  await sql`select pg_cancel_backend(${processId})`.execute(db);
}

/** Returns false if the test sees an entry of that id already. */
export async function insertTestEntry(
  db: Store,
  place: TestCollection,
  { id, document }: StoredEntry,
): Promise<boolean> {
  return writeIf(db, place, id, document, sql`not exists (${seenEntry(db, place, id)})`);
}

/** Returns false if the document is no longer the one that was read. */
export async function updateTestEntry(
  db: Store,
  place: TestCollection,
  { id, document }: StoredEntry,
  before: Record<string, unknown>,
): Promise<boolean> {
  const seen = seenEntry(db, place, id).where(sql<boolean>`document = ${JSON.stringify(before)}::jsonb`);
  return writeIf(db, place, id, document, sql`exists (${seen})`);
}

/** Returns false if the test sees no such entry. */
export async function deleteTestEntry(db: Store, place: TestCollection, id: string): Promise<boolean> {
  return writeIf(db, place, id, null, sql`exists (${seenEntry(db, place, id)})`);
}

/** Replaces the entries of the live configuration by those of another one; entries written since stay. */
export async function replaceConfiguredTestEntries(
  db: Store,
  testId: string,
  domainId: string,
  collections: ReadonlyMap<string, { entries: readonly StoredEntry[] }>,
): Promise<void> {
  await sql`
    insert into runtime.test_entry (domain_id, test_id, collection, id)
    select domain_id, ${testId}, collection, id from runtime.entry where domain_id = ${domainId} and is_configured
  `.execute(db);
  for (const [collection, { entries }] of collections) {
    for (const some of portionsOf(entries)) {
      await sql`
        insert into runtime.test_entry (domain_id, test_id, collection, id, document)
        select ${domainId}, ${testId}, ${collection}, id, document
        from unnest(${some.map(({ id }) => id)}::text[],
                    ${some.map(({ document }) => JSON.stringify(document))}::jsonb[]) as come (id, document)
        where not exists (
          select from runtime.entry as written
          where written.domain_id = ${domainId} and written.collection = ${collection} and written.id = come.id
            and not written.is_configured)
        on conflict (domain_id, test_id, collection, id) do update set document = excluded.document
      `.execute(db);
    }
  }
}

function seenEntry(db: Store, place: TestCollection, id: string) {
  return entriesOf(db, place).select('id').where('id', '=', id);
}

/** Without a document, the test sees the entry no more. One statement: calls of a test may come at the same time. */
async function writeIf(
  db: Store,
  { domainId, collection, testId }: TestCollection,
  id: string,
  document: Record<string, unknown> | null,
  condition: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into runtime.test_entry (domain_id, test_id, collection, id, document)
    select ${domainId}, ${testId}, ${collection}, ${id}, ${document && JSON.stringify(document)}::jsonb
    where ${condition}
    on conflict (domain_id, test_id, collection, id) do update set document = excluded.document
    returning id
  `.execute(db);
  return rows.length === 1;
}
