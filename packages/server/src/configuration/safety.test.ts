import { Writable } from 'node:stream';
import { listBranches } from '@atrium/contract/configuration/branches';
import { cancelOperation, getProgress, listProgress } from '@atrium/contract/configuration/progress';
import { getLastCommits, pull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { startConfigurationWorld } from '../../test/configuration-world.ts';
import { listGitProcesses } from '../../test/git-processes.ts';
import { startGitServer } from '../../test/git-server.ts';

vi.setConfig({ testTimeout: 90_000 });

const SECRET = 'never-to-be-seen-7f3a';

test('credentials reach neither database nor log, whether the work succeeds or fails', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  await using world = await startConfigurationWorld({}, { log: pino({ level: 'trace' }, sink) });
  const { server, caller } = world;
  await world.repositoryOfLive('shop');
  const good = world.gitRequest('shop');
  const id = crypto.randomUUID();
  const { uuid } = await server.call(pull, { body: { ...good, progress: id } }, { as: caller });
  await expect
    .poll(() => server.call(getLastCommits, { params: { uuid } }, { as: caller }), { timeout: 60_000 })
    .toMatchObject({ state: 'COMPLETE' });
  await server.call(push, { body: { ...good, branch: 'copy' } }, { as: caller });
  const bad = { ...good, password: SECRET };
  for (const endpoint of [listBranches, pull, push]) {
    const refused = await server.request(endpoint, { body: bad }, { as: caller });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).not.toContain(SECRET);
  }
  const inUrl = { ...bad, gitUrl: good.gitUrl.replace('//', `//ada:${SECRET}@`) };
  const refused = await server.request(pull, { body: inUrl }, { as: caller });
  expect(refused.body).not.toContain(SECRET);

  for (const secret of [SECRET, good.password]) {
    expect(lines.join('').includes(secret)).toBe(false);
    expect(await tablesWith(server.context.db, secret)).toEqual([]);
  }
});

/** Tables of any schema that hold a text anywhere. */
async function tablesWith(
  db: Parameters<ReturnType<typeof sql>['execute']>[0],
  text: string,
): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
  `.execute(db);
  const found: string[] = [];
  for (const { schema, name } of tables.rows) {
    const row =
      await sql`select 1 from ${sql.table(`${schema}.${name}`)} as t where t::text like ${`%${text}%`} limit 1`.execute(
        db,
      );
    if (row.rows.length > 0) found.push(`${schema}.${name}`);
  }
  return found;
}

test('a pull can be watched and canceled, and leaves nothing running', async () => {
  await using world = await startConfigurationWorld();
  await using silent = await startGitServer(() => true);
  const { server, caller } = world;
  const id = crypto.randomUUID();
  const body = { ...world.gitRequest('x'), gitUrl: silent.url('x'), progress: id };
  const pulling = server.request(pull, { body }, { as: caller });
  await expect
    .poll(async () => (await listGitProcesses(server.dataFolder)).length, { timeout: 60_000 })
    .toBeGreaterThan(0);
  const progress = await server.call(getProgress, { params: { id } }, { as: caller });
  expect(progress).toMatchObject({ kind: 'PULL', state: 'RUNNING', phase: 'CONNECT' });
  await server.call(cancelOperation, { params: { id } }, { as: caller });
  const answer = await pulling;
  expect(answer.statusCode).toBe(422);
  expect(answer.json().message).toBe('Canceled.');
  expect(await listGitProcesses(server.dataFolder)).toEqual([]);
  const { operations } = await server.call(listProgress, {}, { as: caller });
  expect(operations).toMatchObject([{ id, state: 'CANCELED' }]);
});
