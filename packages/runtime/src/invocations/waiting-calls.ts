import type { InvocationDetails } from '@atrium/contract/service-api/invocations';
import { ROW_BYTES } from '../storage/stored-amounts.ts';
import { DURATION_COUNTS, durationPlace } from './duration-counts.ts';
import type { InvocationsTables } from './invocations.tables.ts';
import type { EndedCall } from './logged-call.ts';

/** Entries that wait while the database is away; more are counted, but not kept. */
const MAX_WAITING = 5_000;

export type InvocationRow = Omit<InvocationsTables['invocation'], 'search'>;
type FunctionDay = InvocationsTables['functionDay'];

/** What has been called and is not written yet. */
export class WaitingCalls {
  rows: InvocationRow[] = [];
  readonly limits = new Map<string, number>();
  readonly #days = new Map<string, FunctionDay>();

  get days(): FunctionDay[] {
    return [...this.#days.values()];
  }

  /** Counts a call; `isKept` if the log keeps it, too. */
  add(call: EndedCall, details: InvocationDetails, isKept: boolean): void {
    this.#count(call, details);
    if (!isKept || this.rows.length >= MAX_WAITING) return;
    const { calledOn: _calledOn, failure, ...entry } = details;
    const { domainId, serviceId, limitBytes } = call;
    const failureText = failure && JSON.stringify(failure);
    const texts = [entry.input, entry.result, entry.console, failureText ?? ''];
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), ROW_BYTES);
    this.limits.set(domainId, limitBytes);
    this.rows.push({ domainId, serviceId, ...entry, failure: failureText, bytes });
  }

  /** Takes back what could not be written. */
  addBack(others: WaitingCalls): void {
    this.rows = [...others.rows, ...this.rows].slice(-MAX_WAITING);
    for (const [domainId, limit] of others.limits) this.limits.set(domainId, limit);
    for (const day of others.days) this.#addDay(day);
  }

  #count({ domainId, serviceId }: EndedCall, details: InvocationDetails): void {
    const { function: name, calledOn, status, durationMs } = details;
    const durations = Array.from({ length: DURATION_COUNTS }, () => 0);
    durations[durationPlace(durationMs)] = 1;
    const errors = status === 'FAIL' ? 1 : 0;
    const day = calledOn.slice(0, 10);
    this.#addDay({ domainId, serviceId, day, function: name, calls: 1, errors, durationMs, durations });
  }

  #addDay(more: FunctionDay): void {
    const key = `${more.domainId} ${more.serviceId} ${more.day} ${more.function}`;
    const sum = this.#days.get(key);
    if (!sum) {
      this.#days.set(key, more);
      return;
    }
    sum.calls += more.calls;
    sum.errors += more.errors;
    sum.durationMs += more.durationMs;
    for (const [place, count] of more.durations.entries()) {
      sum.durations[place] = (sum.durations[place] ?? 0) + count;
    }
  }
}
