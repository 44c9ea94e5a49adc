import type { UsageBatch, UsageEvent } from '@atrium/contract/service-api/usage';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { ServiceCaller } from '../http/caller.ts';
import { UnprocessableError } from '../http/errors.ts';
import {
  insertUsageEvents,
  insertUsageRejection,
  listPayers,
  lockSeal,
  type PayableEvent,
} from './usage-event.repository.ts';

/** Takes usage from services: each event counts once, however often and in whatever batch it comes. */
export interface UsageIntake {
  takeBatch(service: ServiceCaller, batch: UsageBatch): Promise<void>;
}

export function createUsageIntake(db: Kysely<Database>, clock: Clock): UsageIntake {
  return {
    async takeBatch({ serviceId }, { batchId, events }) {
      if (events.some((event) => event.serviceId !== serviceId)) {
        throw new UnprocessableError('A service may only report its own usage.');
      }
      const now = clock.now();
      await db.transaction().execute(async (transaction) => {
        await lockSeal(transaction, 'shared');
        const userIds = new Set(events.map(({ userId }) => userId).filter(isUuid));
        const payers = await listPayers(transaction, [...userIds]);
        const payable: PayableEvent[] = [];
        for (const event of dropRepeats(events)) {
          const payer = payers.get(event.userId);
          // Refusing the batch would make the service send it for ever; the operator finds the event instead.
          if (payer === undefined || payer.domainId !== event.domainId) {
            await insertUsageRejection(transaction, event, 'There is no such user in this domain.', now);
          } else {
            payable.push({ ...event, payerId: payer.payerId });
          }
        }
        if (payable.length > 0) {
          await insertUsageEvents(transaction, { batchId, serviceId, events: payable, now });
        }
      });
    },
  };
}

function dropRepeats(events: UsageEvent[]): Iterable<UsageEvent> {
  return new Map(events.map((event) => [event.id, event])).values();
}

const isUuid = (text: string): boolean => z.uuid().safeParse(text).success;
