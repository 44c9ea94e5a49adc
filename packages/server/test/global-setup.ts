import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '@atrium/host/database/migrate';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../src/database/connection.ts';
import { startEmbeddedDatabase } from '../src/database/embedded.ts';
import { createJobs } from '../src/jobs/jobs.ts';
import { MIGRATIONS_FOLDER } from '../src/paths.ts';
import { clusterFolder } from './cluster-folder.ts';
import { addDomainKeys } from './domain-keys.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Name of a migrated, empty database to clone. */
    databaseTemplate: string;
  }
}

const quiet = pino({ level: 'error' });

/** One cluster for the whole run: our own, or the server that DATABASE_URL names. */
export default async function setUpDatabase(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  const cluster = given ? { connection: connectionOf(given), stop: async () => {} } : await startCluster();
  const template = `atrium_template_${process.pid}`;
  const maintenance = new pg.Client(cluster.connection);
  await maintenance.connect();
  await maintenance.query(`create database ${template}`);
  const db = openDatabase({ ...cluster.connection, database: template });
  await migrate(db, MIGRATIONS_FOLDER);
  await (await createJobs(db, quiet)).stop();
  await db.destroy();
  // All tests over the keys of a platform that is spread over many servers.
  if (process.env['ATRIUM_TEST_DOMAIN_KEYS'])
    await addDomainKeys({ ...cluster.connection, database: template });
  project.provide('databaseCluster', cluster.connection);
  project.provide('databaseTemplate', template);
  return async () => {
    await maintenance.query(`drop database ${template}`);
    await maintenance.end();
    await cluster.stop();
  };
}

async function startCluster() {
  const dataFolder = await mkdtemp(join(clusterFolder(), 'atrium-test-'));
  // Passable for the account that PostgreSQL runs as when root runs the tests.
  await chmod(dataFolder, 0o711);
  const database = await startEmbeddedDatabase({ dataFolder, log: quiet, durable: false });
  return {
    connection: { ...database.connection, database: 'postgres' },
    async stop() {
      await database.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

function connectionOf(url: string): pg.PoolConfig {
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    host: decodeURIComponent(hostname),
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1) || 'postgres',
  };
}
