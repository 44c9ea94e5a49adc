import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const FILE = join(import.meta.dirname, '../../../ops/postgresql/domain-keys.sql');

/** Adds the domain to all keys as an operator does: each statement by itself, as psql sends it. */
export async function addDomainKeys(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const text = (await readFile(FILE, 'utf8')).replaceAll(/^--.*$/gm, '');
    for (const statement of text.split(/;\n/)) await client.query(statement);
  } finally {
    await client.end();
  }
}
