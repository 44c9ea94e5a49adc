import type { DomainKey } from '@atrium/contract/access-keys/domain-key';
import type { Person } from '@atrium/contract/accounts/people';
import { namesOfPermissions } from '@atrium/contract/permissions';
import { ForbiddenError, NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Children } from '../accounts/people/child.service.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { listAccessKeysOfDomain, type StoredAccessKey } from './access-key.repository.ts';
import { deleteOwnKey, listOwnKeysOfDomain, type OwnKeyRow } from './own-key.repository.ts';
import type { OwnKeyMails } from './own-key-mail.service.ts';

interface Parts {
  db: Kysely<Database>;
  audit: Audit;
  children: Pick<Children, 'listPeople'>;
  keyMails: OwnKeyMails;
}

/** The API keys of everyone in a domain, for its managers. */
export class DomainKeys {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Keys of removed people are left out: they are refused. */
  async list(caller: Caller): Promise<DomainKey[]> {
    const { db, children } = this.#parts;
    const { domainId } = caller;
    const [people, own, machine] = await Promise.all([
      children.listPeople(caller),
      listOwnKeysOfDomain(db, domainId),
      listAccessKeysOfDomain(db, domainId),
    ]);
    const personOf = new Map(people.map((person) => [person.userId, person]));
    const toKeys = <Row extends { userId: string | null }>(
      rows: readonly Row[],
      toKey: (row: Row, person: Person) => Omit<DomainKey, 'userId' | 'username' | 'refusal'>,
    ) =>
      rows.flatMap((row) => {
        const person = personOf.get(row.userId ?? '');
        if (person === undefined) return [];
        const { userId, username } = person;
        const key = { ...toKey(row, person), userId, username };
        return [{ ...key, refusal: refusalOf(caller, key, person) }];
      });
    return [...toKeys(own, fromOwnKey), ...toKeys(machine, fromAccessKey)].sort((a, b) =>
      b.createdOn.localeCompare(a.createdOn),
    );
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const { db, audit, keyMails } = this.#parts;
    const key = (await this.list(caller)).find((one) => one.id === id);
    if (key === undefined) throw new NotFoundError();
    if (key.refusal !== null) throw new ForbiddenError(key.refusal);
    const { userId, username, label } = key;
    await db.transaction().execute(async (transaction) => {
      const deleted = await deleteOwnKey(transaction, { userId, domainId: caller.domainId }, id);
      if (deleted === undefined) throw new NotFoundError();
      const { kind, fingerprint, permissions } = deleted;
      const isOwn = userId === caller.userId;
      await audit.record(transaction, {
        caller,
        action: 'own-key.delete',
        message: isOwn ? `Deleted the API key ${label}` : `Deleted the API key ${label} of ${username}`,
        before: { id, userId, kind, fingerprint, permissions },
      });
      if (!isOwn) await keyMails.requestDeleted(transaction, { userId, label, deleterId: caller.userId });
    });
  }
}

/** Managers decide about people like themselves: not about the owner, and not beyond their own permissions. */
function refusalOf(
  caller: Caller,
  { kind, permissions }: Pick<DomainKey, 'kind' | 'permissions'>,
  { userId, isOwner }: Person,
): string | null {
  if (kind === 'machine') return 'An administrator of the platform added this key. Only they can delete it.';
  if (userId === caller.userId) return null;
  if (isOwner) return 'Only the owner of the domain can delete their own API keys.';
  const beyond = permissions.filter((name) => !caller.permissions.some((held) => held === name));
  if (beyond.length === 0) return null;
  return `You can delete only keys whose permissions you have. You lack: ${namesOfPermissions(beyond)}.`;
}

function fromOwnKey({ id, label, kind, permissions, ...times }: OwnKeyRow, person: Person) {
  return {
    id,
    label,
    kind,
    permissions: permissions.filter((name) => person.permissions.includes(name)),
    createdOn: times.createdOn.toISOString(),
    expiresOn: times.expiresOn?.toISOString() ?? null,
    lastUsedOn: times.lastUsedOn?.toISOString() ?? null,
  };
}

function fromAccessKey({ id, createdAt, expiresAt, lastUsedAt }: StoredAccessKey, { permissions }: Person) {
  return {
    id,
    label: id,
    kind: 'machine' as const,
    permissions,
    createdOn: createdAt,
    expiresOn: expiresAt,
    lastUsedOn: lastUsedAt,
  };
}
