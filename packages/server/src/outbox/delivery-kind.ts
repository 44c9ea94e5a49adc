import type { AddressPolicy } from '@atrium/host/outbound/address-guard';
import type { StoredDelivery } from './delivery.repository.ts';

/** The HTTP request of one try, sent as POST. */
export interface OutboundMessage {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** A notification channel, such as webhooks. A new channel is another kind with its own render function. */
export interface DeliveryKind {
  /** Stored with each delivery. */
  name: string;
  /** Addresses that receivers may have. */
  policy: AddressPolicy;
  /** Renders one try; undefined if the receiver was deleted. */
  render(delivery: StoredDelivery): Promise<OutboundMessage | undefined>;
}
