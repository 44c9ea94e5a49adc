import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  connection: pg.PoolConfig;
  drop: () => Promise<void>;
}

let made = 0;

/** A database of the test file's own, cloned from the migrated template in some 30 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const cluster = inject('databaseCluster');
  const template = inject('databaseTemplate');
  const name = `${template}_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}_${made++}`;
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
