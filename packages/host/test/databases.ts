import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection to the database cluster of this test run, to its maintenance database. */
    databaseCluster: pg.PoolConfig;
  }
}

export interface TestDatabase {
  connection: pg.PoolConfig;
  drop: () => Promise<void>;
}

let made = 0;

/** A database of the test file's own, cloned from a template in some 30 ms. */
export async function cloneDatabase(template = 'template1'): Promise<TestDatabase> {
  const cluster = inject('databaseCluster');
  const name = `test_${process.pid}_${process.env['VITEST_POOL_ID'] ?? 0}_${made++}`;
  await run(cluster, `create database ${name} template ${template}`);
  return {
    connection: { ...cluster, database: name },
    drop: () => run(cluster, `drop database ${name} with (force)`),
  };
}

async function run(cluster: pg.PoolConfig, statement: string): Promise<void> {
  const client = new pg.Client(cluster);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
