import type { Notifications } from '@atrium/host/database/notifications';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { findService, type RegisteredService } from './service.repository.ts';
import { SERVICES_CHANGED_CHANNEL } from './services-changed.ts';

/** A process that ends without a word is missed by the time alone, of which no one is notified. */
const KNOWN_FOR_MS = 1_000;

interface Parts {
  db: Kysely<Database>;
  notifications: Notifications;
}

/**
 * The services that are being called, which are asked for with each call. What was read is used for a second, or until a
 * service or one of its processes comes or goes: the database notifies every process of that. While a process cannot
 * listen, it queries the database each time.
 */
export class KnownServices {
  readonly #parts: Parts;
  readonly #known = new Map<string, { service: Promise<RegisteredService | undefined>; until: number }>();

  constructor(parts: Parts) {
    this.#parts = parts;
    const forget = () => this.forget();
    parts.notifications.listen(SERVICES_CHANGED_CHANNEL, forget, forget);
  }

  find(id: string): Promise<RegisteredService | undefined> {
    const { db, notifications } = this.#parts;
    if (!notifications.isConnected) return findService(db, id);
    const known = this.#known.get(id);
    if (known !== undefined && known.until > performance.now()) return known.service;
    const service = findService(db, id);
    this.#known.set(id, { service, until: performance.now() + KNOWN_FOR_MS });
    // An id that no service has, or a database that is away, is asked about again by the next call.
    service.then(
      (found) => found ?? this.#known.delete(id),
      () => this.#known.delete(id),
    );
    return service;
  }

  forget(): void {
    this.#known.clear();
  }
}
