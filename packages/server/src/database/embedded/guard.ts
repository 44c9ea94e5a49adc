import pg from 'pg';

/** Advisory lock that the one Atrium of a data folder holds, for as long as its connection lives. */
const GUARD_LOCK = 4_279_317;
const NAME = 'atrium guard';

/** A connection that reserves this cluster for the process. */
export interface Guard {
  client: pg.Client;
  /** Settles when the connection ends, for whatever reason. */
  lost: Promise<void>;
}

export interface Refusal {
  /** Process id of the Atrium that holds the cluster. */
  holder: string;
}

export async function takeGuard(connection: pg.ClientConfig): Promise<Guard | Refusal> {
  const client = new pg.Client({
    ...connection,
    database: 'postgres',
    application_name: `${NAME} ${process.pid}`,
  });
  const lost = new Promise<void>((resolve) => {
    client.once('end', () => resolve());
    client.on('error', () => resolve());
  });
  await client.connect();
  const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [GUARD_LOCK]);
  if (rows[0].taken) return { client, lost };
  const holder = await client.query(
    'select a.application_name as name from pg_locks l join pg_stat_activity a using (pid) where l.locktype = $1 and l.objid = $2 and l.granted',
    ['advisory', GUARD_LOCK],
  );
  await client.end();
  return { holder: String(holder.rows[0]?.name ?? '').replace(`${NAME} `, '') || 'unknown' };
}

export async function ensureDatabase({ client }: Guard, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
}
