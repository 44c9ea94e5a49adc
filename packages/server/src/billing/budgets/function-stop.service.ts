import type { FunctionStop } from '@atrium/contract/billing/function-stops';
import { nextMonthStart } from '@atrium/contract/utc-day';
import type { Notifications } from '@atrium/host/database/notifications';
import { NotifiedCache } from '@atrium/host/database/notified-cache';
import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { utcMonth } from '../../utc.ts';
import { listReachedCaps, type ReachedCap, STOPS_CHANGED_CHANNEL } from './function-stop.repository.ts';

const MAX_CACHED = 10_000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  notifications: Notifications;
}

/** Functions that caps have stopped, cached by paying user: each call of a function reads them. */
export class FunctionStops {
  readonly #parts: Parts;
  readonly #cache: NotifiedCache<ReachedCap[]>;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { notifications } = parts;
    this.#cache = new NotifiedCache({
      notifications,
      channel: STOPS_CHANGED_CHANNEL,
      maxEntries: MAX_CACHED,
      sharesLoads: true,
    });
  }

  /** Stops of the caller's payer, smallest cap first; of one service, if given. */
  async list(
    { domainId, userId, parentId }: Pick<Caller, 'domainId' | 'userId' | 'parentId'>,
    serviceId?: string,
  ): Promise<FunctionStop[]> {
    const { db, clock } = this.#parts;
    const month = utcMonth(clock.now());
    const payerId = parentId ?? userId;
    const caps = await this.#cache.get(payerId, () =>
      listReachedCaps(db, { domainId, userId: payerId }, month),
    );
    if (caps.length === 0) return [];
    const until = nextMonthStart(month);
    return caps
      .filter(({ reachedIn }) => reachedIn === month)
      .flatMap(({ cents, stops }) => stops.map((stop) => ({ ...stop, cents, until })))
      .filter((stop) => serviceId === undefined || stop.serviceId === serviceId);
  }

  /** The message of a change arrives later than the next request to the process that has made it. */
  forget(userId: string): void {
    this.#cache.invalidate(userId);
  }
}
