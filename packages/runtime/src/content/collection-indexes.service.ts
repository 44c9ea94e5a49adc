import { setTimeout as sleep } from 'node:timers/promises';
import type { CollectionIndex } from '@atrium/contract/service-api/functions/content';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { RuntimeDatabase } from '../database/schema.ts';
import { advanceIndex, listIndexes } from './collection-index.repository.ts';

/** An index whose process died is continued after this long at most. */
const LOOK_EVERY_MS = 10_000;

interface Parts {
  db: Kysely<RuntimeDatabase>;
  log: Pick<Logger, 'error'>;
}

/** Builds the indexes that collections ask for, in steps beside everything else. */
export class CollectionIndexes {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | undefined;
  #building: Promise<void> | undefined;
  #isWanted = false;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => this.build(), LOOK_EVERY_MS).unref();
    this.build();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#building;
  }

  list(domainId: string): Promise<CollectionIndex[]> {
    return listIndexes(this.#parts.db, domainId);
  }

  /** Builds unfinished indexes; call it when an index may have been declared. */
  build(): void {
    this.#isWanted = true;
    this.#building ??= this.#buildAll().finally(() => {
      this.#building = undefined;
    });
  }

  async #buildAll(): Promise<void> {
    const { db, log } = this.#parts;
    try {
      // An index that is declared during the last step is built, too.
      while (this.#isWanted && !this.#isStopped) {
        this.#isWanted = false;
        const startedAt = performance.now();
        if (!(await db.transaction().execute(advanceIndex))) continue;
        this.#isWanted = true;
        // Pauses as long as the step took, so that changes that waited for it come first.
        await sleep(performance.now() - startedAt);
      }
    } catch (error) {
      // The next call tries again.
      log.error({ err: error }, 'an index of a collection could not be built');
    }
  }
}
