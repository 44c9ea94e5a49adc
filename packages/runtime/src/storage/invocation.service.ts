import { type LimitName, limitOf } from '@atrium/contract/limits/limit';
import { LateWrites } from '@atrium/host/database/late-writes';
import { limitReachedFor } from '@atrium/host/limit-reached';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { RuntimeDatabase } from '../database/schema.ts';
import type { Caller } from '../host/service-token.ts';
import {
  AMOUNTS,
  type Amount,
  findInvoked,
  type Invoked,
  UNIT_OF,
  updateInvoked,
} from './invoked.repository.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const FLUSH_MS = 1_000;
/** A domain that is forgotten may call freely until its counts have been added up again. */
const MAX_KEPT = 10_000;

interface Parts {
  db: Kysely<RuntimeDatabase>;
  now: () => Date;
  log: Logger;
}

/** Calls of one domain: the known total of all processes, and those of this process that aren't added to it yet. */
interface Counts extends Invoked {
  unsent: Record<Amount, number>;
}

/** When calls were counted. */
interface Taken {
  minute: number;
  day: number;
}

/**
 * Limits the calls of functions, and the computing time of functions and tests. A call doesn't query the
 * database: each process counts locally, and the counts are added up once a second.
 */
export class Invocations {
  readonly #parts: Parts;
  readonly #counts = new Map<string, Counts>();
  readonly #writes: LateWrites;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#writes = new LateWrites({
      write: () => this.#write(),
      delayMs: FLUSH_MS,
      onError: (error) =>
        parts.log.warn(
          { err: error },
          'calls could not be counted yet; until they are, each process limits them by itself',
        ),
    });
  }

  /** Counts calls; throws 429, and counts none, if they are more than the minute or the day of the domain has left. */
  take(caller: Pick<Caller, 'domainId' | 'limits'>, calls = 1): Taken {
    const { domainId, limits } = caller;
    const now = this.#parts.now().getTime();
    const counts = this.#of(domainId, now);
    if (calls > 0) this.checkComputing(caller);
    const refuse = (name: LimitName, used: number, lengthMs: number) => {
      const limit = limitOf(name, limits);
      if (calls === 0 || used + calls <= limit) return;
      throw limitReachedFor(name, limit, used, Math.ceil((lengthMs - (now % lengthMs)) / 1000));
    };
    refuse('invocationsPerMinute', counts.minuteCalls, MINUTE_MS);
    refuse('invocationsPerDay', counts.dayCalls, DAY_MS);
    this.count(domainId, calls);
    return { minute: counts.minute, day: counts.day };
  }

  /** Throws 429 if the functions and tests of a domain have computed today for as long as they may. */
  checkComputing(caller: Pick<Caller, 'domainId' | 'limits'>): void {
    this.#checkOfDay('computingPerDay', caller, ({ dayCpuMs }) => toSeconds(dayCpuMs));
  }

  /** Counts a call of the address of a function; throws 429 if the domain has had as many today as it may. */
  takeAddressCall(caller: Pick<Caller, 'domainId' | 'limits'>): void {
    this.#checkOfDay('addressCallsPerDay', caller, ({ dayAddressCalls }) => dayAddressCalls);
    this.#add(caller.domainId, { dayAddressCalls: 1 });
  }

  /** Counts a request to another host; throws 429 if the domain has sent as many, or as much, today as it may. */
  takeFetch(caller: Pick<Caller, 'domainId' | 'limits'>): void {
    this.#checkOfDay('fetchBytesPerDay', caller, ({ dayFetchBytes }) => dayFetchBytes);
    this.#checkOfDay('fetchesPerDay', caller, ({ dayFetches }) => dayFetches);
    this.#add(caller.domainId, { dayFetches: 1 });
  }

  /** Counts bytes that a request to another host sent and received. */
  countFetchBytes(domainId: string, bytes: number): void {
    this.#add(domainId, { dayFetchBytes: bytes });
  }

  /** Counts processor time that a function or a test took. */
  countComputing(domainId: string, cpuMs: number): void {
    this.#add(domainId, { dayCpuMs: cpuMs });
  }

  /** Counts calls no longer that did not come to run. */
  giveBack(domainId: string, { minute, day }: Taken, calls = 1): void {
    const counts = this.#of(domainId, this.#parts.now().getTime());
    this.#add(domainId, {
      ...(counts.minute === minute && { minuteCalls: -calls }),
      ...(counts.day === day && { dayCalls: -calls }),
    });
  }

  /** Counts calls that have happened: functions that were called by functions. */
  count(domainId: string, calls: number): void {
    this.#add(domainId, { minuteCalls: calls, dayCalls: calls });
  }

  #checkOfDay(
    name: LimitName,
    { domainId, limits }: Pick<Caller, 'domainId' | 'limits'>,
    usedOf: (counts: Counts) => number,
  ): void {
    const now = this.#parts.now().getTime();
    const [limit, used] = [limitOf(name, limits), usedOf(this.#of(domainId, now))];
    if (used >= limit) throw limitReachedFor(name, limit, used, Math.ceil((DAY_MS - (now % DAY_MS)) / 1000));
  }

  #add(domainId: string, added: Partial<Record<Amount, number>>): void {
    const counts = this.#of(domainId, this.#parts.now().getTime());
    for (const amount of AMOUNTS) {
      counts[amount] += added[amount] ?? 0;
      counts.unsent[amount] += added[amount] ?? 0;
    }
    this.#writes.plan();
  }

  /** Number of known calls of all processes. */
  async countUses(domainId: string): Promise<{
    invocationsPerMinute: number;
    invocationsPerDay: number;
    computingPerDay: number;
    addressCallsPerDay: number;
    fetchesPerDay: number;
    fetchBytesPerDay: number;
  }> {
    await this.flush();
    const now = this.#parts.now().getTime();
    const found = await findInvoked(this.#parts.db, domainId);
    const isToday = found?.day === Math.floor(now / DAY_MS);
    return {
      invocationsPerMinute: found?.minute === Math.floor(now / MINUTE_MS) ? found.minuteCalls : 0,
      invocationsPerDay: isToday ? found.dayCalls : 0,
      computingPerDay: isToday ? toSeconds(found.dayCpuMs) : 0,
      addressCallsPerDay: isToday ? found.dayAddressCalls : 0,
      fetchesPerDay: isToday ? found.dayFetches : 0,
      fetchBytesPerDay: isToday ? found.dayFetchBytes : 0,
    };
  }

  /** Writes the local counts. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  close(): Promise<void> {
    return this.#writes.close();
  }

  async #write(): Promise<void> {
    const sent = [...this.#counts.values()]
      // Negative counts are calls that were uncounted after they had been added up.
      .filter(({ unsent }) => AMOUNTS.some((amount) => unsent[amount] !== 0))
      .map(({ domainId, minute, day, unsent }) => ({ domainId, minute, day, ...unsent }));
    const updated =
      sent.length === 0
        ? []
        : await this.#parts.db.transaction().execute((transaction) => updateInvoked(transaction, sent));
    const all = new Map(updated.map((row) => [row.domainId, row]));
    for (const added of sent) {
      const total = all.get(added.domainId);
      const counts = this.#counts.get(added.domainId);
      if (!counts) continue;
      for (const amount of AMOUNTS) {
        // Another minute or day may have begun meanwhile.
        const unit = UNIT_OF[amount];
        if (counts[unit] === added[unit]) counts.unsent[amount] -= added[amount];
        if (total?.[unit] === counts[unit]) counts[amount] = total[amount] + counts.unsent[amount];
      }
    }
    this.#forgetIdle();
  }

  #of(domainId: string, now: number): Counts {
    const minute = Math.floor(now / MINUTE_MS);
    const day = Math.floor(now / DAY_MS);
    const known = this.#counts.get(domainId);
    if (known?.minute === minute) return known;
    const fresh: Counts = { domainId, minute, day, ...NOTHING, unsent: { ...NOTHING } };
    for (const amount of AMOUNTS) {
      if (known?.[UNIT_OF[amount]] !== fresh[UNIT_OF[amount]]) continue;
      fresh[amount] = known[amount];
      fresh.unsent[amount] = known.unsent[amount];
    }
    this.#counts.set(domainId, fresh);
    return fresh;
  }

  #forgetIdle(): void {
    const now = this.#parts.now().getTime();
    const isCrowded = this.#counts.size > MAX_KEPT;
    for (const [domainId, { minute, day, unsent }] of this.#counts) {
      const isOver = isCrowded ? minute < Math.floor(now / MINUTE_MS) : day < Math.floor(now / DAY_MS);
      const isSent = AMOUNTS.every((amount) => UNIT_OF[amount] === 'minute' || unsent[amount] === 0);
      if (isOver && isSent) this.#counts.delete(domainId);
    }
  }
}

const NOTHING = Object.fromEntries(AMOUNTS.map((amount) => [amount, 0])) as Record<Amount, number>;

/** Whole ones, so that a limit is not named as used up before it is. */
function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
