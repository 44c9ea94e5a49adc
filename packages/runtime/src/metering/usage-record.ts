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

/** Adds a record to one of the same hour, person, service, metric and target; false when it is of another. */
export function addUp(sum: UsageRecord, more: UsageRecord): boolean {
  if (hourOf(sum) !== hourOf(more)) return false;
  for (let index = 1; index <= 5; index++) if (sum[index] !== more[index]) return false;
  sum[6] += more[6];
  sum[7] += more[7];
  sum[8] += more[8];
  return true;
}

export function toLines(records: readonly UsageRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
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

function hourOf([at]: UsageRecord): number {
  return Math.floor(at / HOUR_MS);
}

const quantityAt: Record<UsageType, 6 | 7 | 8> = { COUNTER: 6, TIMER: 7, MEMORY: 8 };

/**
 * Sums of a segment: one event per hour, person, service, metric, target and type. The same segment always
 * gives the same events with the same ids, so that sending them twice counts them once.
 */
export function toEvents(segment: string, records: readonly UsageRecord[]): UsageEvent[] {
  const sums = new Map<string, UsageEvent>();
  for (const record of records) {
    const [at, domainId, userId, serviceId, metric, target] = record;
    const hour = hourOf(record);
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
