import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../src/database/connection.ts';
import { migrateRuntime } from '../src/database/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Name of a migrated, empty database of the services to clone. */
    servicesTemplate: string;
  }
}

/** Migrates once for the whole run, on the cluster that the platform's own setup has started before. */
export default async function setUpTemplate(project: TestProject): Promise<() => Promise<void>> {
  const cluster = project.getProvidedContext().databaseCluster;
  const template = `runtime_template_${process.pid}`;
  const maintenance = new pg.Client(cluster);
  await maintenance.connect();
  await maintenance.query(`create database ${template}`);
  const db = openDatabase({ ...cluster, database: template });
  await migrateRuntime(db);
  await db.destroy();
  project.provide('servicesTemplate', template);
  return async () => {
    await maintenance.query(`drop database ${template}`);
    await maintenance.end();
  };
}
