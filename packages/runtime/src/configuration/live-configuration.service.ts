import type { Notifications } from '@atrium/host/database/notifications';
import { NotifiedCache } from '@atrium/host/database/notified-cache';
import { readAnnouncement, VERSION_CHANNEL } from '../database/announcements.ts';
import type { Configurations } from './configuration.service.ts';
import { keyOf, type LiveConfiguration, readLiveConfiguration } from './live-configuration.ts';
import type { Scope } from './scope.ts';

/** Two services of some hundred domains that are small, or a few of the largest. */
const MOST_KEPT = { configurations: 1_000, bytes: 256 * 1024 * 1024 };

interface Parts {
  configurations: Configurations;
  notifications: Pick<Notifications, 'isConnected' | 'listen'>;
  mostKept?: typeof MOST_KEPT;
}

/** Caches live configurations, so that a call of a function needs no query. */
export class LiveConfigurations {
  readonly #parts: Parts;
  readonly #cache: NotifiedCache<LiveConfiguration>;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { notifications, mostKept = MOST_KEPT } = parts;
    this.#cache = new NotifiedCache({
      notifications,
      channel: VERSION_CHANNEL,
      keyOfPayload(payload) {
        const [domainId, serviceId] = readAnnouncement(payload);
        return keyOf({ domainId, serviceId });
      },
      maxEntries: mostKept.configurations,
      size: { maxBytes: mostKept.bytes, bytesOf: ({ bytes }) => bytes },
      sharesLoads: true,
      keepsFormer: true,
    });
  }

  get(scope: Scope): Promise<LiveConfiguration> {
    const { configurations } = this.#parts;
    return this.#cache.get(
      keyOf(scope),
      (former) => readLiveConfiguration(configurations, scope, former),
      async ({ version }) => version === (await configurations.ensureLiveVersion(scope)),
    );
  }

  forget(scope: Scope): void {
    this.#cache.invalidate(keyOf(scope));
  }
}
