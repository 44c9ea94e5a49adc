import { type DeliveryKind, httpKind } from '../src/outbox/delivery-kind.ts';

/** A kind of delivery whose rendering differs from that of webhooks. */
export const chatKind = (url: string): DeliveryKind =>
  httpKind({
    name: 'chat',
    policy: { allowPrivate: true },
    render: async ({ id, payload }) => ({
      url,
      headers: { 'message-id': id },
      body: `*${JSON.parse(payload).title}*`,
    }),
  });
