import { resolve } from 'node:path';
import { StartError } from '@atrium/host/start-error';
import { migrateAll } from '../database/migrate-all.ts';
import { upgradeCluster } from '../database/upgrade-cluster.ts';
import { readSecretKeys } from '../secrets/secret-key-file.ts';
import type { Command } from './command.ts';

export const databaseCommands: Command[] = [
  {
    noun: 'database',
    verb: 'migrate',
    operands: [],
    summary: 'update all tables, of the platform, the services and the queue (each start updates its own)',
    async runAtPlace({ log, openDatabase }) {
      const applied = await migrateAll(await openDatabase(), log);
      return [...applied, 'The database is up to date.'].join('\n');
    },
  },
  {
    noun: 'database',
    verb: 'upgrade',
    operands: ['<backup>'],
    flags: ['unproven'],
    summary:
      'move the embedded database to the PostgreSQL of this release, with a backup that the release before has made',
    async runAtPlace({ config, log }, [backup = ''], { unproven }) {
      if (config.databaseUrl !== undefined) {
        throw new StartError(
          'DATABASE_URL names a server that is not ours to upgrade; use its own tools, or "backup restore" into an empty database of another one.',
        );
      }
      const { from, kept, lastWrittenOn, manifest } = await upgradeCluster(
        config.dataFolder,
        resolve(backup),
        { secretKeys: readSecretKeys(config), isTrusted: unproven === 'true' },
        log,
      );
      return [
        `The database was moved from PostgreSQL ${from} with the backup of ${manifest.createdOn}.`,
        `The old one, last written ${lastWrittenOn.toISOString()}, is kept in ${kept}; delete it when all is well.`,
      ].join('\n');
    },
  },
];
