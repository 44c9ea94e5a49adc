import { BUILT_IN_ROLES } from '@atrium/contract/accounts/built-in-roles';
import { MAX_ROLES, type Role, type SaveRole } from '@atrium/contract/accounts/roles';
import { completePermissions, missingPermission } from '@atrium/contract/permissions';
import { onDuplicate } from '@atrium/host/database/errors';
import { ForbiddenError, NotFoundError, UnprocessableError, ValidationError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Events } from '../../events/events.ts';
import type { Caller } from '../../http/caller.ts';
import { requireSession } from '../sessions/require-session.ts';
import { type Permissions, permissionsOf } from './permission.service.ts';
import {
  announceRolesChanged,
  type DefinedRole,
  deleteRole,
  insertRole,
  listDefinedRoles,
  lockRoles,
  updateRole,
} from './role.repository.ts';
import { nameOfRole } from './role-name.ts';

export interface RolesParts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  events: Events;
  permissions: Permissions;
}

/** The roles of a domain: those that every domain has, and its own. */
export class Roles {
  readonly #parts: RolesParts;

  constructor(parts: RolesParts) {
    this.#parts = parts;
  }

  async list({ domainId }: Caller): Promise<Role[]> {
    const builtIn = BUILT_IN_ROLES.map((role) => ({ ...role, permissions: [...role.permissions] }));
    const defined = await listDefinedRoles(this.#parts.db, domainId);
    return [...builtIn.map((role) => ({ ...role, isBuiltIn: true })), ...defined.map((role) => toRole(role))];
  }

  async create(caller: Caller, given: SaveRole): Promise<Role> {
    const { clock, audit } = this.#parts;
    const { domainId } = caller;
    const permissions = completePermissions(given.permissions);
    mayGive(caller, permissions);
    return this.apply(caller, async (transaction) => {
      const known = await listDefinedRoles(transaction, domainId);
      if (known.length >= MAX_ROLES) {
        throw new UnprocessableError(`A domain can define at most ${MAX_ROLES} roles.`);
      }
      const taken = [...BUILT_IN_ROLES, ...known].map(({ name }) => name);
      const role = { ...given, name: nameOfRole(given.label, taken), permissions };
      const now = clock.now();
      await insertRole(transaction, { ...role, domainId, createdOn: now, changedOn: now }).catch(
        onTakenLabel,
      );
      const message = `Defined the role ${role.label}`;
      await audit.record(transaction, { caller, action: 'role.create', message, after: role });
      return toRole(role);
    });
  }

  async update(caller: Caller, name: string, given: SaveRole): Promise<Role> {
    const { clock, audit } = this.#parts;
    const { domainId } = caller;
    const permissions = completePermissions(given.permissions);
    return this.apply(caller, async (transaction) => {
      const before = await getDefinedRole(transaction, domainId, name);
      mayGive(caller, [...before.permissions, ...permissions]);
      const role = { ...given, name, permissions };
      await updateRole(transaction, { domainId, name }, { ...role, changedOn: clock.now() }).catch(
        onTakenLabel,
      );
      const message = `Changed the role ${role.label}`;
      await audit.record(transaction, { caller, action: 'role.change', message, before, after: role });
      return toRole(role);
    });
  }

  /** Users of a deleted role keep the permissions of their other roles. */
  async delete(caller: Caller, name: string): Promise<void> {
    const { domainId } = caller;
    await this.apply(caller, async (transaction) => {
      const before = await getDefinedRole(transaction, domainId, name);
      mayGive(caller, before.permissions);
      const holders = await deleteRole(transaction, { domainId, name });
      const message = `Deleted the role ${before.label}`;
      const entry = { caller, action: 'role.delete' as const, message, before: { ...before, holders } };
      await this.#parts.audit.record(transaction, entry);
    });
  }

  /** Throws unless these roles exist and the caller may do all that they give. */
  async mayGive(transaction: Store, caller: Caller, names: readonly string[]): Promise<void> {
    await lockRoles(transaction, caller.domainId);
    await requireSession(transaction, caller);
    const defined = await listDefinedRoles(transaction, caller.domainId);
    const known = [...BUILT_IN_ROLES, ...defined].map(({ name }) => name);
    if (!names.every((name) => known.includes(name))) {
      const message = 'This role does not exist.';
      throw new ValidationError(message, [{ field: 'roles', defaultMessage: message }]);
    }
    mayGive(caller, permissionsOf(names, defined));
  }

  /** Throws unless the caller may do all that these roles give. */
  async mayTake(transaction: Store, caller: Caller, names: readonly string[]): Promise<void> {
    mayGive(caller, permissionsOf(names, await listDefinedRoles(transaction, caller.domainId)));
  }

  /** Changes permissions: one change at a time in a domain, in effect everywhere once it is committed. */
  async apply<T>(
    caller: Pick<Caller, 'domainId'> & Partial<Pick<Caller, 'sessionId'>>,
    work: (transaction: Store) => Promise<T>,
  ): Promise<T> {
    const { db, permissions, events } = this.#parts;
    const { domainId } = caller;
    const result = await db.transaction().execute(async (transaction) => {
      await lockRoles(transaction, domainId);
      await requireSession(transaction, caller);
      const done = await work(transaction);
      await announceRolesChanged(transaction, domainId);
      await events.publish(domainId, 'roles', {}, { transaction });
      return done;
    });
    permissions.forget(domainId);
    return result;
  }
}

/** No one gives, takes or changes more than they have themselves. */
function mayGive(caller: Caller, permissions: readonly string[]): void {
  const [beyond] = completePermissions(permissions).filter((name) => !caller.permissions.includes(name));
  if (beyond === undefined) return;
  throw new ForbiddenError(
    `You can give and remove only permissions that you have. ${missingPermission(beyond)}`,
  );
}

async function getDefinedRole(transaction: Store, domainId: string, name: string): Promise<DefinedRole> {
  if (BUILT_IN_ROLES.some((role) => role.name === name)) {
    throw new UnprocessableError('Every domain has this role; it cannot be changed or deleted.');
  }
  const role = (await listDefinedRoles(transaction, domainId)).find((one) => one.name === name);
  if (role === undefined) throw new NotFoundError('This role does not exist.');
  return role;
}

function onTakenLabel(error: unknown): never {
  const message = 'A role with this name already exists.';
  const fields = [{ field: 'label', defaultMessage: message }];
  onDuplicate(error, { rolesLabel: new UnprocessableError(message, { fields }) });
}

function toRole({ name, label, description, permissions }: DefinedRole): Role {
  return { name, label, description, permissions, isBuiltIn: false };
}
