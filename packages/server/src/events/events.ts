import type { ServerEventType } from '@atrium/contract/events/events';
import { type Notifications, notify } from '@atrium/host/database/notifications';
import type { Kysely } from 'kysely';
import type { Database, Store } from '../database/schema.ts';
import { concerns, readMessage, writeMessage } from './event-message.ts';

const CHANNEL = 'atrium_event';
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
  /** How many are called back: the open streams of this process. */
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
    // After a lost connection no one knows what was missed.
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
