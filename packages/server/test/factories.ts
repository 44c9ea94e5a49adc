import { completePermissions, PERMISSIONS, type Permission } from '@atrium/contract/permissions';
import { permissionsOf } from '../src/accounts/people/permission.service.ts';
import type { Context } from '../src/context.ts';
import type { Caller } from '../src/http/caller.ts';

/** Inserts a domain with one signed-up, confirmed user, and returns the caller to sign in with. */
export async function buildUser(
  { db, random, clock }: Context,
  user: Partial<Caller> & { username?: string; passwordHash?: string } = {},
): Promise<Caller> {
  const now = clock.now();
  const userId = user.userId ?? random.id();
  const username = user.username ?? `user-${userId}`;
  const domainId = user.domainId ?? random.id();
  if (user.domainId === undefined) {
    await db.insertInto('domains').values({ id: domainId, name: username, createdOn: now }).execute();
  }
  const caller: Caller = {
    userId,
    domainId,
    parentId: user.parentId ?? null,
    isAdmin: user.isAdmin ?? false,
    roles: user.roles ?? [],
    permissions: user.parentId == null ? PERMISSIONS : permissionsOf(user.roles ?? [], []),
    sessionId: random.id(),
  };
  await db
    .insertInto('users')
    .values({
      id: userId,
      domainId,
      parentId: caller.parentId,
      username,
      email: `${username}@example.com`,
      firstName: 'Ada',
      lastName: 'Lovelace',
      passwordHash: user.passwordHash ?? null,
      isAdmin: caller.isAdmin,
      roles: caller.roles,
      emailConfirmedOn: now,
      createdOn: now,
    })
    .execute();
  await db
    .insertInto('sessions')
    .values({
      id: caller.sessionId as string,
      domainId,
      userId,
      userAgent: 'test',
      address: '127.0.0.1',
      createdOn: now,
      lastUsedOn: now,
      expiresOn: new Date(now.getTime() + 86_400_000),
      // Has just signed in.
      confirmedOn: now,
    })
    .execute();
  return caller;
}

/** A child user of an owner, with one role that gives just these permissions. */
export async function buildChild(
  context: Context,
  { domainId, userId: parentId }: Pick<Caller, 'domainId' | 'userId'>,
  permissions: readonly Permission[],
  user: { username?: string } = {},
): Promise<Caller> {
  const name = `ROLE_${context.random.id().replaceAll('-', '_')}`;
  const now = context.clock.now();
  const role = { domainId, name, label: name, description: '', permissions: [...permissions] };
  await context.db
    .insertInto('roles')
    .values({ ...role, createdOn: now, changedOn: now })
    .execute();
  const child = await buildUser(context, { ...user, domainId, parentId, roles: [name] });
  return { ...child, permissions: completePermissions(permissions) };
}
