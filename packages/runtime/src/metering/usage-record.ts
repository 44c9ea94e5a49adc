import type { Usage } from './meter.ts';

const HOUR_MS = 3_600_000;

/** A line of the journal: usage of one call, in whole units. */
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
  /** Version of the configuration; undefined for tests. */
  version?: number,
];

export function toRecord(
  { identity, metric, target, version, calls, durationMs, memoryBytes }: Usage,
  at: Date,
): UsageRecord {
  const { domainId, userId, serviceId } = identity;
  // Every call that took time counts at least one millisecond; sums stay whole numbers.
  const record: UsageRecord = [
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
  if (version !== undefined) record[9] = version;
  return record;
}

/** Returns the start of the hour of a record. */
export function hourOf([at]: UsageRecord): number {
  return Math.floor(at / HOUR_MS);
}

/** Adds a record to one of the same hour, person, service, metric, target and version; false when it is of another. */
export function addUp(sum: UsageRecord, more: UsageRecord): boolean {
  if (hourOf(sum) !== hourOf(more) || sum[9] !== more[9]) return false;
  for (let index = 1; index <= 5; index++) if (sum[index] !== more[index]) return false;
  sum[6] += more[6];
  sum[7] += more[7];
  sum[8] += more[8];
  return true;
}

export function toLines(records: readonly UsageRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/**
 * Complete lines only: one that a kill cut short was never acknowledged to anyone. They come piece by piece, so that a
 * long segment keeps no call waiting.
 */
export async function* readRecords(pieces: AsyncIterable<string>): AsyncGenerator<UsageRecord> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield JSON.parse(line) as UsageRecord;
  }
}
