import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import type { Notifications } from '@atrium/host/database/notifications';
import { NotFoundError, UnauthenticatedError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Clock, Random } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller, SignedIn } from '../http/caller.ts';
import type { Secrets } from '../secrets/secrets.service.ts';
import { findAccessKey, updateAccessKeyUsed, updateServiceKeysReplaced } from './access-key.repository.ts';
import { isUseDue } from './key-use.ts';
import {
  announceServiceKey,
  findServiceKey,
  lockServiceKeys,
  SERVICE_KEYS_CHANNEL,
  serviceKeyColumn,
  upsertServiceKey,
} from './service-key.repository.ts';
import { storeServicePublicKey } from './service-public-key.ts';
import { verifySignedToken } from './signed-token.ts';

/** For processes that still run with the key that another one has replaced. */
const REPLACED_KEY_MS = 15 * 60_000;

/** Signing key of a shipped service's process. */
interface ServiceKey {
  accessKeyId: string;
  privateJwk: JsonWebKey;
}

export interface AccessKeysParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  secrets: Secrets;
  notifications: Notifications;
  /** The user as a caller without a session; undefined if there is none (any more). */
  findCaller: (userId: string) => Promise<Caller | undefined>;
}

export class AccessKeys {
  readonly #parts: AccessKeysParts;
  /** Id of a service that runs here → id of the key that it was given. */
  readonly #keysInUse = new Map<string, string>();
  #onServiceKeyExchanged = () => {};

  constructor(parts: AccessKeysParts) {
    this.#parts = parts;
    parts.notifications.listen(
      SERVICE_KEYS_CHANNEL,
      (serviceId) => this.#passExchanged(serviceId),
      () => this.#catchUp(),
    );
  }

  #passExchanged(serviceId: string): void {
    // Until the service has been given the new one there is nothing to miss.
    this.#keysInUse.delete(serviceId);
    this.#onServiceKeyExchanged();
  }

  /** A key may have been exchanged while no messages arrived. */
  async #catchUp(): Promise<void> {
    for (const [serviceId, accessKeyId] of this.#keysInUse) {
      const current = await findServiceKey(this.#parts.db, serviceId);
      const isExchanged = current !== undefined && current.accessKeyId !== accessKeyId;
      if (isExchanged && this.#keysInUse.get(serviceId) === accessKeyId) this.#passExchanged(serviceId);
    }
  }

  /** The part that runs the shipped services passes them their new keys. */
  whenServiceKeyIsExchanged(listener: () => void): void {
    this.#onServiceKeyExchanged = listener;
  }

  /** The key of a shipped service, made at its first start and the same on every machine. */
  async ensureServiceKey(serviceId: string): Promise<ServiceKey> {
    const { db, secrets } = this.#parts;
    const key = await db.transaction().execute(async (transaction) => {
      await lockServiceKeys(transaction);
      const known = await findServiceKey(transaction, serviceId);
      if (known === undefined) return this.#makeServiceKey(transaction, serviceId, `service-${serviceId}`);
      const text = secrets.unseal(placeOf(serviceId), known.privateKey);
      return { accessKeyId: known.accessKeyId, privateJwk: JSON.parse(text) as JsonWebKey };
    });
    this.#keysInUse.set(serviceId, key.accessKeyId);
    return key;
  }

  /** Exchanges the key of a shipped service; the one before works a while longer. Returns the id of the new one. */
  async rotateServiceKey(serviceId: string): Promise<string> {
    const { db, clock, random } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      await lockServiceKeys(transaction);
      if ((await findServiceKey(transaction, serviceId)) === undefined) {
        throw new NotFoundError(`There is no shipped service "${serviceId}" that has a key.`);
      }
      const id = `service-${serviceId}-${random.id()}`;
      const { accessKeyId } = await this.#makeServiceKey(transaction, serviceId, id);
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + REPLACED_KEY_MS);
      await updateServiceKeysReplaced(transaction, serviceId, accessKeyId, { now, expiresAt });
      await announceServiceKey(transaction, serviceId);
      return accessKeyId;
    });
  }

  async #makeServiceKey(transaction: Store, serviceId: string, accessKeyId: string): Promise<ServiceKey> {
    const { clock, secrets } = this.#parts;
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const privateJwk = privateKey.export({ format: 'jwk' });
    const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    await storeServicePublicKey(transaction, { id: accessKeyId, serviceId, key, now: clock.now() });
    await upsertServiceKey(transaction, serviceId, {
      accessKeyId,
      privateKey: await secrets.seal(transaction, placeOf(serviceId), JSON.stringify(privateJwk)),
    });
    return { accessKeyId, privateJwk };
  }

  /** Whether calls with this key are still accepted: connections opened with it end with it. */
  async isOpen(id: string): Promise<boolean> {
    const { db, clock, findCaller } = this.#parts;
    const key = await findAccessKey(db, id);
    if (key === undefined || (key.expiresAt !== null && new Date(key.expiresAt) <= clock.now())) return false;
    return key.userId === null || (await findCaller(key.userId)) !== undefined;
  }

  /** Whom a token signed with an access key signs in. Throws UnauthenticatedError. */
  async verify(accessKeyId: string, token: string): Promise<SignedIn> {
    const { db, clock, findCaller } = this.#parts;
    const stored = await findAccessKey(db, accessKeyId);
    const now = clock.now();
    if (stored === undefined || (stored.expiresAt !== null && new Date(stored.expiresAt) <= now)) {
      throw new UnauthenticatedError('This access key is unknown or has expired.');
    }
    await verifySignedToken(token, stored.key, now);
    const lastUsedAt = stored.lastUsedAt === null ? null : new Date(stored.lastUsedAt);
    if (isUseDue(lastUsedAt, now)) {
      await updateAccessKeyUsed(db, accessKeyId, now);
    }
    if (stored.serviceId !== null) return { service: { serviceId: stored.serviceId, accessKeyId } };
    const caller = stored.userId === null ? undefined : await findCaller(stored.userId);
    if (caller === undefined)
      throw new UnauthenticatedError('The user of this access key no longer exists, or is locked.');
    const expiresAt = stored.expiresAt === null ? null : new Date(stored.expiresAt);
    return { caller: { ...caller, accessKey: { id: accessKeyId, expiresAt } } };
  }
}

function placeOf(serviceId: string) {
  return { column: serviceKeyColumn.name, row: serviceId };
}
