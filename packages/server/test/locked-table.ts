import pg from 'pg';

/** Runs work while a table is locked, as on a database that is slow at the wrong moment; reads too where they shall wait. */
export async function whileLocked(
  connection: pg.ClientConfig,
  table: string,
  work: () => Promise<void>,
  mode: 'share' | 'access exclusive' = 'share',
): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(`begin; lock table ${table} in ${mode} mode`);
    await work();
  } finally {
    await client.query('rollback');
    await client.end();
  }
}
