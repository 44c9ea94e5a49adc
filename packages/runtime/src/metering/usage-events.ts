import { createHash } from 'node:crypto';
import { Measure } from '@atrium/contract/pricing/measure';
import type { UsageEvent } from '@atrium/contract/service-api/usage';
import { addUp, hourOf, type UsageRecord } from './usage-record.ts';

const quantityAt: Record<Measure, 6 | 7 | 8> = { COUNTER: 6, TIMER: 7, MEMORY: 8 };

/** Sums of a segment by hour, person, service, metric and target: they need as much memory as it has functions. */
export class UsageSums {
  readonly #sums = new Map<string, UsageRecord>();

  add(record: UsageRecord): void {
    const [, domainId, userId, serviceId, metric, target] = record;
    const key = [hourOf(record), domainId, userId, serviceId, metric, target].join('\n');
    const known = this.#sums.get(key);
    if (known === undefined) this.#sums.set(key, [...record]);
    else addUp(known, record);
  }

  /**
   * One event for each sum and measure. The same segment always makes the same events with the same ids, so that sending
   * them twice counts them once.
   */
  *list(segment: string): Generator<UsageEvent> {
    for (const record of this.#sums.values()) {
      const [at, domainId, userId, serviceId, metric, target] = record;
      for (const type of Measure.options) {
        const quantity = record[quantityAt[type]];
        if (quantity === 0) continue;
        const key = JSON.stringify([hourOf(record), domainId, userId, serviceId, metric, target, type]);
        const id = createHash('sha256').update(`${segment}\n${key}`).digest('hex').slice(0, 40);
        const event = { id, domainId, userId, serviceId, metric, target, type, quantity };
        yield { ...event, at: new Date(at).toISOString() };
      }
    }
  }
}
