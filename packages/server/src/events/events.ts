import type { ServerEventType } from '@atrium/contract/events/events';
import { type Notifications, notify } from '@atrium/host/database/notifications';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database, Store } from '../database/schema.ts';

/** PostgreSQL's limit is 8,000 bytes for the whole message. */
const MAX_PAYLOAD_BYTES = 7_900;

const Message = z.object({
  domainId: z.string().nullable(),
  userId: z.string().optional(),
  type: z.string(),
  data: z.unknown(),
});
type Message = z.infer<typeof Message>;

/** Throws for an event that is larger than a notification may be. */
function writeMessage(message: Message): string {
  const payload = JSON.stringify(message);
  if (Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES) return payload;
  throw new RangeError(
    `the event ${message.type} is too large: send ids, and let the reader ask for the rest`,
  );
}

function readMessage(payload: string): Message {
  return Message.parse(JSON.parse(payload));
}

/** Whether a user of a domain may hear of it. */
function concerns(message: Message, { domainId, userId }: { domainId: string; userId: string }): boolean {
  if (message.domainId !== null && message.domainId !== domainId) return false;
  return message.userId === undefined || message.userId === userId;
}

const CHANNEL = 'atrium_event';
/** Events for browsers, delivered between all processes. */
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
  /** Subscribes to events that a user of a domain may see. Returns the unsubscribe function. */
  subscribe(
    to: { domainId: string; userId: string },
    onEvent: (type: string, data: unknown) => void,
  ): () => void;
  /** Number of subscribers: the open streams of this process. */
  readonly subscribers: number;
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
      const message = readMessage(payload);
      for (const subscriber of subscribers) {
        if (concerns(message, subscriber)) subscriber.onEvent(message.type, message.data);
      }
    },
    // After a lost connection, events may have been missed.
    async () => {
      for (const { onEvent } of subscribers) onEvent('ready', {});
    },
  );

  return {
    async publish(domainId, type, data, { userId, transaction } = {}) {
      await notify(transaction ?? db, CHANNEL, writeMessage({ domainId, userId, type, data }));
    },
    subscribe(to, onEvent) {
      const subscriber = { ...to, onEvent };
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    get subscribers() {
      return subscribers.size;
    },
  };
}
