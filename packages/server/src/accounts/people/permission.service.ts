import { BUILT_IN_ROLES } from '@atrium/contract/accounts/built-in-roles';
import { completePermissions, PERMISSIONS, type Permission } from '@atrium/contract/permissions';
import type { Notifications } from '@atrium/host/database/notifications';
import { NotifiedCache } from '@atrium/host/database/notified-cache';
import type { Kysely } from 'kysely';
import type { Database, Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { findHeldRoles, ROLES_CHANGED_CHANNEL } from './role.repository.ts';

const MAX_CACHED_DOMAINS = 10_000;

interface Parts {
  db: Kysely<Database>;
  notifications: Notifications;
}

type Person = Pick<Caller, 'userId' | 'domainId' | 'parentId' | 'roles'>;
type Rights = Pick<Caller, 'roles' | 'permissions'>;

/**
 * Permissions of people. The owner of a domain has all of them, without a query. Permissions of child users are cached until
 * the roles of their domain change.
 */
export class Permissions {
  readonly #parts: Parts;
  /** Rights by user, by domain. */
  readonly #cache: NotifiedCache<Map<string, Rights>>;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { notifications } = parts;
    this.#cache = new NotifiedCache({
      notifications,
      channel: ROLES_CHANGED_CHANNEL,
      maxEntries: MAX_CACHED_DOMAINS,
    });
  }

  /** Give the transaction where there is one. */
  async get(
    { userId, domainId, parentId, roles }: Person,
    transaction: Store = this.#parts.db,
  ): Promise<Rights> {
    if (parentId === null) return { roles, permissions: PERMISSIONS };
    // A change during the query replaces this map, so the rights of before are not read from it again.
    const ofDomain = await this.#cache.get(domainId, async () => new Map());
    const known = ofDomain.get(userId);
    if (known !== undefined) return known;
    const held = await findHeldRoles(transaction, { userId, domainId });
    const rights = { roles: held.names, permissions: permissionsOf(held.names, held.defined) };
    ofDomain.set(userId, rights);
    return rights;
  }

  /** Call it once a change of a domain's roles is committed; other processes are notified by the database. */
  forget(domainId: string): void {
    this.#cache.invalidate(domainId);
  }
}

/** Returns what roles give together. A name that no role has gives nothing. */
export function permissionsOf(
  names: readonly string[],
  defined: readonly { name: string; permissions: readonly string[] }[],
): Permission[] {
  const roles = [...BUILT_IN_ROLES, ...defined].filter(({ name }) => names.includes(name));
  return completePermissions(roles.flatMap(({ permissions }) => permissions));
}
