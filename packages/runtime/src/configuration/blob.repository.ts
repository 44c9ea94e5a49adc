import { sql } from 'kysely';
import { portionsOf } from '../database/portions.ts';
import type { Store } from '../database/schema.ts';

/** Rows a statement writes at once: they are narrow. */
const CHUNK = 2_000;

/** Stores contents by checksum, unless the domain already has them. Returns the bytes of the new ones. */
export async function insertBlobs(
  transaction: Store,
  domainId: string,
  blobs: ReadonlyMap<string, string>,
): Promise<number> {
  let bytes = 0;
  const rows = [...blobs].map(([checksum, content]) => ({
    domainId,
    checksum,
    content: Buffer.from(content),
  }));
  for (const some of portionsOf(rows, CHUNK)) {
    const inserted = await transaction
      .insertInto('blob')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .returning(sql<number>`octet_length(content)`.as('bytes'))
      .execute();
    for (const blob of inserted) bytes += blob.bytes;
  }
  return bytes;
}

/** Contents of a domain by their checksums. */
export async function listBlobs(
  db: Store,
  domainId: string,
  checksums: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('blob')
    .select(['checksum', 'content'])
    .where('domainId', '=', domainId)
    .where('checksum', '=', sql<string>`any(${checksums})`)
    .execute();
  return new Map(rows.map(({ checksum, content }) => [checksum, content.toString('utf8')]));
}

/** The bytes of contents, each as often as it is named. */
export async function countBlobBytes(
  db: Store,
  domainId: string,
  checksums: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(blob.content)), 0)::bigint as bytes
      from unnest(${checksums}::text[]) as wanted (checksum)
      join ${sql.table('runtime.blob')} as blob on blob.domain_id = ${domainId} and blob.checksum = wanted.checksum`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

/**
 * Shared lock for storing contents of a domain, exclusive lock for deleting unreferenced contents: contents
 * that are about to be referenced are not deleted.
 */
export async function lockBlobs(transaction: Store, domainId: string, isDeleting: boolean): Promise<void> {
  const key = `atrium.blobs.${domainId}`;
  if (isDeleting) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction);
  } else {
    await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(transaction);
  }
}

/** Deletes contents of a domain that no file has in any version. Returns their bytes. */
export async function deleteUnusedBlobs(transaction: Store, domainId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    with gone as (
      delete from ${sql.table('runtime.blob')} as blob
       where domain_id = ${domainId} and not exists (
             select 1 from ${sql.table('runtime.file')} as file
              where file.domain_id = blob.domain_id and file.checksum = blob.checksum)
      returning octet_length(content) as bytes)
    select coalesce(sum(bytes), 0)::bigint as bytes from gone`.execute(transaction);
  return rows[0]?.bytes ?? 0;
}
