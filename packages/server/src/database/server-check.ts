import { StartError } from '@atrium/host/start-error';
import pg from 'pg';

const OLDEST_VERSION = 150_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** Connects once to the server that DATABASE_URL names, to say in one sentence what is wrong with it. */
export async function checkDatabaseServer(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...connection });
  client.on('error', () => {});
  const place = `${client.host}:${client.port}`;
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(sentenceFor(error as NodeJS.ErrnoException, place, client), { cause: error });
  }
  const { rows } = await client.query("select current_setting('server_version_num')::int as version");
  await client.end();
  if (rows[0].version < OLDEST_VERSION) {
    throw new StartError(
      `The database server ${place} is PostgreSQL ${Math.floor(rows[0].version / 10_000)}; Atrium needs 15 or later.`,
    );
  }
}

/** Never with the password. */
function sentenceFor({ code, message }: NodeJS.ErrnoException, place: string, client: pg.Client): string {
  switch (code ?? '') {
    case '28P01':
    case '28000':
      return `The database server ${place} refuses the user ${client.user}; check the user and password in DATABASE_URL.`;
    case '3D000':
      return `The database server ${place} has no database ${client.database}; create it, or correct DATABASE_URL.`;
    case '53300':
      return `The database server ${place} has no connection left for Atrium; raise its max_connections.`;
    default:
      return `The database server ${place} cannot be reached (${code ?? message}); check DATABASE_URL and that the server runs.`;
  }
}
