import { sql } from 'kysely';
import { portionsOf } from '../database/portions.ts';
import type { Store } from '../database/schema.ts';

/** Codes that a statement reads or writes at once. */
const PAGE = 1_000;

/** Sources of a domain without their types, by checksum, as this version of Node has removed them. */
export async function listStripped(
  db: Store,
  domainId: string,
  { nodeVersion, checksums }: { nodeVersion: string; checksums: readonly string[] },
): Promise<Map<string, string>> {
  const codes = new Map<string, string>();
  for (const some of portionsOf(checksums, PAGE)) {
    const rows = await db
      .selectFrom('strippedSource')
      .select(['checksum', 'code'])
      .where('domainId', '=', domainId)
      .where('nodeVersion', '=', nodeVersion)
      .where('checksum', '=', sql<string>`any(${some})`)
      .execute();
    for (const { checksum, code } of rows) codes.set(checksum, code.toString('utf8'));
  }
  return codes;
}

/** Stores the code of sources that the domain has. Replaces code that another version of Node made. */
export async function upsertStripped(
  db: Store,
  domainId: string,
  { nodeVersion, codes }: { nodeVersion: string; codes: ReadonlyMap<string, string> },
): Promise<void> {
  for (const some of portionsOf([...codes], PAGE)) {
    await sql`
      insert into ${sql.table('runtime.stripped_source')} (domain_id, checksum, node_version, code)
      select blob.domain_id, blob.checksum, ${nodeVersion}, made.code
        from unnest(${some.map(([checksum]) => checksum)}::text[],
                    ${some.map(([, code]) => Buffer.from(code))}::bytea[]) as made (checksum, code)
        join ${sql.table('runtime.blob')} as blob on blob.domain_id = ${domainId} and blob.checksum = made.checksum
       order by blob.checksum
         for key share of blob
          on conflict (domain_id, checksum)
          do update set node_version = excluded.node_version, code = excluded.code
          where stripped_source.node_version <> excluded.node_version`.execute(db);
  }
}
