import {
  type Backups,
  type DatabaseState,
  type getPlatform,
  NEW_CUSTOMER_DAYS,
  type PlatformSummary,
} from '@atrium/contract/operations/platform';
import { findPoolUse } from '@atrium/host/database/connection';
import type { Notifications } from '@atrium/host/database/notifications';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { DomainDirectory } from '../accounts/domains/domain-directory.service.ts';
import type { Invoices } from '../billing/invoices/invoice.service.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { listFailedJobs } from '../jobs/failed-job.repository.ts';
import { listQueueFigures } from '../jobs/queue-figure.repository.ts';
import { VERSION } from '../paths.ts';
import type { Services } from '../services/services.service.ts';
import type { DatabaseBackups } from './database-backup.service.ts';
import { findDatabaseFigures } from './database-figure.repository.ts';
import type { ErrorRate } from './error-rate.ts';

const FAILED_JOBS_SHOWN = 20;
const DAY_MS = 86_400_000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  config: Pick<Config, 'databasePoolSize'>;
  notifications: Pick<Notifications, 'isConnected' | 'problem'>;
  services: Pick<Services, 'listReached'>;
  databaseBackups: DatabaseBackups;
  errorRate: ErrorRate;
  billing: { invoices: Pick<Invoices, 'getOverdue'> };
  accounts: { directory: Pick<DomainDirectory, 'countSince'> };
}

/** State of the platform, for its operators. */
export class PlatformState {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async get(): Promise<z.input<typeof getPlatform.response>> {
    const { db, services } = this.#parts;
    // Sequentially: in parallel the queries would use half of the pool.
    const database = await this.#getDatabase();
    const backups = await this.#getBackups();
    const reached = await services.listReached();
    const queues = (await listQueueFigures(db)).map(
      ({ queue: name, failedLastHour: _forAlerts, ...figures }) => ({ name, ...figures }),
    );
    const failedJobs = (await listFailedJobs(db, FAILED_JOBS_SHOWN)).map(({ endedOn, ...job }) => ({
      ...job,
      endedOn: endedOn.toISOString(),
    }));
    return { version: VERSION, database, backups, services: reached, queues, failedJobs };
  }

  /** Key figures for the overview of administrators. */
  async getSummary(): Promise<PlatformSummary> {
    const { db, clock, databaseBackups, errorRate, billing, accounts } = this.#parts;
    const since = new Date(clock.now().getTime() - NEW_CUSTOMER_DAYS * DAY_MS);
    const overdue = await billing.invoices.getOverdue();
    const queues = await listQueueFigures(db);
    const [lastJob] = await listFailedJobs(db, 1);
    const { everyHours, lastSuccess, lastFailure } = await databaseBackups.getState();
    const isFailing = lastFailure && (!lastSuccess || lastFailure.endedOn > lastSuccess.endedOn);
    return {
      overdue,
      failedJobs: {
        count: queues.reduce((sum, { failed }) => sum + failed, 0),
        lastOn: lastJob?.endedOn.toISOString() ?? null,
      },
      backups: {
        everyHours,
        lastSuccessOn: lastSuccess && lastSuccess.endedOn.toISOString(),
        failedOn: isFailing ? lastFailure.endedOn.toISOString() : null,
      },
      errorsPerMinute: errorRate.perMinute,
      newCustomers: await accounts.directory.countSince(since),
    };
  }

  async #getDatabase(): Promise<DatabaseState> {
    const { db, config, notifications } = this.#parts;
    const { version, sizeBytes, usedConnections, maxConnections } = await findDatabaseFigures(db);
    const { total = 0, idle = 0, waiting = 0 } = findPoolUse(db) ?? {};
    return {
      version,
      sizeBytes,
      pool: { size: config.databasePoolSize, used: total - idle, idle, waiting },
      connections: { used: usedConnections, max: maxConnections },
      messages: notifications.isConnected ? 'HEARD' : notifications.problem === undefined ? 'LOST' : 'ASKED',
    };
  }

  async #getBackups(): Promise<Backups> {
    const { everyHours, lastSuccess, lastFailure, nextOn } = await this.#parts.databaseBackups.getState();
    return {
      everyHours,
      lastSuccess: lastSuccess && {
        endedOn: lastSuccess.endedOn.toISOString(),
        folder: lastSuccess.folder ?? '',
        sizeBytes: lastSuccess.sizeBytes ?? 0,
      },
      lastFailure: lastFailure && {
        endedOn: lastFailure.endedOn.toISOString(),
        message: lastFailure.error ?? '',
      },
      nextOn: nextOn && nextOn.toISOString(),
    };
  }
}
