import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../database/schema.ts';
import {
  countUsageRejections,
  listUsageRejections,
  type UsageRejection,
} from './usage-rejection.repository.ts';

interface Parts {
  db: Kysely<Database>;
  log: Pick<Logger, 'warn'>;
}

/** Events of usage that no one is billed for. The service that reported them is told nothing; the operator is. */
export class UsageRejections {
  readonly #parts: Parts;
  #events = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Number of events that this process has rejected, without repeats. */
  get events(): number {
    return this.#events;
  }

  /** The newest ones, and how many there are in all. */
  async list(limit: number): Promise<{
    rejections: (UsageRejection & { receivedOn: Date })[];
    total: number;
  }> {
    const { db } = this.#parts;
    return { rejections: await listUsageRejections(db, limit), total: await countUsageRejections(db) };
  }

  /** Counts the rejected events of a batch, and logs a warning without personal data. */
  record({ reasons, ...batch }: { serviceId: string; batchId: string; reasons: string[] }): void {
    if (reasons.length === 0) return;
    this.#events += reasons.length;
    const counts = [...Map.groupBy(reasons, (reason) => reason)].map(([reason, all]) => [reason, all.length]);
    const rejected = Object.fromEntries(counts) as Record<string, number>;
    this.#parts.log.warn({ ...batch, rejected }, 'Events of usage were refused.');
  }
}
