import {
  type CreatedOwnKey,
  type CreateOwnKey,
  KEY_TOKEN_PREFIX,
  MAX_OWN_KEYS,
  type OwnKey,
} from '@atrium/contract/access-keys/own-key-fields';
import { completePermissions } from '@atrium/contract/permissions';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { lockSignedIn } from '../accounts/sessions/lock-signed-in.ts';
import { hashToken } from '../accounts/sign-in/one-time-token.service.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { checkHeld } from './held-permissions.ts';
import { readNewPublicKey } from './key-text.ts';
import {
  deleteOwnKey,
  insertOwnKey,
  listOwnKeys,
  lockOwnKeys,
  type OwnKeyRow,
} from './own-key.repository.ts';
import type { OwnKeyMails } from './own-key-mail.service.ts';

const DAY_MS = 86_400_000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  keyMails: OwnKeyMails;
}

/** The API keys that people make for themselves and their programs. */
export class OwnKeys {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(caller: Caller): Promise<OwnKey[]> {
    const rows = await listOwnKeys(this.#parts.db, caller);
    return rows.map((row) => toOwnKey(row, caller));
  }

  create(caller: Caller, given: z.output<typeof CreateOwnKey>): Promise<CreatedOwnKey> {
    const { db } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      await lockSignedIn(transaction, caller);
      return this.createWithin(transaction, caller, given);
    });
  }

  /**
   * Requires a lock on the person. Only the recipient has the token, so deleting the key is the only way to revoke it.
   */
  async createWithin(
    transaction: Store,
    caller: Caller,
    { label, kind, key, permissions: chosen, expiresInDays }: z.output<typeof CreateOwnKey>,
  ): Promise<CreatedOwnKey> {
    const { clock, random, audit, keyMails } = this.#parts;
    const { userId, domainId } = caller;
    const permissions = completePermissions(chosen);
    checkHeld(caller, permissions);
    await this.requireRoom(transaction, caller);
    const token = kind === 'token' ? `${KEY_TOKEN_PREFIX}${random.token()}` : undefined;
    const now = clock.now();
    const row: OwnKeyRow = {
      id: random.id(),
      domainId,
      userId,
      label,
      kind,
      tokenHash: token === undefined ? null : hashToken(token),
      publicKey: kind === 'token' ? null : key,
      fingerprint: kind === 'token' ? null : readNewPublicKey(key).fingerprint,
      permissions,
      createdOn: now,
      expiresOn: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY_MS),
      lastUsedOn: null,
      lastUsedAddress: null,
    };
    await insertOwnKey(transaction, row);
    const { id, fingerprint, expiresOn } = row;
    await audit.record(transaction, {
      caller,
      action: 'own-key.create',
      message: `Created the API key ${label}`,
      after: { id, kind, fingerprint, permissions, expiresOn },
    });
    await keyMails.request(transaction, userId);
    return { key: toOwnKey(row, caller), ...(token !== undefined && { token }) };
  }

  /** Throws if the person has as many keys as anyone may have. */
  async requireRoom(transaction: Store, person: Pick<Caller, 'userId' | 'domainId'>): Promise<void> {
    await lockOwnKeys(transaction, person.userId);
    if ((await listOwnKeys(transaction, person)).length < MAX_OWN_KEYS) return;
    throw new UnprocessableError(
      `You can have at most ${MAX_OWN_KEYS} API keys. Delete one that you no longer use.`,
    );
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const { db, audit } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      const deleted = await deleteOwnKey(transaction, caller, id);
      if (deleted === undefined) throw new NotFoundError();
      const { label, kind, fingerprint, permissions } = deleted;
      await audit.record(transaction, {
        caller,
        action: 'own-key.delete',
        message: `Deleted the API key ${label}`,
        before: { id, kind, fingerprint, permissions },
      });
    });
  }

  /** A program can end its own sign-in without anyone's confirmation. */
  async deleteCurrent(caller: Caller): Promise<void> {
    if (caller.accessKey?.isOwn !== true) {
      throw new UnprocessableError('You are not signed in with your own API key.');
    }
    await this.delete(caller, caller.accessKey.id);
  }
}

/** Converts a key to the form its owner sees: all but its hash. */
function toOwnKey(
  { tokenHash: _, publicKey: __, userId: ___, domainId: ____, ...row }: OwnKeyRow,
  { accessKey }: Caller,
): OwnKey {
  return {
    ...row,
    createdOn: row.createdOn.toISOString(),
    expiresOn: row.expiresOn?.toISOString() ?? null,
    lastUsedOn: row.lastUsedOn?.toISOString() ?? null,
    isCurrent: accessKey?.isOwn === true && accessKey.id === row.id,
  };
}
