import type { Context } from '../src/context.ts';
import type { Caller } from '../src/http/caller.ts';

/** Inserts a domain with one signed-up, confirmed user, and gives the caller to sign in with. */
export async function buildUser(
  { db, random, clock }: Context,
  user: Partial<Caller> & { username?: string; passwordHash?: string } = {},
): Promise<Caller> {
  const now = clock.now();
  const userId = user.userId ?? random.id();
  const username = user.username ?? `user-${userId}`;
  const domainId = user.domainId ?? random.id();
  if (user.domainId === undefined) {
    await db.insertInto('domains').values({ id: domainId, name: username, created_on: now }).execute();
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
      domain_id: domainId,
      parent_id: caller.parentId,
      username,
      email: `${username}@example.com`,
      first_name: 'Ada',
      last_name: 'Lovelace',
      password_hash: user.passwordHash ?? null,
      is_admin: caller.isAdmin,
      roles: caller.roles,
      email_confirmed_on: now,
      created_on: now,
    })
    .execute();
  await db
    .insertInto('sessions')
    .values({
      id: caller.sessionId as string,
      domain_id: domainId,
      user_id: userId,
      user_agent: 'test',
      address: '127.0.0.1',
      created_on: now,
      last_used_on: now,
      expires_on: new Date(now.getTime() + 86_400_000),
    })
    .execute();
  return caller;
}
