import { expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/support.ts';
import { findExchange, upsertExchange } from './exchange.repository.ts';

test('what is exchanged with the same branch at the same time ends with one exchange', async () => {
  await using server = await startTestApp();
  const { db, random, clock } = server.context;
  const { domainId, userId } = await buildUser(server.context);
  const place = { domainId, serviceId: 'content', gitUrl: 'https://git.example/shop.git', branch: 'main' };
  const exchange = {
    ...place,
    commitSha: 'c'.repeat(40),
    direction: 'PUSH' as const,
    submittedVersion: null,
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
