import {
  type AccessKey,
  type CreateAccessKey,
  managedKeyText,
  OTHER_ADMINISTRATORS_KEY,
  type UpdateAccessKey,
} from '@atrium/contract/access-keys/access-key-fields';
import { onDuplicate } from '@atrium/host/database/errors';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { DeletedKeys } from '../accounts/people/administrator-right.service.ts';
import type { People } from '../accounts/people/people.service.ts';
import { lockSignedIn } from '../accounts/sessions/lock-signed-in.ts';
import type { OpenedSessions } from '../accounts/sessions/opened-session.service.ts';
import type { Audit, Change } from '../audit/audit.service.ts';
import type { Clock } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import {
  deleteAccessKey,
  deleteAccessKeysOfUser,
  deleteAccessKeysSetSince,
  findAccessKey,
  insertAccessKey,
  listAccessKeys,
  listAccessKeysSetBy,
  type StoredAccessKey,
  updateAccessKey,
} from './access-key.repository.ts';
import { readNewPublicKey } from './key-text.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  openedSessions: OpenedSessions;
  people: Pick<People, 'listNames' | 'listAdministratorIds'>;
  /** The user as a caller without a session; undefined if there is none (any more). */
  findCaller: (userId: string) => Promise<Caller | undefined>;
}

/** The access keys of machines, which administrators add. */
export class MachineKeys {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(): Promise<AccessKey[]> {
    return this.#describe(await listAccessKeys(this.#parts.db));
  }

  async get(id: string): Promise<AccessKey> {
    const [described] = await this.#describe([await this.#getStored(id)]);
    if (described === undefined) throw new NotFoundError();
    return described;
  }

