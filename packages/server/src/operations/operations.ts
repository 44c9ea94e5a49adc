import type { Notifications } from '@atrium/host/database/notifications';
import type { Kysely } from 'kysely';
import type { ClientConfig } from 'pg';
import type { Clock, Random } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import type { Services } from '../services/services.service.ts';
import { DatabaseBackups } from './database-backup.service.ts';
import { PlatformState } from './platform-state.service.ts';

interface OperationsParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  config: Config;
  connection: ClientConfig;
  notifications: Notifications;
  services: Services;
}

export interface Operations {
  databaseBackups: DatabaseBackups;
  platformState: PlatformState;
}

export function createOperations(parts: OperationsParts): Operations {
  const databaseBackups = new DatabaseBackups(parts);
  return { databaseBackups, platformState: new PlatformState({ ...parts, databaseBackups }) };
}
