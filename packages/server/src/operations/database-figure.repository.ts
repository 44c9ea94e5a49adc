import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

interface DatabaseFigures {
  version: string;
  sizeBytes: number;
  usedConnections: number;
  maxConnections: number;
}

/** Figures of the database server; connections are client connections, to all of its databases. */
export async function findDatabaseFigures(db: Store): Promise<DatabaseFigures> {
  const { rows } = await sql<DatabaseFigures>`
    select current_setting('server_version') as version,
           pg_database_size(current_database()) as "sizeBytes",
           (select sum(numbackends)::int from pg_stat_database) as "usedConnections",
           current_setting('max_connections')::int as "maxConnections"`.execute(db);
  return rows[0] as DatabaseFigures;
}
