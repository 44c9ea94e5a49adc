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
    })
    .execute();
  return caller;
}
