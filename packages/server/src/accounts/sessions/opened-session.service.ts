import { UnprocessableError } from '@atrium/host/errors';
import type { Clock } from '../../clock.ts';
import type { Store } from '../../database/schema.ts';
import type { OneTimeTokens } from '../sign-in/one-time-token.service.ts';
import {
  findSession,
  findSessionHeld,
  listOpenIds,
  type SessionRow,
  updateSessionsOfKeyEnded,
} from './session.repository.ts';

interface Parts {
  clock: Clock;
  oneTimeTokens: OneTimeTokens;
}

/** Session or key that opened a session; neither if the person signed in themselves. */
export interface Opener {
  sessionId?: string;
  keyId?: string;
}

/** Sessions that were opened with a custom token, with their openers. */
export class OpenedSessions {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Ends sessions opened with an access key, when the key is changed or deleted. */
  async endOfKey(transaction: Store, keyId: string): Promise<void> {
    const { clock, oneTimeTokens } = this.#parts;
    await oneTimeTokens.revokeOfKey(transaction, keyId);
    const because = 'the access key that opened it was changed or deleted';
    await updateSessionsOfKeyEnded(transaction, keyId, { on: clock.now(), because });
  }

  /** Finds the sessions that are open, and so is the one that opened each, if any. */
  async findOpen(db: Store, domainId: string, sessionIds: readonly string[]): Promise<Set<string>> {
    return new Set(await listOpenIds(db, domainId, sessionIds, this.#parts.clock.now()));
  }

  /**
   * Throws UnprocessableError if the opener's session has ended since. Call after opening: a concurrent end then waits,
   * and finds the opened session.
   */
  async requireOpen(transaction: Store, sessionId: string): Promise<void> {
    const session = await findSessionHeld(transaction, sessionId);
    if (session !== undefined && isOpen(session, this.#parts.clock.now())) return;
    throw new UnprocessableError('The session that this sign-in was started in has ended.');
  }

  async findOpener(transaction: Store, sessionId: string): Promise<Opener> {
    const session = await findSession(transaction, sessionId);
    return {
      ...(session?.openedBySessionId && { sessionId: session.openedBySessionId }),
      ...(session?.openedByKeyId && { keyId: session.openedByKeyId }),
    };
  }
}

export function isOpen({ endedOn, expiresOn }: SessionRow, now: Date): boolean {
  return endedOn === null && expiresOn > now;
}

/** A session is over with the one that opened it, even if that one only expired. */
export async function isOpenerOpen(
  transaction: Store,
  { openedBySessionId }: SessionRow,
  now: Date,
): Promise<boolean> {
  if (openedBySessionId === null) return true;
  const opener = await findSession(transaction, openedBySessionId);
  return opener !== undefined && isOpen(opener, now);
}
