import { limitOf } from '@atrium/contract/limits/limit';
import { limitReachedFor } from '@atrium/host/limit-reached';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../host/service-token.ts';
import type { Invocations } from './invocation.service.ts';

const MINUTE_MS = 60_000;
/** An address that is forgotten may be called freely for the rest of the minute. */
const MAX_KEPT = 10_000;

interface Parts {
  invocations: Pick<Invocations, 'takeAddressCall'>;
  now: () => Date;
}

/** Limits calls of the addresses of functions: each of them in a minute and process, all of a domain in a day. */
export class AddressLimits {
  readonly #parts: Parts;
  readonly #calls = new LRUCache<string, { minute: number; calls: number }>({ max: MAX_KEPT });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Throws 429 for one too many. */
  take(caller: Pick<Caller, 'domainId' | 'limits'>, address: string): void {
    const now = this.#parts.now().getTime();
    const minute = Math.floor(now / MINUTE_MS);
    const key = `${caller.domainId} ${address}`;
    const known = this.#calls.get(key);
    const counts = known?.minute === minute ? known : { minute, calls: 0 };
    const limit = limitOf('addressCallsPerMinute', caller.limits);
    if (counts.calls >= limit) {
      const seconds = Math.ceil((MINUTE_MS - (now % MINUTE_MS)) / 1000);
      throw limitReachedFor('addressCallsPerMinute', limit, counts.calls, seconds);
    }
    this.#parts.invocations.takeAddressCall(caller);
    counts.calls += 1;
    this.#calls.set(key, counts);
  }
}
