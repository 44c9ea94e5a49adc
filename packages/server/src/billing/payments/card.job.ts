import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** A card that was removed is forgotten by its provider, too: it cannot be charged there by anyone any more. */
export const forgetCardJob = defineJob({
  name: 'billing.forget-card',
  payload: z.object({ cardId: z.uuid() }),
  // With pauses that grow, for hours in which the provider cannot be reached.
  retries: 10,
  retryDelaySeconds: 30,
});

/** Every morning: default cards in their last month or past it. */
export const mailExpiringCardsJob = defineJob({
  name: 'billing.mail-expiring-cards',
  payload: z.object({}),
  timetable: '40 6 * * *',
  policy: 'exclusive',
});
