import type { Context } from '../src/context.ts';
import type { Caller } from '../src/http/caller.ts';

/** A service with pages of its own, without a program behind them. */
export async function buildPageService({ db, clock }: Context, id: string, isTrusted = false): Promise<void> {
  await db
    .insertInto('services')
    .values({
      id,
      name: 'Shop',
      groupName: 'Foreign',
      address: 'http://127.0.0.1:9',
      hasUi: true,
      isTrusted,
      registeredOn: clock.now(),
    })
    .execute();
}

/** The person in a session that is stored, as a sign-in starts it. */
export async function inSession({ db, clock, random }: Context, caller: Caller): Promise<Caller> {
  const [id, now] = [random.id(), clock.now()];
  const { userId, domainId } = caller;
  await db
    .insertInto('sessions')
    .values({
      id,
      userId,
      domainId,
      userAgent: '',
      address: '203.0.113.1',
      createdOn: now,
      lastUsedOn: now,
      expiresOn: new Date(now.getTime() + 86_400_000),
    })
    .execute();
  return { ...caller, sessionId: id };
}
