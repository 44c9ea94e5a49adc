import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const FILE = join(import.meta.dirname, '../../../ops/postgresql/domain-keys.sql');

/** Adds the domain to all keys as an operator does: each statement by itself, as psql sends it. Returns the limits of the last ones. */
export async function addDomainKeys(connection: pg.ClientConfig): Promise<unknown> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const text = (await readFile(FILE, 'utf8')).replaceAll(/^--.*$/gm, '');
    for (const statement of text.split(/;\n/)) await client.query(statement);
    const limits = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`;
    return (await client.query(limits)).rows[0];
  } finally {
    await client.end();
  }
}
