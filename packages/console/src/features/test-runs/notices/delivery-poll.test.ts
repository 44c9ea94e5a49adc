import type { Webhook, WebhookDelivery } from '@atrium/contract/test-runs/notices';
import { expect, test } from 'vitest';
import { deliveryPollMs } from './delivery-poll.ts';

function buildWebhook(...deliveries: Pick<WebhookDelivery, 'status' | 'tries'>[]): Webhook {
  return {
    id: 'hook',
    url: 'https://example.com/',
    createdAt: '2026-11-22T02:40:00.000Z',
    user: 'ada',
    deliveries: deliveries.map((delivery, index) => ({
      ...delivery,
      id: String(index),
      kind: 'first-failure',
      runId: null,
      createdAt: '2026-11-22T02:40:00.000Z',
      lastTryAt: null,
      statusCode: null,
      error: null,
    })),
  };
}

const delivered = { status: 'DELIVERED', tries: 1 } as const;
const isNew = { status: 'WAITING', tries: 0 } as const;
const isRetried = { status: 'WAITING', tries: 2 } as const;

test('deliveries are looked at as often as their next try is near', () => {
  expect(deliveryPollMs([])).toBe(false);
  expect(deliveryPollMs([buildWebhook(delivered)])).toBe(false);
  expect(deliveryPollMs([buildWebhook(delivered), buildWebhook(isNew)])).toBe(2000);
  expect(deliveryPollMs([buildWebhook(isRetried)])).toBe(30_000);
  expect(deliveryPollMs([buildWebhook(isNew, isRetried)])).toBe(2000);
});

test('an older message that waits is not forgotten over a newer one', () => {
  expect(deliveryPollMs([buildWebhook(delivered, isRetried)])).toBe(30_000);
});
