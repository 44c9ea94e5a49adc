import { generateKeyPairSync } from 'node:crypto';
import type {
  AccessKey,
  CreateAccessKey,
  UpdateAccessKey,
} from '@atrium/contract/access-keys/access-key-fields';
import { onDuplicate } from '@atrium/host/database/errors';
import { NotFoundError, UnauthenticatedError, UnprocessableError } from '@atrium/host/errors';
import { jwtVerify } from 'jose';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller, SignedIn } from '../http/caller.ts';
import {
  deleteAccessKey,
  findAccessKey,
  insertAccessKey,
  listAccessKeys,
  updateAccessKey,
  updateAccessKeyUsed,
} from './access-key.repository.ts';
import { readPublicKey } from './key-text.ts';
import {
  findServiceKey,
  insertServicePrivateKey,
  lockServiceKeys,
  type ServiceKey,
} from './service-key.repository.ts';

/** Longest lifetime of a machine's token; a stolen one soon becomes worthless. */
const MAX_TOKEN_SECONDS = 300;
const USE_NOTED_EVERY_MS = 60_000;
const AUDIENCE = 'atrium';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  /** The user as a caller without a session; undefined if there is none (any more). */
  findCaller: (userId: string) => Promise<Caller | undefined>;
}

export class AccessKeys {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async get(id: string): Promise<AccessKey> {
    const key = await findAccessKey(this.#parts.db, id);
    if (key === undefined) throw new NotFoundError();
    return key;
  }

  list(): Promise<AccessKey[]> {
    return listAccessKeys(this.#parts.db);
  }

  async create(
    caller: Caller,
    { id, key, userId = caller.userId, expiresAt }: z.output<typeof CreateAccessKey>,
  ): Promise<AccessKey> {
    const { db, clock, audit, findCaller } = this.#parts;
    const { type, fingerprint } = readPublicKey(key);
    const user = await findCaller(userId);
    if (user === undefined) throw new UnprocessableError('There is no such user.');
    await db
      .transaction()
      .execute(async (transaction) => {
        await insertAccessKey(transaction, {
          id,
          key,
          type,
          fingerprint,
          domainId: user.domainId,
          userId,
          serviceId: null,
          createdAt: clock.now(),
          expiresAt: expiresAt == null ? null : new Date(expiresAt),
        });
        await audit.record(transaction, {
          caller,
          action: 'access-key.create',
          message: id,
          after: { id, fingerprint, userId },
        });
      })
      .catch((error: unknown) =>
        onDuplicate(error, { accessKeysPkey: `An access key "${id}" already exists.` }),
      );
    return this.get(id);
  }

  async update(
    caller: Caller,
    id: string,
    { key, expiresAt }: z.output<typeof UpdateAccessKey>,
  ): Promise<AccessKey> {
    const { db, clock, audit } = this.#parts;
    const before = await this.get(id);
    const { type, fingerprint } = readPublicKey(key);
    await db.transaction().execute(async (transaction) => {
      await updateAccessKey(transaction, id, {
        key,
        type,
        fingerprint,
        updatedAt: clock.now(),
        ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
      });
      await audit.record(transaction, {
        caller,
        action: 'access-key.change',
        message: id,
        before: { fingerprint: before.fingerprint },
        after: { fingerprint },
      });
    });
    return this.get(id);
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const { db, audit } = this.#parts;
    const before = await this.get(id);
    if (before.serviceId !== null) {
      throw new UnprocessableError(
        `The service ${before.serviceId} signs in with this key. It cannot be deleted here.`,
      );
    }
    await db.transaction().execute(async (transaction) => {
      await deleteAccessKey(transaction, id);
      await audit.record(transaction, {
        caller,
        action: 'access-key.delete',
        message: id,
        before: { fingerprint: before.fingerprint },
      });
    });
  }

  /** Stores the public key that a foreign service signs in with; the operator's part. */
  registerServiceKey(id: string, serviceId: string, key: string): Promise<void> {
    const { db, clock } = this.#parts;
    return insertServiceKey(db, { id, serviceId, key, now: clock.now() });
  }

  /** The key of a shipped service, made at its first start and the same on every machine. */
  ensureServiceKey(serviceId: string): Promise<ServiceKey> {
    const { db, clock } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      await lockServiceKeys(transaction);
      const known = await findServiceKey(transaction, serviceId);
      if (known !== undefined) return known;
      const { publicKey, privateKey } = generateKeyPairSync('ed25519');
      const made = {
        accessKeyId: `service-${serviceId}`,
        privateJwk: privateKey.export({ format: 'jwk' }),
      };
      const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
      await insertServiceKey(transaction, { id: made.accessKeyId, serviceId, key, now: clock.now() });
      await insertServicePrivateKey(transaction, serviceId, made);
      return made;
    });
  }

  /** Whom a token signed with an access key signs in. Throws UnauthenticatedError. */
  async verify(accessKeyId: string, token: string): Promise<SignedIn> {
    const { db, clock, findCaller } = this.#parts;
    const stored = await findAccessKey(db, accessKeyId);
    const now = clock.now();
    if (stored === undefined || (stored.expiresAt !== null && new Date(stored.expiresAt) <= now)) {
      throw new UnauthenticatedError('This access key is unknown or has expired.');
    }
    const { key, algorithms } = readPublicKey(stored.key);
    try {
      await jwtVerify(token, key, {
        algorithms,
        audience: AUDIENCE,
        currentDate: now,
        maxTokenAge: MAX_TOKEN_SECONDS,
        requiredClaims: ['exp', 'iat'],
      });
    } catch {
      throw new UnauthenticatedError(
        'The token is not valid. It must be signed with the access key and be recent.',
      );
    }
    await updateAccessKeyUsed(db, accessKeyId, now, USE_NOTED_EVERY_MS);
    if (stored.serviceId !== null) return { service: { serviceId: stored.serviceId, accessKeyId } };
    const caller = stored.userId === null ? undefined : await findCaller(stored.userId);
    if (caller === undefined) throw new UnauthenticatedError('The user of this access key no longer exists.');
    return { caller };
  }
}

async function insertServiceKey(
  db: Store,
  { id, serviceId, key, now }: { id: string; serviceId: string; key: string; now: Date },
): Promise<void> {
  const { type, fingerprint } = readPublicKey(key);
  const owner = { domainId: null, userId: null, serviceId };
  await insertAccessKey(db, { id, key, type, fingerprint, ...owner, createdAt: now, expiresAt: null });
}
