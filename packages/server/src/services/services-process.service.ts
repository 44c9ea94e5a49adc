import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Random } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Services } from './services.service.ts';
import { notifyServicesChanged } from './services-changed.ts';
import {
  deleteEndedServicesProcesses,
  deleteServicesProcess,
  upsertServicesProcess,
} from './services-process.repository.ts';

const SAYS_SO_EVERY_MS = 3_000;

interface Parts {
  db: Kysely<Database>;
  random: Random;
  log: Pick<Logger, 'warn'>;
  services: Pick<Services, 'forgetKnown'>;
  /** Whether the process takes calls. */
  isAlive: (signal: AbortSignal) => Promise<boolean>;
}

/** Makes the process that runs the shipped services known to all who call them, for as long as it takes calls. */
export class ServicesProcessRow {
  readonly #parts: Parts;
  #saying: { stopping: AbortController; ended: Promise<void> } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Calls go to this address from now on. */
  async start(address: string): Promise<void> {
    await this.stop();
    const { db, random } = this.#parts;
    const row = { id: random.id(), address };
    await upsertServicesProcess(db, row);
    await deleteEndedServicesProcesses(db);
    await this.#tellChanged();
    const stopping = new AbortController();
    this.#saying = { stopping, ended: this.#keepSaying(row, stopping.signal) };
  }

  /** No call that begins from now on goes there. */
  async stop(): Promise<void> {
    const saying = this.#saying;
    this.#saying = undefined;
    saying?.stopping.abort();
    await saying?.ended;
  }

  async #keepSaying(row: { id: string; address: string }, signal: AbortSignal): Promise<void> {
    const { db, log, isAlive } = this.#parts;
    while (!signal.aborted) {
      await wait(SAYS_SO_EVERY_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted || !(await isAlive(signal))) continue;
      // While the database is away no one can read it either.
      await upsertServicesProcess(db, row).catch((error: unknown) =>
        log.warn({ err: error }, 'It could not be said that the services run.'),
      );
    }
    await deleteServicesProcess(db, row.id)
      .then(() => this.#tellChanged())
      .catch(() => {});
  }

  async #tellChanged(): Promise<void> {
    this.#parts.services.forgetKnown();
    await notifyServicesChanged(this.#parts.db);
  }
}
