import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { AddressTurns } from './address-turns.ts';
import { listServicesProcesses } from './services-process.repository.ts';

const ASKS_EVERY_MS = 1_000;

interface Parts {
  db: Kysely<Database>;
  turns: AddressTurns;
}

/**
 * Processes that take calls and answer none, as one that is frozen does: its connections are accepted by the system. Each
 * call would wait until its time is up, for as long as the process counts as one that lives.
 */
export class SilentAddresses {
  readonly #parts: Parts;
  readonly #watched = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** It is tried last until it has said again that it lives; one that does not say so drops out of the list. */
  async avoid(address: string): Promise<void> {
    if (this.#watched.has(address)) return;
    this.#watched.add(address);
    let first: number | undefined;
    for (;;) {
      this.#parts.turns.avoid(address);
      const seen = await this.#findLastSeen(address).catch(() => undefined);
      first ??= seen;
      if (seen === undefined || seen !== first) break;
      await wait(ASKS_EVERY_MS, undefined, { ref: false });
    }
    this.#watched.delete(address);
  }

  async #findLastSeen(address: string): Promise<number | undefined> {
    const processes = await listServicesProcesses(this.#parts.db);
    const times = processes
      .filter((process) => process.isAlive && address.startsWith(`${process.address}/`))
      .map(({ seenOn }) => seenOn.getTime());
    return times.length === 0 ? undefined : Math.max(...times);
  }
}
