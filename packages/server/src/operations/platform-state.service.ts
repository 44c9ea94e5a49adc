import type { Backups, DatabaseState, getPlatform } from '@atrium/contract/operations/platform';
import { findPoolUse } from '@atrium/host/database/connection';
import type { Notifications } from '@atrium/host/database/notifications';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { listFailedJobs } from '../jobs/failed-job.repository.ts';
import { listQueueFigures } from '../jobs/queue-figure.repository.ts';
import { VERSION } from '../paths.ts';
import type { Services } from '../services/services.service.ts';
import type { DatabaseBackups } from './database-backup.service.ts';
import { findDatabaseFigures } from './database-figure.repository.ts';

const FAILED_JOBS_SHOWN = 20;

interface Parts {
  db: Kysely<Database>;
  config: Pick<Config, 'databasePoolSize'>;
  notifications: Pick<Notifications, 'isConnected' | 'problem'>;
  services: Pick<Services, 'listReached'>;
  databaseBackups: DatabaseBackups;
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
