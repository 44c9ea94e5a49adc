import type { ServerEventType } from '@atrium/contract/events/events';
import { type Notifications, notify } from '@atrium/host/database/notifications';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database, Store } from '../database/schema.ts';

const CHANNEL = 'atrium_event';
/** PostgreSQL's limit is 8,000 bytes for the whole message. */
const MAX_PAYLOAD_BYTES = 7_900;

const Message = z.object({
  domainId: z.string().nullable(),
  userId: z.string().optional(),
  type: z.string(),
  data: z.unknown(),
});
type Message = z.infer<typeof Message>;

/** Events for browsers, from any process to those who are connected to any other. */
export interface Events {
  /**
   * Notifies everyone in a domain (null: in all domains), or one user of it. Give the transaction
   * when the event reports a change: it then leaves when the change is committed.
   */
  publish(
    domainId: string | null,
    type: ServerEventType,
    data: unknown,
    options?: { userId?: string; transaction?: Store },
  ): Promise<void>;
  /** Calls back for what a user of a domain may know. Returns the end of it. */
  subscribe(
    to: { domainId: string; userId: string },
    onEvent: (type: string, data: unknown) => void,
  ): () => void;
}

interface Subscriber {
  domainId: string;
  userId: string;
  onEvent: (type: string, data: unknown) => void;
}

export function createEvents(db: Kysely<Database>, notifications: Notifications): Events {
  const subscribers = new Set<Subscriber>();

  notifications.listen(
    CHANNEL,
    (payload) => {
      const message = Message.parse(JSON.parse(payload));
      for (const subscriber of subscribers) {
        if (concerns(message, subscriber)) subscriber.onEvent(message.type, message.data);
      }
    },
    // After a lost connection no one knows what was missed.
    async () => {
      for (const { onEvent } of subscribers) onEvent('ready', {});
    },
  );

  return {
    async publish(domainId, type, data, { userId, transaction } = {}) {
      const payload = JSON.stringify({ domainId, userId, type, data } satisfies Message);
      if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES) {
        throw new RangeError(`the event ${type} is too large: send ids, and let the reader ask for the rest`);
      }
      await notify(transaction ?? db, CHANNEL, payload);
    },
    subscribe(to, onEvent) {
      const subscriber = { ...to, onEvent };
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
  };
}

function concerns(message: Message, { domainId, userId }: Subscriber): boolean {
  if (message.domainId !== null && message.domainId !== domainId) return false;
  return message.userId === undefined || message.userId === userId;
}
