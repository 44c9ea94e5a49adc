import { type Kysely, sql } from 'kysely';

/** Lets each statement of this transaction take longer than those of a page may: for jobs that delete very much. */
export async function allowLongStatements<DB>(transaction: Kysely<DB>, timeoutMs: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(transaction);
}
