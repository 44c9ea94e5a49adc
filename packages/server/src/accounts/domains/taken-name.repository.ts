import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';

// Includes people of closed domains: look-ups don't find them, and their names stay reserved until their content is
// deleted.

/** Whether someone has a username. */
export async function hasUsername(db: Store, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .where('removedOn', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Id of the one to whom a confirmed address belongs. */
export async function findEmailHolder(db: Store, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('emailConfirmedOn', 'is not', null)
    .where('emailStated', '=', false)
    .where('removedOn', 'is', null)
    .executeTakeFirst();
  return row?.id;
}
