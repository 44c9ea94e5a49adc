import { toExported } from '@atrium/host/database/person-tables';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, startTestServices, type TestServices } from '../../test/support.ts';
import { personTables, toolTables } from '../person-tables.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

test('every table of the services, with each of its columns, goes out or says why it does not', async () => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name,
           array(select attname::text from pg_attribute a
                  where a.attrelid = c.oid and attnum > 0 and not attisdropped) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'runtime'`.execute(
    services.context.db,
  );
  const described = [...Object.keys(personTables), ...Object.keys(toolTables)].map(snake);
  expect(rows.map(({ name }) => name).sort()).toEqual(described.sort());
  const reasons = Object.values<unknown>(personTables).filter(
    (description) => typeof description === 'string',
  );
  for (const reason of reasons) expect(reason).toMatch(/^[A-Z].{15,}\.$/);
  for (const [table, { columns }] of toExported(personTables)) {
    const found = rows.find(({ name }) => name === snake(table))?.columns ?? [];
    expect(Object.keys(columns).map(snake).sort(), table).toEqual(found.sort());
  }
});

/** All pages. */
async function recordsOf(as: typeof ann): Promise<Record<string, Record<string, unknown>[]>> {
  const lists: Record<string, Record<string, unknown>[]> = {};
  let query = '';
  do {
    const { status, body } = await services.call('GET', `/content/person${query}`, { as });
    expect(status).toBe(200);
    (lists[body.list] ??= []).push(...body.records);
    query = body.next === null ? '' : `?after=${encodeURIComponent(body.next)}`;
  } while (query !== '');
  return lists;
}

test('a person gets the calls and versions of their own, page by page, and no one else’s', async () => {
  const as = { ...ann, domainId: 'person' };
  const other = { ...as, userId: '0197a000-0000-7000-8000-0000000000c3' };
  const file = { name: 'one.js', action: 'remote', content: 'export default () => 1;\n' };
  const { body } = await services.call('GET', '/hyper-dispatch/export/metadata', { as });
  const change = {
    baseVersion: body.version,
    message: 'Mine',
    folders: [{ name: 'functions', files: [file] }],
  };
  await services.call('POST', '/hyper-dispatch/import', { as, body: change });
  const call = { function: 'one', input: '"in"' };
  for (let number = 0; number < 230; number += 1) {
    const caller = number < 210 ? as : other;
    await services.call('POST', '/hyper-dispatch/invocations', { as: caller, body: call });
  }
  await services.context.invocationLog.flush();
  const mine = await recordsOf(as);
  expect(Object.keys(mine)).toEqual(['versions', 'functionCalls']);
  expect(mine['versions']).toMatchObject([{ message: 'Mine', author: as.userId }]);
  expect(new Set(mine['functionCalls']?.map(({ id }) => id)).size).toBe(210);
  expect(mine['functionCalls']?.every(({ userId }) => userId === as.userId)).toBe(true);
  expect((await recordsOf(other))['functionCalls']).toHaveLength(20);
  expect((await recordsOf({ ...as, domainId: 'elsewhere' }))['functionCalls']).toEqual([]);
});

test('a page that is not one is refused', async () => {
  for (const after of ['x', '[9]', '[0,{}]', '[-1]', 'null', '[0,["a"]]', '[0,["a","b"]]']) {
    const answer = await services.call('GET', `/content/person?after=${encodeURIComponent(after)}`);
    expect(answer.status, after).toBe(400);
  }
});
