import { createHash } from 'node:crypto';
import { Measure } from '@atrium/contract/pricing/measure';
import type { UsageEvent } from '@atrium/contract/service-api/usage';
import type { UsageRecord } from './usage-record.ts';

const HOUR_MS = 3_600_000;

/** Returns the start of the hour of a record. */
export function hourOf([at]: UsageRecord): number {
  return Math.floor(at / HOUR_MS);
}

const quantityAt: Record<Measure, 6 | 7 | 8> = { COUNTER: 6, TIMER: 7, MEMORY: 8 };

/**
 * Sums of a segment: one event per hour, person, service, metric, target and type. The same segment always produces the
 * same events with the same ids, so that sending them twice counts them once.
 */
export function toEvents(segment: string, records: readonly UsageRecord[]): UsageEvent[] {
  const sums = new Map<string, UsageEvent>();
  for (const record of records) {
    const [at, domainId, userId, serviceId, metric, target] = record;
    const hour = hourOf(record);
    for (const type of Measure.options) {
      const quantity = record[quantityAt[type]];
      if (quantity === 0) continue;
      const key = JSON.stringify([hour, domainId, userId, serviceId, metric, target, type]);
      const known = sums.get(key);
      if (known) known.quantity += quantity;
      else {
        const id = createHash('sha256').update(`${segment}\n${key}`).digest('hex').slice(0, 40);
        sums.set(key, {
          id,
          domainId,
          userId,
          serviceId,
          metric,
          target,
          type,
          quantity,
          at: new Date(at).toISOString(),
        });
      }
    }
  }
  return [...sums.values()];
}
