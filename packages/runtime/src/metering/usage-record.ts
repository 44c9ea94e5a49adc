import { createHash } from 'node:crypto';
import { type UsageEvent, UsageType } from '@atrium/contract/service-api/usage';
import type { Usage } from './meter.ts';

/** One line of the journal: what one call used, in whole units. */
export type UsageRecord = [
  at: number,
  domainId: string,
  userId: string,
  serviceId: string,
  metric: string,
  target: string,
  calls: number,
  milliseconds: number,
  bytes: number,
];

export function toRecord(
  { identity, metric, target, calls, durationMs, memoryBytes }: Usage,
  at: Date,
): UsageRecord {
  const { domainId, userId, serviceId } = identity;
  // Every call that took time counts at least one millisecond; sums stay whole numbers.
  return [
    at.getTime(),
    domainId,
    userId,
    serviceId,
    metric,
    target,
    calls,
    Math.ceil(durationMs),
    Math.ceil(memoryBytes),
  ];
}

/** Complete lines only: one that a kill cut short was never acknowledged to anyone. */
export function readRecords(text: string): UsageRecord[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as UsageRecord);
}

const HOUR_MS = 3_600_000;
const quantityAt: Record<UsageType, 6 | 7 | 8> = { COUNTER: 6, TIMER: 7, MEMORY: 8 };

/**
 * Sums of a segment: one event per hour, person, service, metric, target and type. The same segment always
 * gives the same events with the same ids, so that sending them twice counts them once.
 */
export function toEvents(segment: string, records: readonly UsageRecord[]): UsageEvent[] {
  const sums = new Map<string, UsageEvent>();
  for (const record of records) {
    const [at, domainId, userId, serviceId, metric, target] = record;
    const hour = Math.floor(at / HOUR_MS);
    for (const type of UsageType.options) {
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
