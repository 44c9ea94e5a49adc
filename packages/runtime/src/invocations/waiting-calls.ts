import type { InvocationDetails } from '@atrium/contract/service-api/functions/invocations';
import { ROW_BYTES } from '../storage/stored-amounts.ts';
import { DURATION_COUNTS, durationPlace } from './duration-counts.ts';
import type { InvocationsTables } from './invocations.tables.ts';
import { type EndedCall, statusOf } from './logged-call.ts';
import { dayOf, hourOf } from './partitions.ts';
import type { ServiceHour } from './service-hour.repository.ts';

const NO_CALLS = { calls: 0, errors: 0 };
/** Entries that wait while the database is away; more are counted, but not kept. */
const MAX_WAITING = 5_000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

export type InvocationRow = Omit<InvocationsTables['invocation'], 'search'>;
type FunctionDay = InvocationsTables['functionDay'];

/** Ended calls that are not written yet. */
export class WaitingCalls {
  readonly rows: InvocationRow[] = [];
  readonly limits = new Map<string, number>();
  #bytes = 0;
  readonly #days = new Map<string, FunctionDay>();
  readonly #hours = new Map<string, ServiceHour>();

  get days(): FunctionDay[] {
    return [...this.#days.values()];
  }

  get hours(): ServiceHour[] {
    return [...this.#hours.values()];
  }

  /** Counts a call by its day and hour in UTC, whether the log keeps it or not. */
  count(call: EndedCall, calledOn: Date): void {
    const { domainId, serviceId, function: name } = call;
    const { durationMs } = call.result;
    const day = this.#dayOf({ domainId, serviceId, day: dayOf(calledOn), function: name });
    day.durationMs += durationMs;
    for (const sum of [day, this.#hourOf({ domainId, serviceId, hour: hourOf(calledOn) })]) {
      sum.calls += 1;
      if (statusOf(call) === 'FAIL') sum.errors += 1;
      addAt(sum.durations, durationPlace(durationMs), 1);
    }
  }

  /** Keeps a call for the log. */
  keep({ domainId, serviceId, limitBytes }: EndedCall, details: InvocationDetails): void {
    const { calledOn: _calledOn, failure, ...entry } = details;
    const failureText = failure && JSON.stringify(failure);
    const texts = [entry.input, entry.result, entry.console, failureText ?? ''];
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), ROW_BYTES);
    this.limits.set(domainId, limitBytes);
    this.#add({ domainId, serviceId, ...entry, failure: failureText, bytes });
  }

  /** Takes back what could not be written. */
  addBack(others: WaitingCalls): void {
    const later = this.rows.splice(0);
    this.#bytes = 0;
    // Keeps the newest calls if there is no room for all.
    for (const row of [...later, ...others.rows]) this.#add(row);
    for (const [domainId, limit] of others.limits) this.limits.set(domainId, limit);
    for (const day of others.days) {
      const sum = this.#dayOf(day);
      sum.durationMs += day.durationMs;
      addTo(sum, day);
    }
    for (const hour of others.hours) addTo(this.#hourOf(hour), hour);
  }

  #add(row: InvocationRow): void {
    if (this.rows.length >= MAX_WAITING || this.#bytes + row.bytes > MAX_WAITING_BYTES) return;
    this.rows.push(row);
    this.#bytes += row.bytes;
  }

  #dayOf(of: Pick<FunctionDay, 'domainId' | 'serviceId' | 'day' | 'function'>): FunctionDay {
    const { domainId, serviceId, day, function: name } = of;
    return getOr(this.#days, `${domainId} ${serviceId} ${day} ${name}`, () => {
      return {
        domainId,
        serviceId,
        day,
        function: name,
        ...NO_CALLS,
        durationMs: 0,
        durations: noDurations(),
      };
    });
  }

  #hourOf({ domainId, serviceId, hour }: Pick<ServiceHour, 'domainId' | 'serviceId' | 'hour'>): ServiceHour {
    return getOr(this.#hours, `${domainId} ${serviceId} ${hour.getTime()}`, () => {
      return { domainId, serviceId, hour, ...NO_CALLS, durations: noDurations() };
    });
  }
}

function noDurations(): number[] {
  return Array.from({ length: DURATION_COUNTS }, () => 0);
}

function getOr<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const known = map.get(key) ?? create();
  map.set(key, known);
  return known;
}

type Counts = Pick<ServiceHour, 'calls' | 'errors' | 'durations'>;

function addTo(sum: Counts, more: Counts): void {
  sum.calls += more.calls;
  sum.errors += more.errors;
  for (const [place, count] of more.durations.entries()) addAt(sum.durations, place, count);
}

function addAt(counts: number[], place: number, more: number): void {
  counts[place] = (counts[place] ?? 0) + more;
}
