import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';

/** Size of the results of all runs of a domain, including candidates. */
export async function countResultBytes(db: Store, domainId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('testRuns')
    .select(sql<number>`coalesce(sum(result_bytes), 0)::bigint`.as('bytes'))
    .where('domainId', '=', domainId)
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Within the change of a run that writes the results. */
export async function updateResultBytes(
  db: Store,
  { id, domainId }: { id: string; domainId: string },
  addedBytes: number,
): Promise<void> {
  if (addedBytes === 0) return;
  await db
    .updateTable('testRuns')
    .set({ resultBytes: sql<number>`result_bytes + ${addedBytes}` })
    .where('id', '=', id)
    .where('domainId', '=', domainId)
    .execute();
}
