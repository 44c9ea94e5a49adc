import type { Notifications } from '@atrium/host/database/notifications';
import type { Kysely } from 'kysely';
import type { ClientConfig } from 'pg';
import type { DomainDirectory } from '../accounts/domains/domain-directory.service.ts';
import type { Invoices } from '../billing/invoices/invoice.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import type { Services } from '../services/services.service.ts';
import { DatabaseBackups } from './database-backup.service.ts';
import { ErrorRate } from './error-rate.ts';
import { PlatformState } from './platform-state.service.ts';

interface OperationsParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  config: Config;
  connection: ClientConfig;
  notifications: Notifications;
  services: Services;
  billing: { invoices: Pick<Invoices, 'getOverdue'> };
  accounts: { directory: Pick<DomainDirectory, 'countSince'> };
}

export interface Operations {
  databaseBackups: DatabaseBackups;
  /** The application counts its errors here. */
  errorRate: ErrorRate;
  platformState: PlatformState;
}

export function createOperations(parts: OperationsParts): Operations {
  const databaseBackups = new DatabaseBackups(parts);
  const errorRate = new ErrorRate(parts);
  return {
    databaseBackups,
    errorRate,
    platformState: new PlatformState({ ...parts, databaseBackups, errorRate }),
  };
}
