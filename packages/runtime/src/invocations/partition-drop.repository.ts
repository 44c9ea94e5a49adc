import { sql } from 'kysely';
import { SCHEMA } from '../database/connection.ts';
import type { Store } from '../database/schema.ts';

/** Bytes per domain in a partition. */
interface DomainBytes {
  domainId: string;
  bytes: number;
}

/** Must run in a transaction. Reads the counts of a partition's entries and locks the entries until it ends. */
export async function findPartitionBytes(transaction: Store, name: string): Promise<DomainBytes[]> {
  const partition = sql.id(SCHEMA, name);
  // Entries that a full log trims meanwhile would be subtracted twice.
  await sql`lock table ${partition} in share mode`.execute(transaction);
  const { rows } = await sql<DomainBytes>`
    select domain_id, sum(bytes)::bigint as bytes from ${partition} group by domain_id`.execute(transaction);
  // Creating partitions locks the log briefly; failing instead of waiting would mean reading all this again.
  await sql`set local lock_timeout = 0`.execute(transaction);
  return rows;
}

/**
 * Must run in a transaction that has locked the partitions. Drops one and subtracts its entries from the
 * counts, in this order: writers of the log lock the log first and the counts second.
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
