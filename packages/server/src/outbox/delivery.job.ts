import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { defineJob, handleJob, type JobHandler } from '../jobs/define-job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import {
  type DeliveryPlace,
  deleteDeliveries,
  findDelivery,
  listOverdue,
  updateDelivery,
} from './delivery.repository.ts';
import type { DeliveryKind } from './delivery-kind.ts';

const MINUTE_MS = 60_000;
/** Pauses after failed tries. */
export const RETRY_AFTER_MS = [
  MINUTE_MS / 2,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  60 * MINUTE_MS,
  360 * MINUTE_MS,
  // A receiver that was away for a day.
  1440 * MINUTE_MS,
] as const;

/** A single try. The next try is another job, so an unavailable receiver is not a failed job. */
export const deliverJob = defineJob({
  name: 'outbox.deliver',
  payload: z.object({ id: z.uuid(), domainId: z.uuid() }),
  timeoutSeconds: 60,
  concurrency: 4,
  concurrencyOfOne: 2,
  policy: 'short',
});

/** Every five minutes: sends the jobs of overdue deliveries again, whose processes were killed too often. */
const resumeJob = defineJob({
  name: 'outbox.resume',
  payload: z.object({}),
  policy: 'exclusive',
  timetable: '*/5 * * * *',
});

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const PAGE = 500;
const OVERDUE_MS = 5 * MINUTE_MS;

interface DeliveryParts {
  db: Kysely<Database>;
  clock: Clock;
  jobs: Jobs;
  kinds: readonly DeliveryKind[];
}

export function deliveryJobs({ db, clock, jobs, kinds }: DeliveryParts): JobHandler[] {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));

  /** Tries a delivery once, records the outcome and schedules the next try. */
  async function deliver(place: DeliveryPlace): Promise<void> {
    const delivery = await findDelivery(db, place);
    if (delivery?.status !== 'WAITING') return;
    const kind = byName.get(delivery.kind);
    if (kind === undefined) throw new Error(`no kind of delivery is named ${delivery.kind}`);
    const result = await kind.send(delivery);
    if (result === undefined) {
      // Its receiver was removed at the moment at which it was requested.
      await deleteDeliveries(db, { domainId: place.domainId, receiverId: delivery.receiverId });
      return;
    }
    const now = clock.now();
    const triesLeft = delivery.maxTries - delivery.tries - 1;
    const pause = result.error === null || triesLeft <= 0 ? undefined : RETRY_AFTER_MS[delivery.tries];
    const nextTryOn = pause === undefined ? null : new Date(now.getTime() + pause);
    const ended = result.error === null ? 'DELIVERED' : 'FAILED';
    const status = nextTryOn === null ? ended : 'WAITING';
    await db.transaction().execute(async (transaction) => {
      const changes = { ...result, status, lastTryOn: now, nextTryOn } as const;
      if (!(await updateDelivery(transaction, delivery, changes)) || nextTryOn === null) return;
      await jobs.send(deliverJob, place, {
        transaction,
        key: place.id,
        startAfter: nextTryOn,
        group: place.domainId,
      });
    });
  }

  async function resume(signal: AbortSignal): Promise<void> {
    const before = new Date(clock.now().getTime() - OVERDUE_MS);
    for (let after = FIRST_ID; ; ) {
      const overdue = await listOverdue(db, { before, after, size: PAGE });
      for (const place of overdue) {
        signal.throwIfAborted();
        await jobs.send(deliverJob, place, { key: place.id, group: place.domainId });
      }
      const last = overdue.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  return [
    handleJob(deliverJob, (place) => deliver(place)),
    handleJob(resumeJob, (_nothing, { signal }) => resume(signal)),
  ];
}
