import { GRANTABLE } from '@atrium/contract/access-keys/page-grant';
import { completePermissions, type Permission } from '@atrium/contract/permissions';
import type { PageMessage } from './page-port.ts';
import { RelayedCall, relayCall } from './relay-call.ts';

/**
 * Pause after a refusal during which requests don't open the dialog. After the last refusal, the dialog never opens
 * again.
 */
const PAUSE_MS = 60_000;
const MAX_REFUSALS = 3;
/** Calls of a page at a time: more would slow the console down, which shares the browser's connections. */
const MAX_CALLS = 4;

export interface Allowed {
  permissions: readonly string[];
  expiresOn: string;
  token: string;
}

interface Parts {
  /** Permissions of the user. */
  held: readonly string[];
  /** Opens the dialog; resolves with undefined if the user refuses. */
  ask: (permissions: readonly Permission[]) => Promise<Allowed | undefined>;
  now?: () => number;
}

/** Answers a framed page: its requests for permissions, and its calls with the granted ones. */
export class PageRequests {
  readonly #parts: Parts;
  #allowed: Allowed | undefined;
  #isAsking = false;
  #refusals = 0;
  #refusedAt = 0;
  #calls = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  answer({ ask, call }: PageMessage): Promise<object> {
    return call === undefined ? this.#ask(ask) : this.#call(call);
  }

  async #ask(given: unknown): Promise<object> {
    const { held, ask } = this.#parts;
    const asked = GRANTABLE.filter((name) => Array.isArray(given) && given.includes(name));
    if (asked.length === 0) throw new Error('Ask for permissions by their names, such as ["tests.read"].');
    // Include implied permissions: the user must see everything that a grant contains.
    const offered = completePermissions(asked.filter((name) => held.includes(name)));
    if (offered.length === 0) throw new Error('The person may do nothing of this themselves.');
    const has = (name: string) => this.#allowed?.permissions.includes(name) === true;
    if (this.#allowed && offered.every(has) && Date.parse(this.#allowed.expiresOn) > this.#now()) {
      return withoutToken(this.#allowed);
    }
    if (this.#isAsking) throw new Error('The person is already being asked.');
    if (this.#refusals >= MAX_REFUSALS) throw new Error('The person has refused too often.');
    if (this.#refusals > 0 && this.#now() - this.#refusedAt < PAUSE_MS) {
      throw new Error('The person has just refused.');
    }
    this.#isAsking = true;
    try {
      const allowed = await ask(offered);
      if (allowed === undefined) {
        this.#refusals += 1;
        this.#refusedAt = this.#now();
        throw new Error('The person has refused.');
      }
      this.#allowed = allowed;
      return withoutToken(allowed);
    } finally {
      this.#isAsking = false;
    }
  }

  async #call(given: unknown): Promise<object> {
    const used = this.#allowed;
    if (used === undefined) throw new Error('Nothing is allowed yet: ask first.');
    const read = RelayedCall.safeParse(given);
    if (!read.success) throw new Error('A call needs a method, such as GET, and a path.');
    if (this.#calls >= MAX_CALLS) throw new Error(`Make at most ${MAX_CALLS} calls at a time.`);
    this.#calls += 1;
    try {
      const response = await relayCall(used.token, read.data);
      // The grant expired or was revoked. A newer grant stays valid.
      if (response.status === 401 && this.#allowed === used) this.#allowed = undefined;
      return response;
    } finally {
      this.#calls -= 1;
    }
  }

  #now(): number {
    return (this.#parts.now ?? Date.now)();
  }
}

/** The page is given the use of the token, never the token: it could send that anywhere. */
function withoutToken({ permissions, expiresOn }: Allowed): object {
  return { permissions, expiresOn };
}
