import type { Kysely } from 'kysely';
import type { Clock, Random } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { JobHandler } from '../jobs/define-job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { deliverJob, deliveryJobs, RETRY_AFTER_MS } from './delivery.job.ts';
import {
  countWaiting,
  deleteDeliveries,
  insertDelivery,
  listDeliveries,
  type StoredDelivery,
  updateSentAgain,
} from './delivery.repository.ts';
import type { DeliveryKind } from './delivery-kind.ts';

/** Waiting deliveries per domain; further ones fail at once. */
const MAX_WAITING = 100;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  jobs: Jobs;
  kinds: readonly DeliveryKind[];
}

interface NewDelivery
  extends Pick<StoredDelivery, 'domainId' | 'event' | 'kind' | 'payload' | 'receiverId' | 'subjectId'> {
  /** Left out: the first try and all retries. */
  maxTries?: number;
  isUrgent?: boolean;
}

/** Messages to the outside: delivered at least once, retried with growing pauses, and listed. */
export class Outbox {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Queues a message in the transaction of its event. */
  async enqueue(
    transaction: Store,
    { isUrgent = false, maxTries = RETRY_AFTER_MS.length + 1, ...message }: NewDelivery,
  ): Promise<StoredDelivery> {
    const { clock, random, jobs } = this.#parts;
    const place = { id: random.id(), domainId: message.domainId };
    const createdOn = clock.now();
    const isFull = (await countWaiting(transaction, message.domainId)) >= MAX_WAITING;
    const state = isFull
      ? ({
          status: 'FAILED',
          nextTryOn: null,
          error: `Not sent: ${MAX_WAITING} messages of the domain are already waiting. Remove receivers that no longer respond.`,
        } as const)
      : ({ status: 'WAITING', nextTryOn: createdOn, error: null } as const);
    const delivery = { ...message, ...place, ...state, maxTries, createdOn };
    await insertDelivery(transaction, delivery);
    if (!isFull)
      await jobs.send(deliverJob, place, {
        transaction,
        key: place.id,
        group: place.domainId,
        isUrgent,
      });
    return { ...delivery, tries: 0, lastTryOn: null, statusCode: null };
  }

  /** Newest first; the last ones of each receiver. */
  list(domainId: string, receiverIds: readonly string[]): Promise<StoredDelivery[]> {
    return listDeliveries(this.#parts.db, { domainId, receiverIds });
  }

  /** Sends an ended message again, with the same id. Returns undefined if it waits or is gone. */
  async sendAgain(
    transaction: Store,
    place: { id: string; domainId: string; receiverId: string },
  ): Promise<StoredDelivery | undefined> {
    const { clock, jobs } = this.#parts;
    const maxTries = RETRY_AFTER_MS.length + 1;
    const delivery = await updateSentAgain(transaction, place, { now: clock.now(), maxTries });
    if (delivery === undefined) return undefined;
    const { id, domainId } = place;
    await jobs.send(deliverJob, { id, domainId }, { transaction, key: id, group: domainId, isUrgent: true });
    return delivery;
  }

  /** Deletes the messages of a deleted receiver; waiting ones are no longer sent. */
  async deleteReceiver(
    transaction: Store,
    receiver: { domainId: string; receiverId: string },
  ): Promise<void> {
    await deleteDeliveries(transaction, receiver);
  }

  async deleteDomain(transaction: Store, domainId: string): Promise<void> {
    await deleteDeliveries(transaction, { domainId });
  }

  bindJobs(): JobHandler[] {
    return deliveryJobs(this.#parts);
  }
}
