import type { Clock } from '../clock.ts';

const MINUTE_MS = 60_000;
const MINUTES = 5;

/** Errors of this process in the last minutes. */
export class ErrorRate {
  readonly #clock: Clock;
  /** By minute since 1970. */
  readonly #counts = new Map<number, number>();

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock;
  }

  /** Counts an error that happens now. */
  add(): void {
    const minute = this.#forgetOld();
    this.#counts.set(minute, (this.#counts.get(minute) ?? 0) + 1);
  }

  get perMinute(): number {
    this.#forgetOld();
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0) / MINUTES;
  }

  #forgetOld(): number {
    const minute = Math.floor(this.#clock.now().getTime() / MINUTE_MS);
    for (const each of this.#counts.keys()) if (each <= minute - MINUTES) this.#counts.delete(each);
    return minute;
  }
}
