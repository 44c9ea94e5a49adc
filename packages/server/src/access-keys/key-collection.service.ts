import type { CollectedKey } from '@atrium/contract/access-keys/key-request-fields';
import { OWN_KEY_DAYS } from '@atrium/contract/access-keys/own-key-fields';
import type { Kysely } from 'kysely';
import { lockSignedIn } from '../accounts/sessions/lock-signed-in.ts';
import { hashToken } from '../accounts/sign-in/one-time-token.service.ts';
import type { Clock } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { deleteKeyRequest, findCollectable, type KeyRequestRow } from './key-request.repository.ts';
import type { OwnKeys } from './own-key.service.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  ownKeys: OwnKeys;
  /** The user as a caller without a session; undefined if there is none (any more). */
  findCaller: (userId: string) => Promise<Caller | undefined>;
}

/** Devices that asked for a key come for it, as long as it takes a person to allow it. */
export class KeyCollections {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Response to the polling device. */
  async collect(deviceCode: string, requestId: string): Promise<CollectedKey> {
    const { db, clock } = this.#parts;
    const hash = hashToken(deviceCode);
    const asked = await findCollectable(db, hash);
    if (asked === undefined || asked.expiresOn <= clock.now()) return { status: 'over' };
    if (asked.userId === null && !asked.isRefused) return { status: 'waiting' };
    return db.transaction().execute(async (transaction) => {
      const { userId, domainId } = asked;
      // Same lock as a report of a sign-in or a password reset: these then find the key, or have deleted the request.
      if (userId !== null && domainId !== null)
        await lockSignedIn(transaction, { userId, domainId, sessionId: null });
      if (!(await deleteKeyRequest(transaction, hash))) return { status: 'over' };
      return asked.userId === null ? { status: 'refused' } : this.#give(transaction, asked, requestId);
    });
  }

  /** Excludes permissions that the person has lost since they allowed the request. */
  async #give(transaction: Store, asked: KeyRequestRow, requestId: string): Promise<CollectedKey> {
    const { ownKeys, findCaller } = this.#parts;
    const person = await findCaller(asked.userId ?? '');
    const permissions = person?.permissions.filter((name) => asked.permissions.includes(name)) ?? [];
    if (person === undefined || permissions.length === 0) return { status: 'over' };
    const { key, token } = await ownKeys.createWithin(
      transaction,
      { ...person, requestId },
      { label: asked.label, kind: 'token', key: '', permissions, expiresInDays: OWN_KEY_DAYS },
    );
    if (token === undefined) throw new Error('a key of the kind token has a token');
    return { status: 'allowed', key, token };
  }
}
