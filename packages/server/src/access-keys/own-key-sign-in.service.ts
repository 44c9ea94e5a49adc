import { UnauthenticatedError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import { hashToken } from '../accounts/sign-in/one-time-token.service.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller, SignedIn } from '../http/caller.ts';
import { isUseDue } from './key-use.ts';
import { findOwnKey, type OwnKeyRow, updateOwnKeyUsed } from './own-key.repository.ts';
import { verifySignedToken } from './signed-token.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  /** The user as a caller without a session; undefined if there is none (any more). */
  findCaller: (userId: string) => Promise<Caller | undefined>;
}

/** Signs programs in with the API keys that people made for them. Nothing is remembered: a deleted key is refused at once. */
export class OwnKeySignIns {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whom a token signs in. Throws UnauthenticatedError. */
  async verifyToken(token: string, address: string): Promise<SignedIn> {
    const key = await findOwnKey(this.#parts.db, { tokenHash: hashToken(token) });
    return this.#signIn(this.#requireValid(key), address);
  }

  /** Whom a token signs in that was signed with this key; undefined if no key of a person has this id. */
  async verifySigned(id: string, token: string, address: string): Promise<SignedIn | undefined> {
    const { db, clock } = this.#parts;
    const found = await findOwnKey(db, { id });
    if (found?.publicKey == null) return undefined;
    const key = this.#requireValid(found);
    await verifySignedToken(token, found.publicKey, clock.now());
    return this.#signIn(key, address);
  }

  /** Whether calls with this key are still accepted: connections opened with it end with it. */
  async isOpen(id: string): Promise<boolean> {
    const { db, clock, findCaller } = this.#parts;
    const key = await findOwnKey(db, { id });
    return isValid(key, clock.now()) && (await findCaller(key.userId)) !== undefined;
  }

  #requireValid(key: OwnKeyRow | undefined): OwnKeyRow {
    if (isValid(key, this.#parts.clock.now())) return key;
    throw new UnauthenticatedError('This API key is unknown or has expired.');
  }

  /** Grants the key's permissions that its person still has, and never the rights of an administrator. */
  async #signIn(key: OwnKeyRow, address: string): Promise<SignedIn> {
    const { db, clock, findCaller } = this.#parts;
    const person = await findCaller(key.userId);
    if (person === undefined) {
      throw new UnauthenticatedError('The user of this API key no longer exists, or is locked.');
    }
    const now = clock.now();
    if (isUseDue(key.lastUsedOn, now)) {
      await updateOwnKeyUsed(db, key, { lastUsedOn: now, lastUsedAddress: address });
    }
    const permissions = person.permissions.filter((name) => key.permissions.includes(name));
    const accessKey = { id: key.id, expiresAt: key.expiresOn, isOwn: true };
    return { caller: { ...person, isAdmin: false, roles: [], permissions, accessKey } };
  }
}

function isValid(key: OwnKeyRow | undefined, now: Date): key is OwnKeyRow {
  return key !== undefined && (key.expiresOn === null || key.expiresOn > now);
}
