import { StartError } from '@atrium/host/start-error';
import pg from 'pg';
import { isSharedBetweenTransactions } from './pooler.ts';

const OLDEST_VERSION = 150_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** Requirements of a database server, in one row. */
const FACTS = `
  select current_setting('server_version_num')::int as version,
         has_database_privilege(current_database(), 'create')
           and coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), true)
           and coalesce(has_table_privilege(to_regclass('public.schema_migrations')::oid, 'insert'), true) as may_create`;

/** Connects once to the configured server, to describe any problem in one sentence. */
export async function checkDatabaseServer(
  connection: pg.ClientConfig,
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL',
): Promise<void> {
  const client = await connect(connection, setting);
  const place = `${client.host}:${client.port}`;
  try {
    const { rows } = await client.query(FACTS);
    if (rows[0].version < OLDEST_VERSION) {
      throw new StartError(
        `The database server ${place} is PostgreSQL ${Math.floor(rows[0].version / 10_000)}; Atrium needs 15 or later.`,
      );
    }
    if (!rows[0].may_create) {
      throw new StartError(
        `The user ${client.user} may not create tables in the database ${client.database} of ${place}, or does not own those of Atrium; make it the owner of the database and of all that is in it.`,
      );
    }
  } finally {
    await client.end();
  }
}

/** Listening and migrations need a connection of their own. */
export async function refusePooler(
  connection: pg.ClientConfig,
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL',
): Promise<void> {
  await using first = new ClosingClient(await connect(connection, setting));
  await using second = new ClosingClient(await connect(connection, setting));
  if (!(await isSharedBetweenTransactions(first.client, second.client))) return;
  const shares = `${setting} leads to a pooler that shares connections between transactions`;
  throw new StartError(
    setting === 'DATABASE_URL'
      ? `${shares}; set DATABASE_DIRECT_URL to the address of the database itself, for listening and migrations.`
      : `${shares}; it must be the address of the database itself.`,
  );
}

class ClosingClient implements AsyncDisposable {
  readonly client: pg.Client;

  constructor(client: pg.Client) {
    this.client = client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.end();
  }
}

async function connect(connection: pg.ClientConfig, setting: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...connection });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new StartError(sentenceFor(error as NodeJS.ErrnoException, client, setting), { cause: error });
  }
}

/** Never with the password. */
function sentenceFor(
  { code, message }: NodeJS.ErrnoException,
  { host, port, user, database }: pg.Client,
  setting: string,
): string {
  const place = `${host}:${port}`;
  switch (code ?? '') {
    case '28P01':
    case '28000':
      return `The database server ${place} refuses the user ${user}; check the user and password in ${setting}.`;
    case '3D000':
      return `The database server ${place} has no database ${database}; create it, or correct ${setting}.`;
    case '53300':
      return `The database server ${place} has no connection left for Atrium; raise its max_connections.`;
    default:
      return `The database server ${place} cannot be reached (${code ?? message}); check ${setting} and that the server runs.`;
  }
}
