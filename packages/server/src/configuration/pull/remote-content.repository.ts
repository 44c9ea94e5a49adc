import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';

/** Rows of one response: a hundred thousand at once take tens of megabytes. */
const CHECKSUMS_AT_ONCE = 10_000;

/** Contents that the domain has not read yet. */
export async function listMissingContents(
  db: Store,
  domainId: string,
  checksums: readonly string[],
): Promise<string[]> {
  const missing: string[] = [];
  for (let start = 0; start < checksums.length; start += CHECKSUMS_AT_ONCE) {
    const slice = checksums.slice(start, start + CHECKSUMS_AT_ONCE);
    const rows = await db
      .selectFrom('remoteContents')
      .select('checksum')
      .where('domainId', '=', domainId)
      .where('checksum', '=', sql<string>`any(${slice})`)
      .orderBy('checksum')
      .execute();
    const known = new Set(rows.map(({ checksum }) => checksum));
    for (const checksum of slice) if (!known.has(checksum)) missing.push(checksum);
  }
  return missing;
}

/** Bytes of the contents and the lists of a domain's pulls, summed up from stored sizes. */
export async function countPulledBytes(db: Store, domainId: string): Promise<number> {
  const contents = await db
    .selectFrom('remoteContents')
    .select(sql<number>`coalesce(sum(octet_length(content)), 0)::bigint`.as('bytes'))
    .where('domainId', '=', domainId)
    .executeTakeFirstOrThrow();
  const lists = await db
    .selectFrom('pulls')
    .select(
      sql<number>`coalesce(sum(octet_length(manifest) + coalesce(octet_length(last_commits), 0)), 0)::bigint`.as(
        'bytes',
      ),
    )
    .where('domainId', '=', domainId)
    .executeTakeFirstOrThrow();
  return contents.bytes + lists.bytes;
}

export async function insertContents(
  db: Store,
  domainId: string,
  contents: readonly (readonly [checksum: string, content: Buffer])[],
  now: Date,
): Promise<void> {
  if (contents.length === 0) return;
  // One statement of four parameters, however many rows; in order, as all that locks several of these rows.
  await sql`
    insert into remote_contents (domain_id, checksum, content, used_on)
    select ${domainId}::uuid, given.checksum, given.content, ${now}
    from unnest(${contents.map(([checksum]) => checksum)}::text[], ${contents.map(([, content]) => content)}::bytea[])
      as given (checksum, content)
    order by given.checksum
    on conflict (domain_id, checksum) do update set used_on = excluded.used_on
  `.execute(db);
}

/** So often at most it is noted that a content is used: writing thousands of rows takes longer than reading them. */
export const USE_NOTED_AFTER_MS = 3600 * 1000;

export async function updateContentsUsed(
  db: Store,
  domainId: string,
  checksums: readonly string[],
  now: Date,
): Promise<void> {
  if (checksums.length === 0) return;
  await sql`
    with locked as materialized (
      select checksum from remote_contents
      where domain_id = ${domainId} and checksum = any(${checksums})
        and used_on < ${new Date(now.getTime() - USE_NOTED_AFTER_MS)}
      order by checksum
      for no key update
    )
    update remote_contents set used_on = ${now}
    from locked
    where remote_contents.domain_id = ${domainId} and remote_contents.checksum = locked.checksum
  `.execute(db);
}

/** Contents by checksum; unknown ones are omitted. */
export async function listContents(
  db: Store,
  domainId: string,
  checksums: readonly string[],
): Promise<Map<string, string>> {
  if (checksums.length === 0) return new Map();
  const rows = await db
    .selectFrom('remoteContents')
    .select(['checksum', 'content'])
    .where('domainId', '=', domainId)
    .where('checksum', '=', sql<string>`any(${checksums})`)
    .orderBy('checksum')
    .execute();
  return new Map(rows.map(({ checksum, content }) => [checksum, content.toString('utf8')]));
}

/** Each may have a megabyte: so many are deleted long before the time of a statement is up. */
const DELETED_AT_ONCE = 1_000;

interface UnusedContent {
  /** Text of the database: a JavaScript date would lose the microseconds. */
  usedOn: string;
  domainId: string;
  checksum: string;
}

/**
 * Deletes contents that no one needs: not used since, and no base of a merge. A batch after the other, each in a transaction
 * of its own.
 */
export async function deleteUnusedContents(
  db: Store,
  usedBefore: Date,
  atOnce = DELETED_AT_ONCE,
): Promise<void> {
  let last: UnusedContent | undefined;
  do {
    last = (await deleteNextUnused(db, usedBefore, last, atOnce))[atOnce - 1];
  } while (last !== undefined);
}

/** Continues after a content, so that kept ones are examined once. Returns the deleted ones, in order. */
async function deleteNextUnused(
  db: Store,
  usedBefore: Date,
  after: UnusedContent | undefined,
  atOnce: number,
): Promise<UnusedContent[]> {
  const isNext = after
    ? sql<boolean>`(used_on, domain_id, checksum) > (${after.usedOn}::timestamptz, ${after.domainId}::uuid, ${after.checksum})`
    : sql<boolean>`true`;
  const { rows } = await sql<UnusedContent>`
    with locked as materialized (
      select used_on, domain_id, checksum from remote_contents
      where used_on < ${usedBefore} and ${isNext}
        and not exists (
          select from exchange_contents
          where exchange_contents.domain_id = remote_contents.domain_id
            and exchange_contents.checksum = remote_contents.checksum
        )
      order by used_on, domain_id, checksum
      limit ${atOnce}
      -- what somebody uses at this moment is needed after all
      for update skip locked
    ), deleted as (
      delete from remote_contents using locked
      where remote_contents.domain_id = locked.domain_id and remote_contents.checksum = locked.checksum
    )
    select used_on::text, domain_id, checksum from locked
    order by locked.used_on, domain_id, checksum
  `.execute(db);
  return rows;
}
