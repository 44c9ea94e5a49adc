import {
  MAX_NOTED_REQUESTS,
  MAX_REFUSED_PATH,
  type NotedRequests,
  noteRefusedRequests,
  type RefusalReason,
} from '@atrium/contract/service-api/functions/refused-requests';
import { NOBODY_ID } from '@atrium/contract/service-api/service-token';
import { LateWrites } from '@atrium/host/database/late-writes';
import type { AppError } from '@atrium/host/errors';
import { toAbsentCaller } from '../accounts/people/caller.ts';
import type { Clock } from '../clock.ts';
import type { Services } from '../services/services.service.ts';

const FLUSH_MS = 5_000;
const TIMEOUT_MS = 5_000;
/** Domains whose counts wait to be sent; those of further ones are not kept. */
const MAX_DOMAINS = 1_000;

interface Parts {
  services: Pick<Services, 'getClient'>;
  /** Services whose functions have addresses, in the order in which they are asked. */
  serviceIds: readonly string[];
  clock: Clock;
  onError: (error: unknown) => void;
}

/** A request to an address of a domain. */
export interface AddressedCall {
  domainId: string;
  method: string;
  path: string;
}

/** Counts of one domain, by method, path and reason; at most `MAX_NOTED_REQUESTS`. */
type Waiting = Map<string, NotedRequests>;

/**
 * Collects requests that the platform refused before their service got them, and sends their counts to the services, which
 * know the functions. A flood sends one batch of a domain per interval.
 */
export class RefusedRequests {
  readonly #parts: Parts;
  readonly #writes: LateWrites;
  #waiting = new Map<string, Waiting>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#writes = new LateWrites({
      write: () => this.#send(),
      delayMs: FLUSH_MS,
      onError: parts.onError,
    });
  }

  note({ domainId, method, path }: AddressedCall, reason: RefusalReason): void {
    if (path.length > MAX_REFUSED_PATH) return;
    const on = this.#parts.clock.now().toISOString();
    this.#add(domainId, { method, path, reason, count: 1, firstOn: on, lastOn: on });
    this.#writes.plan();
  }

  flush(): Promise<void> {
    return this.#writes.flush();
  }

  close(): Promise<void> {
    return this.#writes.close();
  }

  #add(domainId: string, noted: NotedRequests): void {
    const waiting = this.#waiting.get(domainId) ?? new Map<string, NotedRequests>();
    const key = `${noted.reason} ${noted.method} ${noted.path}`;
    const known = waiting.get(key);
    const isFull =
      waiting.size === 0 ? this.#waiting.size >= MAX_DOMAINS : waiting.size >= MAX_NOTED_REQUESTS;
    if (!known && isFull) return;
    this.#waiting.set(domainId, waiting);
    waiting.set(key, {
      ...noted,
      count: (known?.count ?? 0) + noted.count,
      firstOn: known && known.firstOn < noted.firstOn ? known.firstOn : noted.firstOn,
      lastOn: known && known.lastOn > noted.lastOn ? known.lastOn : noted.lastOn,
    });
  }

  async #send(): Promise<void> {
    const taken = this.#waiting;
    this.#waiting = new Map();
    for (const [domainId, waiting] of taken) {
      taken.delete(domainId);
      const left = [...waiting.values()];
      try {
        await this.#sendOf(domainId, left);
      } catch (error) {
        // The domain whose counts could not be sent comes last, so that it holds up no other.
        for (const [other, kept] of taken) for (const noted of kept.values()) this.#add(other, noted);
        for (const noted of left) this.#add(domainId, noted);
        throw error;
      }
    }
  }

  /** Removes what a service has counted, or no service knows, from the list. */
  async #sendOf(domainId: string, left: NotedRequests[]): Promise<void> {
    const { services, serviceIds } = this.#parts;
    const caller = toAbsentCaller({ userId: NOBODY_ID, domainId }, ['functions.invoke']);
    const client = services.getClient(caller);
    for (const serviceId of serviceIds) {
      if (left.length === 0) return;
      const input = { body: { requests: left } };
      const { unknown } = await client.call(serviceId, noteRefusedRequests, input, { timeoutMs: TIMEOUT_MS });
      left.splice(0, left.length, ...left.filter((_, index) => unknown.includes(index)));
    }
  }
}

/** Reason of a refusal before the service got the request; undefined for errors that are none. */
export function reasonOf({ kind }: AppError): RefusalReason | undefined {
  switch (kind) {
    case 'unauthenticated':
      return 'CREDENTIALS';
    case 'forbidden':
      return 'STOPPED';
    case 'tooLarge':
      return 'TOO_LARGE';
    case 'tooManyRequests':
      return 'RATE_LIMIT';
    default:
      return undefined;
  }
}
