import { sql } from 'kysely';
import { SCHEMA } from '../database/connection.ts';
import type { Store } from '../database/schema.ts';

/** How many bytes a domain has in a partition. */
interface DomainBytes {
  domainId: string;
  bytes: number;
}

/** In a transaction: what the entries of a partition are counted with. None of them goes until it ends. */
export async function findPartitionBytes(transaction: Store, name: string): Promise<DomainBytes[]> {
  const partition = sql.id(SCHEMA, name);
  // What a full log loses meanwhile would be taken off its count twice.
  await sql`lock table ${partition} in share mode`.execute(transaction);
  const { rows } = await sql<DomainBytes>`
    select domain_id, sum(bytes)::bigint as bytes from ${partition} group by domain_id`.execute(transaction);
  // Whoever creates partitions holds their lock briefly, and all this would have to be read again.
  await sql`set local lock_timeout = 0`.execute(transaction);
  return rows;
}

/**
 * In a transaction that has locked the partitions: drops one, and takes what its entries were counted with off the
 * counts. In this order: whoever logs calls locks the log first, and the counts after it.
 */
export async function deletePartition(
  transaction: Store,
  name: string,
  counted: readonly DomainBytes[],
): Promise<void> {
  await sql`drop table ${sql.id(SCHEMA, name)}`.execute(transaction);
  const [domainIds, bytes] = [counted.map(({ domainId }) => domainId), counted.map((each) => each.bytes)];
  await sql`update ${sql.id(SCHEMA, 'invocation_log')} as log set bytes = greatest(0, log.bytes - gone.bytes)
      from unnest(${domainIds}::text[], ${bytes}::bigint[]) as gone (domain_id, bytes)
     where gone.domain_id = log.domain_id`.execute(transaction);
}
