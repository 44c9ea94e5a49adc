import type { AddressPolicy } from '@atrium/host/outbound/address-guard';
import type { StoredDelivery } from './delivery.repository.ts';
import { createMessageSender, type OutboundMessage, type SendResult } from './send-message.ts';

/** A way out, such as webhooks. */
export interface DeliveryKind {
  /** Stored with each delivery. */
  name: string;
  /** Tries once; undefined if the receiver was deleted. */
  send(delivery: StoredDelivery): Promise<SendResult | undefined>;
}

interface HttpKind {
  name: string;
  /** Addresses that receivers may have. */
  policy: AddressPolicy;
  /** Renders one try; undefined if the receiver was deleted. */
  render(delivery: StoredDelivery): Promise<OutboundMessage | undefined>;
}

/** A kind whose messages are HTTP requests: another one has its own render function. */
export function httpKind({ name, policy, render }: HttpKind): DeliveryKind {
  const send = createMessageSender(policy);
  return {
    name,
    async send(delivery) {
      const message = await render(delivery);
      return message && send(message);
    },
  };
}