  async create(
    caller: Caller,
    { id, key, userId = caller.userId, expiresAt }: z.output<typeof CreateAccessKey>,
  ): Promise<AccessKey> {
    const { db, clock, findCaller } = this.#parts;
    const { type, fingerprint } = readNewPublicKey(key);
    const user = await findCaller(userId);
    if (user === undefined) throw new UnprocessableError('There is no such user.');
    if (user.isAdmin) refuseOthersKey(caller, userId);
    const now = clock.now();
    const endsOn = toDate(expiresAt);
    await db
      .transaction()
      .execute(async (transaction) => {
        await lockSignedIn(transaction, caller);
        await insertAccessKey(transaction, {
          id,
          key,
          type,
          fingerprint,
          domainId: user.domainId,
          userId,
          serviceId: null,
          createdAt: now,
          expiresAt: endsOn,
          keySetBy: caller.userId,
          keySetOn: now,
        });
        await this.#record(transaction, caller, user.domainId, {
          action: 'access-key.create',
          message: id,
          after: { id, fingerprint, userId, expiresAt: toText(endsOn) },
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
    const { db, clock, openedSessions, people } = this.#parts;
    const before = await this.#getStored(id);
    // With another public key the service could not sign in any more.
    if (before.isManaged && before.serviceId !== null)
      throw new UnprocessableError(managedKeyText(before.serviceId));
    const { type, fingerprint } = readNewPublicKey(key);
    const isReplaced = fingerprint !== before.fingerprint;
    const administrators = isReplaced ? await people.listAdministratorIds() : [];
    if (before.userId !== null && administrators.includes(before.userId))
      refuseOthersKey(caller, before.userId);
    const now = clock.now();
    const endsOn = toDate(expiresAt === undefined ? before.expiresAt : expiresAt);
    await db.transaction().execute(async (transaction) => {
      await lockSignedIn(transaction, caller);
      await updateAccessKey(transaction, id, {
        key,
        type,
        fingerprint,
        updatedAt: now,
        ...(isReplaced && { keySetBy: caller.userId, keySetOn: now }),
        expiresAt: endsOn,
      });
      // The holder of the old key may have opened sessions with it.
      await openedSessions.endOfKey(transaction, id);
      await this.#record(transaction, caller, before.domainId, {
        action: 'access-key.change',
        message: id,
        before: { fingerprint: before.fingerprint, expiresAt: before.expiresAt },
        after: { fingerprint, expiresAt: toText(endsOn) },
      });
    });
    return this.get(id);
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const { db, openedSessions } = this.#parts;
    const before = await this.#getStored(id);
    if (before.serviceId !== null) {
      throw new UnprocessableError(
        `The service ${before.serviceId} signs in with this key. It cannot be deleted here.`,
      );
    }
    await db.transaction().execute(async (transaction) => {
      await deleteAccessKey(transaction, id);
      await openedSessions.endOfKey(transaction, id);
      await this.#record(transaction, caller, before.domainId, {
        action: 'access-key.delete',
        message: id,
        before: { fingerprint: before.fingerprint },
      });
    });
  }

  /**
   * Deletes keys whose public key a person has stored since a time, with the sessions that they opened; returns their
   * ids. The caller logs this in the person's own domain.
   */
  async deleteSetSince(
    transaction: Store,
    { userId, domainId }: Pick<Caller, 'userId' | 'domainId'>,
    since: Date,
  ): Promise<string[]> {
    const { audit, openedSessions } = this.#parts;
    const deleted = await deleteAccessKeysSetSince(transaction, userId, since);
    for (const { id, fingerprint, domainId: affected } of deleted) {
      await openedSessions.endOfKey(transaction, id);
      if (affected === null || affected === domainId) continue;
      await audit.record(transaction, {
        caller: { userId, domainId: affected },
        action: 'access-key.delete',
        message: id,
        before: { fingerprint },
      });
    }
    return deleted.map(({ id }) => id);
  }

  /**
   * Deletes a person's keys, with the sessions that they opened; also returns keys that the person stored for others.
   */
  async deleteOfPerson(
    transaction: Store,
    person: Pick<Caller, 'userId' | 'domainId'>,
  ): Promise<DeletedKeys> {
    const deleted = await deleteAccessKeysOfUser(transaction, person);
    for (const { id } of deleted) await this.#parts.openedSessions.endOfKey(transaction, id);
    const left = await listAccessKeysSetBy(transaction, person.userId);
    const idsOf = (keys: readonly { id: string }[]) => keys.map(({ id }) => id);
    return { deleted: idsOf(deleted), left: idsOf(left) };
  }

  async #getStored(id: string): Promise<StoredAccessKey> {
    const key = await findAccessKey(this.#parts.db, id);
    if (key === undefined) throw new NotFoundError();
    return key;
  }

  async #describe(keys: StoredAccessKey[]): Promise<AccessKey[]> {
    const { people } = this.#parts;
    const [names, administrators] = await Promise.all([
      people.listNames(keys.flatMap(({ userId }) => userId ?? [])),
      people.listAdministratorIds(),
    ]);
    return keys.map(({ domainId: _, ...key }) => ({
      ...key,
      username: (key.userId !== null && names.get(key.userId)) || null,
      isOfAdministrator: key.userId !== null && administrators.includes(key.userId),
    }));
  }

  /** Logs a key in the domain of the administrator and of the key's user, as a record of possible impersonation. */
  async #record(
    transaction: Store,
    caller: Caller,
    affected: string | null,
    change: Omit<Change, 'caller'>,
  ): Promise<void> {
    for (const domainId of new Set([caller.domainId, affected ?? caller.domainId])) {
      await this.#parts.audit.record(transaction, { ...change, caller: { ...caller, domainId } });
    }
  }
}

/** With a key that signs in another administrator, one could hide behind the other. */
function refuseOthersKey(caller: Caller, userId: string): void {
  if (userId !== caller.userId) throw new UnprocessableError(OTHER_ADMINISTRATORS_KEY);
}

function toText(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

function toDate(time: string | null | undefined): Date | null {
  return time == null ? null : new Date(time);
}
