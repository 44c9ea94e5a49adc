import { createHash } from 'node:crypto';
import { Measure } from '@atrium/contract/pricing/measure';
import {
  MAX_EVENT_VERSIONS,
  type UsageEvent,
  type VersionQuantity,
} from '@atrium/contract/service-api/functions/usage';
import { addUp, hourOf, type UsageRecord } from './usage-record.ts';

const quantityAt: Record<Measure, 6 | 7 | 8> = { COUNTER: 6, TIMER: 7, MEMORY: 8 };

/** Usage of one target by one person in an hour: a record for each version of the configuration. */
type Sum = [UsageRecord, ...UsageRecord[]];

/** Sums of a segment by hour, person, service, metric and target: they need as much memory as it has functions. */
export class UsageSums {
  readonly #sums = new Map<string, Sum>();

  add(record: UsageRecord): void {
    const [, domainId, userId, serviceId, metric, target] = record;
    const key = [hourOf(record), domainId, userId, serviceId, metric, target].join('\n');
    const known = this.#sums.get(key);
    if (known === undefined) this.#sums.set(key, [[...record]]);
    else if (!known.some((each) => addUp(each, record))) known.push([...record]);
  }

  /**
   * One event per sum and measure. The same segment always yields the same events with the same ids, so sending
   * them twice counts them once.
   */
  *list(segment: string): Generator<UsageEvent> {
    for (const sum of this.#sums.values()) {
      const [[at, domainId, userId, serviceId, metric, target]] = sum;
      for (const type of Measure.options) {
        const quantity = sum.reduce((total, record) => total + record[quantityAt[type]], 0);
        if (quantity === 0) continue;
        const key = JSON.stringify([hourOf(sum[0]), domainId, userId, serviceId, metric, target, type]);
        const id = createHash('sha256').update(`${segment}\n${key}`).digest('hex').slice(0, 40);
        const event = { id, domainId, userId, serviceId, metric, target, type, quantity };
        const versions = versionsOf(sum, type);
        yield { ...event, at: new Date(at).toISOString(), ...(versions.length > 0 && { versions }) };
      }
    }
  }
}

function versionsOf(sum: Sum, type: Measure): VersionQuantity[] {
  return sum
    .flatMap((record) => {
      const { 9: version, [quantityAt[type]]: quantity } = record;
      return version === undefined || quantity === 0 ? [] : [{ version, quantity }];
    })
    .slice(0, MAX_EVENT_VERSIONS);
}
