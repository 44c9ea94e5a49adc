import type { UsageBatch, UsageEvent } from '@atrium/contract/service-api/functions/usage';
import { NOBODY_ID } from '@atrium/contract/service-api/service-token';
import { UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { People } from '../../accounts/people/people.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { ServiceCaller } from '../../http/caller.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { utcMonth } from '../../utc.ts';
import { checkCapJob } from '../budgets/budget.job.ts';
import { listCapped } from '../budgets/budget-reach.repository.ts';
import { insertStorableEvents, lockSeal, type PayableEvent } from './usage-event.repository.ts';
import { findPrunedBefore } from './usage-pruning.repository.ts';
import { insertUsageRejections, type UsageRejection } from './usage-rejection.repository.ts';
import type { UsageRejections } from './usage-rejection.service.ts';

/** Services report every two seconds; usage in between is checked with the next report, or by the walk. */
const CAP_CHECK_MS = 5_000;
const MAX_CACHED = 10_000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  people: Pick<People, 'listCustomers' | 'listOwners'>;
  jobs: Pick<Jobs, 'send'>;
  rejections: Pick<UsageRejections, 'record'>;
}

/** Accepts usage from services: each event counts once, however often and in whatever batch it arrives. */
export class UsageIntake {
  readonly #parts: Parts;
  /** Payer → when this process last had their caps looked at. */
  readonly #checkedAt = new LRUCache<string, number>({ max: MAX_CACHED });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async takeBatch({ serviceId }: ServiceCaller, { batchId, events }: UsageBatch): Promise<void> {
    const { db, clock, people, rejections } = this.#parts;
    if (events.some((event) => event.serviceId !== serviceId)) {
      throw new UnprocessableError('A service may only report its own usage.');
    }
    const now = clock.now();
    const refused = await db.transaction().execute(async (transaction) => {
      await lockSeal(transaction, 'shared');
      const prunedBefore = await findPrunedBefore(transaction);
      const ofNobody = events.filter(({ userId }) => userId === NOBODY_ID);
      const owners = await people.listOwners(
        transaction,
        ofNobody.map(({ domainId }) => domainId),
      );
      const userOf = ({ userId, domainId }: UsageEvent) =>
        userId === NOBODY_ID ? (owners.get(domainId) ?? userId) : userId;
      const userIds = new Set(events.map(userOf));
      const customers = await people.listCustomers(transaction, [...userIds]);
      const payable: PayableEvent[] = [];
      const rejected: UsageRejection[] = [];
      for (const event of dropRepeats(events)) {
        const userId = userOf(event);
        const customer = customers.get(userId);
        // Refusing the batch would make the service send it forever; the operator finds the event instead.
        if (customer === undefined || customer.domainId !== event.domainId) {
          rejected.push({ event, reason: 'There is no such user in this domain.' });
        } else if (prunedBefore !== undefined && event.at < prunedBefore) {
          // It may have been counted already: its id is no longer known.
          rejected.push({ event, reason: `It is from before ${prunedBefore}.` });
        } else {
          payable.push({ ...event, userId, payerId: customer.payerId });
        }
      }
      if (payable.length > 0) {
        const batch = { batchId, serviceId, events: payable, now };
        await this.#checkCaps(transaction, payable, now);
        for (const { payerId: _, ...event } of await insertStorableEvents(transaction, batch))
          rejected.push({ event, reason: 'The sum of this usage would exceed 9,223,372,036,854,775,807.' });
      }
      return rejected.length === 0 ? [] : insertUsageRejections(transaction, rejected, now);
    });
    rejections.record({ serviceId, batchId, reasons: refused });
  }

  /** Queues a check of the payers' caps. */
  async #checkCaps(transaction: Store, events: readonly PayableEvent[], now: Date): Promise<void> {
    const due = now.getTime() - CAP_CHECK_MS;
    const payers = new Map(events.map(({ payerId, domainId }) => [payerId, { domainId, userId: payerId }]));
    for (const payerId of payers.keys())
      if ((this.#checkedAt.get(payerId) ?? Number.NEGATIVE_INFINITY) > due) payers.delete(payerId);
    for (const payer of await listCapped(transaction, utcMonth(now), [...payers.values()])) {
      await this.#parts.jobs.send(checkCapJob, payer, { transaction, key: payer.userId });
      this.#checkedAt.set(payer.userId, now.getTime());
    }
  }
}

/** The first event wins, as among batches. */
function dropRepeats(events: UsageEvent[]): Iterable<UsageEvent> {
  const first = new Map<string, UsageEvent>();
  for (const event of events) if (!first.has(event.id)) first.set(event.id, event);
  return first.values();
}
