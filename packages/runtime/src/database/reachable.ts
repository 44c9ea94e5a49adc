import { sql } from 'kysely';
import type { Store } from './schema.ts';

export async function isReachable(db: Store): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}
