import { type LimitName, limitOf } from '@atrium/contract/limits/limit';
import { LateWrites } from '@atrium/host/database/late-writes';
import { limitReachedFor } from '@atrium/host/limit-reached';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { RuntimeDatabase } from '../database/schema.ts';
import type { Caller } from '../host/service-token.ts';
import { findInvoked, type Invoked, updateInvoked } from './invoked.repository.ts';

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
  unsentInMinute: number;
  unsentInDay: number;
  unsentCpuMs: number;
  unsentAddressCalls: number;
  unsentFetches: number;
  unsentFetchBytes: number;
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
  checkComputing({ domainId, limits }: Pick<Caller, 'domainId' | 'limits'>): void {
    const now = this.#parts.now().getTime();
    const limit = limitOf('computingPerDay', limits);
    const used = toSeconds(this.#of(domainId, now).dayCpuMs);
    if (used >= limit)
      throw limitReachedFor('computingPerDay', limit, used, Math.ceil((DAY_MS - (now % DAY_MS)) / 1000));
  }

  /** Counts a call of the address of a function; throws 429 if the domain has had as many today as it may. */
  takeAddressCall(caller: Pick<Caller, 'domainId' | 'limits'>): void {
    const counts = this.#checkOfDay('addressCallsPerDay', caller, ({ dayAddressCalls }) => dayAddressCalls);
    counts.dayAddressCalls += 1;
    counts.unsentAddressCalls += 1;
  }

  /** Counts a request to another host; throws 429 if the domain has sent as many, or as much, today as it may. */
  takeFetch(caller: Pick<Caller, 'domainId' | 'limits'>): void {
    this.#checkOfDay('fetchBytesPerDay', caller, ({ dayFetchBytes }) => dayFetchBytes);
    const counts = this.#checkOfDay('fetchesPerDay', caller, ({ dayFetches }) => dayFetches);
    counts.dayFetches += 1;
    counts.unsentFetches += 1;
  }

  /** Counts bytes that a request to another host sent and received. */
  countFetchBytes(domainId: string, bytes: number): void {
    const counts = this.#of(domainId, this.#parts.now().getTime());
    counts.dayFetchBytes += bytes;
    counts.unsentFetchBytes += bytes;
    this.#writes.plan();
  }

  #checkOfDay(
    name: LimitName,
    { domainId, limits }: Pick<Caller, 'domainId' | 'limits'>,
    usedOf: (counts: Counts) => number,
  ): Counts {
    const now = this.#parts.now().getTime();
    const counts = this.#of(domainId, now);
    const [limit, used] = [limitOf(name, limits), usedOf(counts)];
    if (used >= limit) throw limitReachedFor(name, limit, used, Math.ceil((DAY_MS - (now % DAY_MS)) / 1000));
    this.#writes.plan();
    return counts;
  }

  /** Counts processor time that a function or a test took. */
  countComputing(domainId: string, cpuMs: number): void {
    const counts = this.#of(domainId, this.#parts.now().getTime());
    counts.dayCpuMs += cpuMs;
    counts.unsentCpuMs += cpuMs;
    this.#writes.plan();
  }

  /** Counts calls no longer that did not come to run. */
  giveBack(domainId: string, { minute, day }: Taken, calls = 1): void {
    const counts = this.#of(domainId, this.#parts.now().getTime());
    if (counts.minute === minute) {
      counts.minuteCalls -= calls;
      counts.unsentInMinute -= calls;
    }
    if (counts.day === day) {
      counts.dayCalls -= calls;
      counts.unsentInDay -= calls;
    }
    this.#writes.plan();
  }

  /** Counts calls that have happened: functions that were called by functions. */
  count(domainId: string, calls: number): void {
    const counts = this.#of(domainId, this.#parts.now().getTime());
    counts.minuteCalls += calls;
    counts.dayCalls += calls;
    counts.unsentInMinute += calls;
    counts.unsentInDay += calls;
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
      .filter((counts) => hasUnsent(counts))
      .map(({ domainId, minute, day, ...counts }) => ({
        domainId,
        minute,
        minuteCalls: counts.unsentInMinute,
        day,
        dayCalls: counts.unsentInDay,
        dayCpuMs: counts.unsentCpuMs,
        dayAddressCalls: counts.unsentAddressCalls,
        dayFetches: counts.unsentFetches,
        dayFetchBytes: counts.unsentFetchBytes,
      }));
    const updated =
      sent.length === 0
        ? []
        : await this.#parts.db.transaction().execute((transaction) => updateInvoked(transaction, sent));
    const all = new Map(updated.map((row) => [row.domainId, row]));
    for (const { domainId, minute, minuteCalls, day, ...inDay } of sent) {
      const total = all.get(domainId);
      // Another minute or day may have begun meanwhile.
      const counts = this.#counts.get(domainId);
      if (!counts) continue;
      if (counts.minute === minute) counts.unsentInMinute -= minuteCalls;
      if (counts.day === day) {
        counts.unsentInDay -= inDay.dayCalls;
        counts.unsentCpuMs -= inDay.dayCpuMs;
        counts.unsentAddressCalls -= inDay.dayAddressCalls;
        counts.unsentFetches -= inDay.dayFetches;
        counts.unsentFetchBytes -= inDay.dayFetchBytes;
      }
      if (total?.minute === counts.minute) counts.minuteCalls = total.minuteCalls + counts.unsentInMinute;
      if (total?.day === counts.day) {
        counts.dayCalls = total.dayCalls + counts.unsentInDay;
        counts.dayCpuMs = total.dayCpuMs + counts.unsentCpuMs;
        counts.dayAddressCalls = total.dayAddressCalls + counts.unsentAddressCalls;
        counts.dayFetches = total.dayFetches + counts.unsentFetches;
        counts.dayFetchBytes = total.dayFetchBytes + counts.unsentFetchBytes;
      }
    }
    this.#forgetIdle();
  }

  #of(domainId: string, now: number): Counts {
    const minute = Math.floor(now / MINUTE_MS);
    const day = Math.floor(now / DAY_MS);
    const known = this.#counts.get(domainId);
    if (known?.minute === minute) return known;
    const isSameDay = known?.day === day;
    const fresh = {
      domainId,
      minute,
      minuteCalls: 0,
      unsentInMinute: 0,
      day,
      dayCalls: isSameDay ? known.dayCalls : 0,
      unsentInDay: isSameDay ? known.unsentInDay : 0,
      dayCpuMs: isSameDay ? known.dayCpuMs : 0,
      unsentCpuMs: isSameDay ? known.unsentCpuMs : 0,
      dayAddressCalls: isSameDay ? known.dayAddressCalls : 0,
      unsentAddressCalls: isSameDay ? known.unsentAddressCalls : 0,
      dayFetches: isSameDay ? known.dayFetches : 0,
      unsentFetches: isSameDay ? known.unsentFetches : 0,
      dayFetchBytes: isSameDay ? known.dayFetchBytes : 0,
      unsentFetchBytes: isSameDay ? known.unsentFetchBytes : 0,
    };
    this.#counts.set(domainId, fresh);
    return fresh;
  }

  #forgetIdle(): void {
    const now = this.#parts.now().getTime();
    const isCrowded = this.#counts.size > MAX_KEPT;
    for (const [domainId, counts] of this.#counts) {
      const { minute, day } = counts;
      const isOver = isCrowded ? minute < Math.floor(now / MINUTE_MS) : day < Math.floor(now / DAY_MS);
      if (isOver && !hasUnsent({ ...counts, unsentInMinute: 0 })) this.#counts.delete(domainId);
    }
  }
}

function hasUnsent(counts: Counts): boolean {
  const { unsentInMinute, unsentInDay, unsentCpuMs, unsentAddressCalls } = counts;
  const { unsentFetches, unsentFetchBytes } = counts;
  return [unsentInMinute, unsentInDay, unsentCpuMs, unsentAddressCalls, unsentFetches, unsentFetchBytes].some(
    (n) => n !== 0,
  );
}

/** Whole ones, so that a limit is not named as used up before it is. */
function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
