import { KEEP_ALIVE } from '@atrium/host/database/connection';
import pg from 'pg';

/** A connection without time limits that prints values in the same format regardless of the server's settings. */
export async function openSession(
  connection: pg.ClientConfig,
  name: string,
): Promise<AsyncDisposable & { client: pg.Client }> {
  const client = new pg.Client({ ...KEEP_ALIVE, ...connection, application_name: name });
  // A lost connection fails the query under way; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  await client.query(`
    set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '10s';
    set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
    set bytea_output = 'hex'; set extra_float_digits = 1; set synchronize_seqscans = off`);
  return { client, [Symbol.asyncDispose]: () => client.end() };
}
