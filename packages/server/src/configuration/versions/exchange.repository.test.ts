import { expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/support.ts';
import { findExchange, upsertExchange } from './exchange.repository.ts';

test('an import that ends after a push that was made while it ran does not take its place', async () => {
  await using server = await startTestApp();
  const { db, random } = server.context;
  const { domainId, userId } = await buildUser(server.context);
  const place = { domainId, serviceId: 'content', gitUrl: 'https://git.example/shop.git', branch: 'main' };
  const note = (direction: 'PULL' | 'PUSH', commitSha: string, second: number) =>
    db.transaction().execute((transaction) =>
      upsertExchange(transaction, {
        ...place,
        id: random.id(),
        commitSha: commitSha.repeat(40),
        direction,
        version: 5,
        submittedVersion: 6,
        exchangedOn: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
        userId,
        checksums: { 'a.js': commitSha },
      }),
    );
  // The service has the version of the import, and the import is noted last.
  await note('PUSH', 'b', 2);
  await note('PULL', 'a', 1);
  expect(await findExchange(db, place)).toMatchObject({ direction: 'PUSH', checksums: { 'a.js': 'b' } });
  await note('PULL', 'c', 3);
  expect(await findExchange(db, place)).toMatchObject({ direction: 'PULL', checksums: { 'a.js': 'c' } });
  const century = 100 * 365 * 86_400;
  // By a process whose clock is fast.
  await note('PUSH', 'd', century);
  await note('PULL', 'e', 4);
  expect(await findExchange(db, place)).toMatchObject({ direction: 'PULL', checksums: { 'a.js': 'e' } });
});

test('what is exchanged with the same branch at the same time ends with one exchange', async () => {
  await using server = await startTestApp();
  const { db, random, clock } = server.context;
  const { domainId, userId } = await buildUser(server.context);
  const place = { domainId, serviceId: 'content', gitUrl: 'https://git.example/shop.git', branch: 'main' };
  const exchange = {
    ...place,
    commitSha: 'c'.repeat(40),
    direction: 'PUSH' as const,
    submittedVersion: 1,
    exchangedOn: clock.now(),
    userId,
  };
  await Promise.all(
    Array.from({ length: 8 }, (_, version) =>
      db
        .transaction()
        .execute((transaction) =>
          upsertExchange(transaction, { ...exchange, id: random.id(), version, checksums: {} }),
        ),
    ),
  );
  expect(await findExchange(db, place)).toMatchObject({ commitSha: 'c'.repeat(40) });
});
