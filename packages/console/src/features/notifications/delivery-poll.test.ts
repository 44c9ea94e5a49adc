import type { Channel, Delivery } from '@atrium/contract/notifications/channels';
import { expect, test } from 'vitest';
import { deliveryPollMs } from './delivery-poll.ts';

function buildChannel(...deliveries: Pick<Delivery, 'status' | 'tries'>[]): Pick<Channel, 'deliveries'> {
  return {
    deliveries: deliveries.map((delivery, index) => ({
      ...delivery,
      id: String(index),
      subject: 'tests-failed',
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
  expect(deliveryPollMs([buildChannel(delivered)])).toBe(false);
  expect(deliveryPollMs([buildChannel(delivered), buildChannel(isNew)])).toBe(2000);
  expect(deliveryPollMs([buildChannel(isRetried)])).toBe(30_000);
  expect(deliveryPollMs([buildChannel(isNew, isRetried)])).toBe(2000);
});

test('an older message that waits is not forgotten over a newer one', () => {
  expect(deliveryPollMs([buildChannel(delivered, isRetried)])).toBe(30_000);
});
