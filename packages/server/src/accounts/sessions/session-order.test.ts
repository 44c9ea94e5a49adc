import { expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { countWaitingForLocks } from '../../../test/locked-table.ts';
import { startTestApp } from '../../../test/support.ts';
import { insertSession, updateSessionsOfDomainEnded } from './session.repository.ts';

test('sessions that end together are locked in the order of their ids, whichever were used last', async () => {
  await using server = await startTestApp();
  const { db, random } = server.context;
  const { clock } = server;
  const { domainId, userId } = await buildUser(server.context);
  const ids = Array.from({ length: 3 }, () => random.id()).toSorted();
  const [, middle = '', last = ''] = ids;
  for (const id of ids.toReversed()) {
    const used = { createdOn: clock.now(), lastUsedOn: clock.now(), expiresOn: clock.now() };
    await insertSession(db, { id, domainId, userId, userAgent: '', address: '', ...used });
    clock.travel(-1_000);
  }
  const holding = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holder = db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('sessions').select('id').where('id', '=', middle).forUpdate().execute();
    held.resolve();
    await holding.promise;
  });
  await held.promise;
  const end = { on: clock.now(), because: 'all were ended' };
  const ending = db
    .transaction()
    .execute((transaction) => updateSessionsOfDomainEnded(transaction, domainId, end));
  await expect.poll(() => countWaitingForLocks(db)).toBe(1);
  const free = await db.selectFrom('sessions').select('id').forUpdate().skipLocked().execute();
  holding.resolve();
  await holder;
  expect(free).toEqual([{ id: last }]);
  expect(await ending).toEqual(expect.arrayContaining(ids));
});
