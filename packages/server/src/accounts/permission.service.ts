import { BUILT_IN_ROLES } from '@atrium/contract/accounts/built-in-roles';
import { completePermissions, PERMISSIONS, type Permission } from '@atrium/contract/permissions';
import type { Notifications } from '@atrium/host/database/notifications';
import type { Kysely } from 'kysely';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { findHeldRoles, ROLES_CHANGED_CHANNEL } from './role.repository.ts';

/** Domains whose people are remembered; a process that meets more forgets them all and begins anew. */
const MAX_REMEMBERED_DOMAINS = 10_000;

interface Parts {
  db: Kysely<Database>;
  notifications: Notifications;
}

type Person = Pick<Caller, 'userId' | 'domainId' | 'parentId' | 'roles'>;
type Rights = Pick<Caller, 'roles' | 'permissions'>;

/**
 * What people may do. The owner of a domain may do everything in it, which costs no look-up. What the roles of a child
 * user give is read once and remembered until the roles of its domain change: every process is notified of that by the
 * database. While the process cannot listen, it queries the database each time.
 */
export class Permissions {
  readonly #parts: Parts;
  readonly #remembered = new Map<string, Map<string, Rights>>();
  #changes = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.notifications.listen(
      ROLES_CHANGED_CHANNEL,
      (domainId) => this.forget(domainId),
      () => this.#forgetAll(),
    );
  }

  /** Give the transaction where there is one. */
  async get(
    { userId, domainId, parentId, roles }: Person,
    transaction: Store = this.#parts.db,
  ): Promise<Rights> {
    if (parentId === null) return { roles, permissions: PERMISSIONS };
    const { isConnected } = this.#parts.notifications;
    const known = isConnected ? this.#remembered.get(domainId)?.get(userId) : undefined;
    if (known !== undefined) return known;
    const changes = this.#changes;
    const held = await findHeldRoles(transaction, { userId, domainId });
    const rights = { roles: held.names, permissions: permissionsOf(held.names, held.defined) };
    // What changed while it was read is read again by the next call.
    if (isConnected && changes === this.#changes) this.#remember(domainId, userId, rights);
    return rights;
  }

  /** Called by this process itself once a change of a domain's roles is committed; the others hear of it at once. */
  forget(domainId: string): void {
    this.#changes += 1;
    this.#remembered.delete(domainId);
  }

  #forgetAll(): void {
    this.#changes += 1;
    this.#remembered.clear();
  }

  #remember(domainId: string, userId: string, rights: Rights): void {
    const people = this.#remembered.get(domainId) ?? new Map<string, Rights>();
    if (people.size === 0 && this.#remembered.size >= MAX_REMEMBERED_DOMAINS) this.#remembered.clear();
    this.#remembered.set(domainId, people.set(userId, rights));
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
