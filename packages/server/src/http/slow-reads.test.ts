import { getUser } from '@atrium/contract/accounts/user';
import { searchLog } from '@atrium/contract/audit/log';
import { findPoolUse } from '@atrium/host/database/connection';
import { slowCallsPerDomain } from '@atrium/host/http/connections/slow-call-limit';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { countWaitingForLocks, whileLocked } from '../../test/locked-table.ts';
import { startTestApp } from '../../test/support.ts';

/** More than there are connections. */
const SEARCHES = 20;

test('what a domain reads slowly takes none of the connections that its neighbor needs', async () => {
  await using server = await startTestApp();
  const { context, call, connection } = server;
  const [big, neighbor] = [await buildUser(context), await buildUser(context)];
  const turns = slowCallsPerDomain(context.config.databasePoolSize);
  const search = () => call(searchLog, { body: { startAt: 0 } }, { as: big });
  const searches: Promise<unknown>[] = [];
  const busy = () => {
    const { total = 0, idle = 0 } = findPoolUse(context.db) ?? {};
    return total - idle;
  };
  /** Connections of searches, which all wait for the table; those that only sign in do not. */
  const searching = () => countWaitingForLocks(context.readinessDb);
  await whileLocked(
    connection,
    'log_entries',
    async () => {
      searches.push(...Array.from({ length: SEARCHES }, search));
      await expect.poll(searching).toBe(turns);
      for (let time = 0; time < 5; time += 1) {
        expect(await call(getUser, {}, { as: neighbor })).toMatchObject({ domainId: neighbor.domainId });
      }
      expect(await searching()).toBe(turns);
      await expect.poll(busy).toBe(turns);
    },
    'access exclusive',
  );
  // Those that waited in line had their turn afterwards.
  expect(await Promise.all(searches)).toHaveLength(SEARCHES);
});
