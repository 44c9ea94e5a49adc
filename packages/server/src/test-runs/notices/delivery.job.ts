import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import { defineJob } from '../../jobs/define-job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { type SendWebhook, WebhookError } from '../../providers/webhook-sender.ts';
import type { Secrets } from '../../secrets/secrets.service.ts';
import { findDelivery, updateDelivery } from './delivery.repository.ts';
import { findWebhook, webhookSecretColumn } from './webhook.repository.ts';

const MINUTE_MS = 60_000;
/** Pauses after tries that failed; after the last of them the message is given up. */
const RETRY_AFTER_MS = [MINUTE_MS / 2, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 360 * MINUTE_MS];

/** One try. A message that did not arrive waits as a job of its own, so that it is not a job that failed. */
export const sendDeliveryJob = defineJob({
  name: 'test-runs.send-webhook',
  payload: z.object({ id: z.uuid(), domainId: z.uuid() }),
  timeoutSeconds: 60,
  concurrency: 4,
  concurrencyOfOne: 2,
});

export interface DeliveryParts {
  db: Kysely<Database>;
  clock: Clock;
  jobs: Jobs;
  secrets: Secrets;
  sendWebhook: SendWebhook;
}

/** Tries a delivery once, notes how that went, and arranges the next try. */
export async function sendDelivery(
  { db, clock, jobs, secrets, sendWebhook }: DeliveryParts,
  place: { id: string; domainId: string },
): Promise<void> {
  const delivery = await findDelivery(db, place);
  if (delivery?.status !== 'WAITING') return;
  const webhook = await findWebhook(db, place.domainId, delivery.webhookId);
  if (webhook === undefined) return;
  const secret = secrets.unseal({ column: webhookSecretColumn.name, row: webhook.id }, webhook.secret);
  const { url } = webhook;
  const result = await sendWebhook({ id: delivery.id, url, secret, body: delivery.body }).then(
    (statusCode) => ({ statusCode, error: null }),
    (error: unknown) => {
      if (!(error instanceof WebhookError)) throw error;
      return { statusCode: error.statusCode, error: error.message };
    },
  );
  const now = clock.now();
  // Whoever tries a webhook is there to press the button again.
  const pause = delivery.kind === 'test' ? undefined : RETRY_AFTER_MS[delivery.tries];
  const isOver = result.error === null || pause === undefined;
  await db.transaction().execute(async (transaction) => {
    await updateDelivery(transaction, place, {
      ...result,
      status: result.error === null ? 'DELIVERED' : isOver ? 'FAILED' : 'WAITING',
      tries: delivery.tries + 1,
      lastTryOn: now,
    });
    if (isOver) return;
    const startAfter = new Date(now.getTime() + pause);
    await jobs.send(sendDeliveryJob, place, { transaction, startAfter, turnOf: place.domainId });
  });
}
