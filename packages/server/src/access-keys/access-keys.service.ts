import { generateKeyPairSync } from 'node:crypto';
import type { AccessKey, CreateAccessKey, UpdateAccessKey } from '@atrium/contract/access-keys/access-key';
import { jwtVerify } from 'jose';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock } from '../clock.ts';
import { isUniqueViolation } from '../database/errors.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller, SignedIn } from '../http/caller.ts';
import { ConflictError, NotFoundError, UnauthenticatedError, UnprocessableError } from '../http/errors.ts';
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

/** Longest life of a machine's token; a stolen one is soon worth nothing. */
const MAX_TOKEN_SECONDS = 300;
const USE_NOTED_EVERY_MS = 60_000;
const AUDIENCE = 'atrium';

export interface AccessKeys {
  list(): Promise<AccessKey[]>;
  get(id: string): Promise<AccessKey>;
  create(caller: Caller, key: z.output<typeof CreateAccessKey>): Promise<AccessKey>;
  change(caller: Caller, id: string, change: z.output<typeof UpdateAccessKey>): Promise<AccessKey>;
  remove(caller: Caller, id: string): Promise<void>;
  /** Stores the public key that a foreign service signs in with; the operator's part. */
  registerServiceKey(id: string, serviceId: string, key: string): Promise<void>;
  /** The key of a shipped service, made at its first start and the same on every machine. */
  ensureServiceKey(serviceId: string): Promise<ServiceKey>;
  /** Whom a token signed with an access key signs in. Throws UnauthenticatedError. */
  verify(accessKeyId: string, token: string): Promise<SignedIn>;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  /** The user as a caller without a session; undefined when there is none (any more). */
  findCaller: (userId: string) => Promise<Caller | undefined>;
}

export function createAccessKeys({ db, clock, audit, findCaller }: Parts): AccessKeys {
  async function get(id: string): Promise<AccessKey> {
    const key = await findAccessKey(db, id);
    if (key === undefined) throw new NotFoundError();
    return key;
  }

  return {
    get,
    list: () => listAccessKeys(db),

    async create(caller, { id, key, userId = caller.userId, expiresAt }) {
      const { type, fingerprint } = readPublicKey(key);
      const user = await findCaller(userId);
      if (user === undefined) throw new UnprocessableError('There is no such user.');
      try {
        await db.transaction().execute(async (transaction) => {
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
        });
      } catch (error) {
        if (isUniqueViolation(error)) throw new ConflictError(`There is an access key "${id}" already.`);
        throw error;
      }
      return get(id);
    },

    async change(caller, id, { key, expiresAt }) {
      const before = await get(id);
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
      return get(id);
    },

    async remove(caller, id) {
      const before = await get(id);
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
    },

    registerServiceKey: (id, serviceId, key) =>
      insertServiceKey(db, { id, serviceId, key, now: clock.now() }),

    ensureServiceKey: (serviceId) =>
      db.transaction().execute(async (transaction) => {
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
      }),

    async verify(accessKeyId, token) {
      const stored = await findAccessKey(db, accessKeyId);
      const now = clock.now();
      if (stored === undefined || (stored.expiresAt !== null && new Date(stored.expiresAt) <= now)) {
        throw new UnauthenticatedError('The access key is not known or has expired.');
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
          'The token is not good. It must be signed with the access key and be fresh.',
        );
      }
      await updateAccessKeyUsed(db, accessKeyId, now, USE_NOTED_EVERY_MS);
      if (stored.serviceId !== null) return { service: { serviceId: stored.serviceId, accessKeyId } };
      const caller = stored.userId === null ? undefined : await findCaller(stored.userId);
      if (caller === undefined) throw new UnauthenticatedError('The user of the access key is gone.');
      return { caller };
    },
  };
}

async function insertServiceKey(
  db: Store,
  { id, serviceId, key, now }: { id: string; serviceId: string; key: string; now: Date },
): Promise<void> {
  const { type, fingerprint } = readPublicKey(key);
  const owner = { domainId: null, userId: null, serviceId };
  await insertAccessKey(db, { id, key, type, fingerprint, ...owner, createdAt: now, expiresAt: null });
}
