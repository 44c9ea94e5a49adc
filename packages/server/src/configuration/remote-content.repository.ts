import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

/** Which of the contents the domain has not read yet. */
export async function listMissingContents(
  db: Store,
  domainId: string,
  checksums: readonly string[],
): Promise<string[]> {
  if (checksums.length === 0) return [];
  const rows = await db
    .selectFrom('remote_contents')
    .select('checksum')
    .where('domain_id', '=', domainId)
    .where('checksum', '=', sql<string>`any(${checksums})`)
    .orderBy('checksum')
    .execute();
  const known = new Set(rows.map(({ checksum }) => checksum));
  return checksums.filter((checksum) => !known.has(checksum));
}

export async function insertContents(
  db: Store,
  domainId: string,
  contents: readonly (readonly [checksum: string, content: Buffer])[],
  now: Date,
): Promise<void> {
  if (contents.length === 0) return;
  // One statement of four parameters, however many rows.
  await sql`
    insert into remote_contents (domain_id, checksum, content, used_on)
    select ${domainId}::uuid, given.checksum, given.content, ${now}
    from unnest(${contents.map(([checksum]) => checksum)}::text[], ${contents.map(([, content]) => content)}::bytea[])
      as given (checksum, content)
    on conflict (domain_id, checksum) do update set used_on = excluded.used_on
  `.execute(db);
}

export async function touchContents(
  db: Store,
  domainId: string,
  checksums: readonly string[],
  now: Date,
): Promise<void> {
  if (checksums.length === 0) return;
  await db
    .updateTable('remote_contents')
    .set({ used_on: now })
    .where('domain_id', '=', domainId)
    .where('checksum', '=', sql<string>`any(${checksums})`)
    .execute();
}

/** Contents by checksum; those that are not here are left out. */
export async function listContents(
  db: Store,
  domainId: string,
  checksums: readonly string[],
): Promise<Map<string, string>> {
  if (checksums.length === 0) return new Map();
  const rows = await db
    .selectFrom('remote_contents')
    .select(['checksum', 'content'])
    .where('domain_id', '=', domainId)
    .where('checksum', '=', sql<string>`any(${checksums})`)
    .orderBy('checksum')
    .execute();
  return new Map(rows.map(({ checksum, content }) => [checksum, content.toString('utf8')]));
}

/** Contents that nobody needs: not used since, and no base of a merge. */
export async function deleteUnusedContents(db: Store, usedBefore: Date): Promise<void> {
  await sql`
    delete from remote_contents
    where used_on < ${usedBefore}
      and not exists (
        select from exchange_contents
        where exchange_contents.domain_id = remote_contents.domain_id
          and exchange_contents.checksum = remote_contents.checksum
      )
  `.execute(db);
}
