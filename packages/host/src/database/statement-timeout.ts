import { type Kysely, sql } from 'kysely';

/** Sets how long each further statement of this transaction may take, which is another time than for a page. */
export async function setStatementTimeout<DB>(transaction: Kysely<DB>, timeoutMs: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(transaction);
}
