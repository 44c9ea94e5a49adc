import type { FunctionStop } from '@atrium/contract/billing/function-stops';
import { nextMonthStart } from '@atrium/contract/utc-day';
import type { Notifications } from '@atrium/host/database/notifications';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { utcMonth } from '../utc.ts';
import { listReachedCaps, type ReachedCap, STOPS_CHANGED_CHANNEL } from './function-stop.repository.ts';

/** Processes of the release before announce nothing when they change a budget. */
const KNOWN_FOR_MS = 10_000;
const MAX_REMEMBERED = 10_000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  notifications: Notifications;
}

/**
 * The functions that caps have stopped, which is asked at each call of one. What was read of a customer is used for some
 * seconds, or until the database notifies the process of a change; while it cannot listen, it queries each time.
 */
export class FunctionStops {
  readonly #parts: Parts;
  readonly #known = new Map<string, { caps: Promise<ReachedCap[]>; until: number }>();

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.notifications.listen(
      STOPS_CHANGED_CHANNEL,
      (userId) => this.forget(userId),
      () => this.#known.clear(),
    );
  }

  /** Of whoever pays for the caller, smallest cap first; of one service, if it is named. */
  async list(
    { domainId, userId, parentId }: Pick<Caller, 'domainId' | 'userId' | 'parentId'>,
    serviceId?: string,
  ): Promise<FunctionStop[]> {
    const caps = await this.#read(domainId, parentId ?? userId);
    if (caps.length === 0) return [];
    const month = utcMonth(this.#parts.clock.now());
    const until = nextMonthStart(month);
    return caps
      .filter(({ reachedIn }) => reachedIn === month)
      .flatMap(({ cents, stops }) => stops.map((stop) => ({ ...stop, cents, until })))
      .filter((stop) => serviceId === undefined || stop.serviceId === serviceId);
  }

  /** The message of a change arrives later than the next request to the process that has made it. */
  forget(userId: string): void {
    this.#known.delete(userId);
  }

  #read(domainId: string, userId: string): Promise<ReachedCap[]> {
    const { db, clock, notifications } = this.#parts;
    const known = notifications.isConnected ? this.#known.get(userId) : undefined;
    if (known !== undefined && known.until > performance.now()) return known.caps;
    const caps = listReachedCaps(db, { domainId, userId }, utcMonth(clock.now()));
    if (!notifications.isConnected) return caps;
    if (this.#known.size >= MAX_REMEMBERED) this.#known.clear();
    const read = { caps, until: performance.now() + KNOWN_FOR_MS };
    this.#known.set(userId, read);
    // A database that is away is asked again by the next call.
    caps.catch(() => this.#known.get(userId) === read && this.forget(userId));
    return caps;
  }
}
