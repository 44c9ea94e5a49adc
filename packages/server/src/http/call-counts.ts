import { LateWrites } from '@atrium/host/database/late-writes';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { deleteCallCounts, upsertCallCounts } from './call-count.repository.ts';

const MINUTE_MS = 60_000;
const FLUSH_MS = 1_000;
/** Below this limit a minute's calls are few and each is costly: counted in the database, one by one. */
const STRICT_BELOW = 1_000;
/** A caller above this share of the limit is counted in all processes: up to twenty together miss nothing. */
const NEAR_SHARE = 1 / 20;
/** Above this number most counts are dropped: counting cannot stop a holder of millions of addresses anyway. */
const MAX_KEPT = 20_000;

/** Calls of one subject in a minute: of all processes as far as known, and those that the others do not know yet. */
interface Counts {
  calls: number;
  unsent: number;
  isNear: boolean;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  onError: (error: unknown) => void;
}

/** Counts calls by the minute, for all processes on one database. Most calls ask the database for nothing. */
export class CallCounts {
  readonly #parts: Parts;
  readonly #writes: LateWrites;
  #minute = 0;
  #cleanedIn = 0;
  #counts = new Map<string, Counts>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#writes = new LateWrites({
      write: () => this.#write(),
      delayMs: FLUSH_MS,
      onError: parts.onError,
    });
  }

  get millisecondsLeft(): number {
    return MINUTE_MS - (this.#parts.clock.now().getTime() % MINUTE_MS);
  }

  /** Counts one more call; returns how many there are in this minute. */
  async count(subject: string, limit: number): Promise<number> {
    const counts = this.#of(subject);
    if (limit < STRICT_BELOW) return this.#countStrictly(subject, counts, limit);
    counts.calls += 1;
    counts.unsent += 1;
    counts.isNear ||= counts.calls >= limit * NEAR_SHARE;
    if (counts.isNear) this.#writes.plan();
    return counts.calls;
  }

  close(): Promise<void> {
    return this.#writes.close();
  }

  async #countStrictly(subject: string, counts: Counts, limit: number): Promise<number> {
    // Callers above the limit cost the database nothing.
    if (counts.calls > limit) return counts.calls;
    const minute = this.#minute;
    const [all] = await upsertCallCounts(this.#parts.db, [{ subject, minute, calls: 1 }]);
    // Another process whose clock is ahead counts the next minute already.
    const isSame = all?.minute === minute;
    counts.calls = Math.max(counts.calls + 1, isSame ? all.calls : 0);
    return isSame ? all.calls : counts.calls;
  }

  async #write(): Promise<void> {
    const { db } = this.#parts;
    const [minute, counts] = [this.#minute, this.#counts];
    if (this.#cleanedIn !== minute) {
      // Also spares those of a process whose clock is behind.
      await deleteCallCounts(db, minute - 1);
      this.#cleanedIn = minute;
    }
    const sent = [...counts].flatMap(([subject, { isNear, unsent }]) =>
      isNear && unsent > 0 ? [{ subject, minute, calls: unsent }] : [],
    );
    const all = new Map((await upsertCallCounts(db, sent)).map((row) => [row.subject, row]));
    for (const { subject, calls } of sent) {
      const [known, total] = [counts.get(subject), all.get(subject)];
      if (known === undefined || total?.minute !== minute) continue;
      known.unsent -= calls;
      known.calls = total.calls + known.unsent;
    }
  }

  #of(subject: string): Counts {
    const minute = Math.floor(this.#parts.clock.now().getTime() / MINUTE_MS);
    if (minute !== this.#minute) this.#begin(minute);
    const known = this.#counts.get(subject);
    if (known !== undefined) return known;
    if (this.#counts.size >= MAX_KEPT) this.#forgetMost();
    const fresh = { calls: 0, unsent: 0, isNear: false };
    this.#counts.set(subject, fresh);
    return fresh;
  }

  /** Many at once: to find the oldest, a map steps over all that were deleted before it. Whoever calls much stays. */
  #forgetMost(): void {
    const near = [...this.#counts].filter(([, { isNear }]) => isNear);
    this.#counts = new Map(near.slice(-MAX_KEPT / 2));
  }

  /** Resets the counts: those of an ended minute no longer limit anyone. */
  #begin(minute: number): void {
    this.#minute = minute;
    this.#counts = new Map();
    this.#writes.plan();
  }
}

/** Makes the store of the plugin that limits calls. Its keys are addresses, with the group of routes that have a limit of their own. */
export function createCallStore(counts: CallCounts): FastifyRateLimitStoreCtor {
  return class CallStore implements FastifyRateLimitStore {
    incr(subject: string, done: Parameters<FastifyRateLimitStore['incr']>[1], _window: number, max: number) {
      counts.count(subject, max).then(
        (current) => done(null, { current, ttl: counts.millisecondsLeft }),
        (error: Error) => done(error),
      );
    }

    child() {
      return this;
    }
  };
}
