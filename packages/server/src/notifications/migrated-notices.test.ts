import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@atrium/host/database/migrate';
import { cloneDatabase } from '@atrium/host/test/databases';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../database/connection.ts';
import { MIGRATIONS_FOLDER } from '../paths.ts';

const [DOMAIN, ADA, BO, HOOK, SENT] = [1, 2, 3, 4, 5].map(
  (digit) => `0198c1de-7c5a-7c00-8d3f-00000000000${digit}`,
);
const NOW = '2026-11-20T10:00:00Z';

test('notices of test runs become channels with the same receivers, secrets and deliveries', async () => {
  const database = await cloneDatabase('template0');
  onTestFinished(database.drop);
  const folder = await mkdtemp(join(tmpdir(), 'before-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
  const names = (await readdir(folder)).sort();
  const from = names.findIndex((name) => name.endsWith('_notifications.sql'));
  for (const later of names.slice(from)) await rm(join(folder, later));
  const db = openDatabase(database.connection);
  onTestFinished(() => db.destroy());
  await migrate(db, folder);
  await sql`insert into domains (id, name, created_on) values (${DOMAIN}, 'ada', ${NOW})`.execute(db);
  for (const [id, username] of [
    [ADA, 'ada'],
    [BO, 'bo'],
  ])
    await sql`insert into users (id, domain_id, username, email, first_name, last_name, created_on)
      values (${id}, ${DOMAIN}, ${username}, ${`${username}@example.com`}, 'A', 'B', ${NOW})`.execute(db);
  await sql`insert into notice_people (domain_id, user_id, created_on) values (${DOMAIN}, ${BO}, ${NOW})`.execute(
    db,
  );
  await sql`insert into webhooks (id, domain_id, position, url, secret, created_by, created_on)
    values (${HOOK}, ${DOMAIN}, 2, 'https://receiver.example/x', 'sealed', ${ADA}, ${NOW})`.execute(db);
  await sql`insert into outbox_deliveries (id, domain_id, kind, receiver_id, event, payload, max_tries, created_on)
    values (${SENT}, ${DOMAIN}, 'webhook', ${HOOK}, 'first-failure', '{}', 6, ${NOW})`.execute(db);

  await migrate(db, MIGRATIONS_FOLDER);
  const columns = ['id', 'userId', 'kind', 'address', 'secret', 'createdBy'] as const;
  expect(await db.selectFrom('notificationChannels').select(columns).orderBy('position').execute()).toEqual([
    { id: BO, userId: BO, kind: 'EMAIL', address: '', secret: null, createdBy: BO },
    {
      id: HOOK,
      userId: null,
      kind: 'WEBHOOK',
      address: 'https://receiver.example/x',
      secret: 'sealed',
      createdBy: ADA,
    },
  ]);
  const rules = await db.selectFrom('notificationRules').select(['channelId', 'reason']).execute();
  expect(rules.map(({ channelId, reason }) => `${channelId} ${reason}`).sort()).toEqual([
    `${BO} tests-failed`,
    `${BO} tests-recovered`,
    `${HOOK} tests-failed`,
    `${HOOK} tests-recovered`,
  ]);
  expect(await db.selectFrom('outboxDeliveries').select(['id', 'event']).execute()).toEqual([
    { id: SENT, event: 'tests-failed' },
  ]);
});
