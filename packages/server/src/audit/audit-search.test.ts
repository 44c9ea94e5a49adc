import { exportAudit, searchAudit } from '@atrium/contract/audit/audit';
import { searchLog } from '@atrium/contract/audit/log';
import type { LogAction } from '@atrium/contract/audit/log-actions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import type { Caller } from '../http/caller.ts';
import { AuditSearch } from './audit-search.service.ts';

let server: TestApp;
let administrator: Caller;
let ada: Caller;
let grace: Caller;

beforeAll(async () => {
  server = await startTestApp();
  administrator = await buildUser(server.context, { isAdmin: true });
  ada = await buildUser(server.context, { username: 'ada' });
  grace = await buildUser(server.context, { username: 'grace' });
  await record(ada, 'account.update', 'first');
  await record(grace, 'configuration.import', 'second');
  await record({ ...grace, impersonatorId: ada.userId }, 'configuration.push', '=cmd|"third"');
  await record(grace, 'configurations', 'fourth');
});
afterAll(() => server[Symbol.asyncDispose]());

async function record(caller: Caller, action: string, message: string): Promise<void> {
  server.clock.travel(60_000);
  const entry = { caller, action: action as LogAction, message, after: { message } };
  await server.context.audit.record(server.context.db, entry);
}

const search = (body: object) => server.call(searchAudit, { body }, { as: administrator });
const messages = async (body: object) => (await search(body)).content.map(({ message }) => message);

test('changes of all domains are listed, newest first, with who and whose', async () => {
  const { content, next } = await search({});
  expect(content.slice(0, 4)).toMatchObject([
    { message: 'fourth', user: 'grace', domain: 'grace', impersonator: null },
    { message: '=cmd|"third"', user: 'grace', domain: 'grace', impersonator: 'ada' },
    { message: 'second', action: 'configuration.import', domainId: grace.domainId },
    { message: 'first', user: 'ada', domain: 'ada', after: { message: 'first' } },
  ]);
  expect(next).toBeNull();
});

test('a search narrows by who, what, whom, text and time', async () => {
  expect(await messages({ who: 'ADA' })).toEqual(['=cmd|"third"', 'first']);
  expect(await messages({ who: '%' })).toEqual([]);
  expect(await messages({ what: 'configuration' })).toEqual(['=cmd|"third"', 'second']);
  expect(await messages({ what: 'configuration.push' })).toEqual(['=cmd|"third"']);
  expect(await messages({ whom: 'race' })).toEqual(['fourth', '=cmd|"third"', 'second']);
  expect(await messages({ whom: 'Ada@Example.com' })).toEqual(['first']);
  expect(await messages({ whom: grace.domainId })).toHaveLength(3);
  expect(await messages({ whom: 'nowhere' })).toEqual([]);
  expect(await messages({ text: 'SECOND' })).toEqual(['second']);
  const [newest, , third] = (await search({})).content;
  expect(await messages({ startAt: newest?.createdOn })).toEqual(['fourth']);
  expect(await messages({ endAt: third?.createdOn, whom: 'grace' })).toEqual(['second']);
  const answer = await server.request(searchAudit, { body: { startAt: 'monday' } }, { as: administrator });
  expect(answer.json()).toMatchObject({
    status: 400,
    errors: [{ field: 'startAt', defaultMessage: 'Please enter a date and time.' }],
  });
});

test('pages follow each other without gaps or repetitions, whatever comes meanwhile', async () => {
  const seen: string[] = [];
  let after: Awaited<ReturnType<typeof search>>['next'] | undefined;
  do {
    const page = await search({ size: 1, who: 'grace', ...(after && { after }) });
    seen.push(...page.content.map(({ message }) => message));
    if (seen.length === 1) await record(grace, 'later', 'later');
    after = page.next;
  } while (after);
  expect(seen).toEqual(['fourth', '=cmd|"third"', 'second']);
});

test('a text is looked for page by page, each in so many entries', async () => {
  const { db, accounts, audit } = server.context;
  const short = new AuditSearch({ db, people: accounts.people, audit, most: 1 });
  const pages: [string[], isUnfinished: boolean][] = [];
  let after: Awaited<ReturnType<typeof search>>['next'] | undefined;
  do {
    const page = await short.list({ size: 10, whom: 'grace', text: 'ir', ...(after && { after }) });
    pages.push([page.content.map(({ message }) => message), page.searchedBackTo !== null]);
    after = page.next;
  } while (after);
  // `configuration` has none of it, `third` does; behind the oldest one there is nothing to look at.
  expect(pages).toEqual([
    [[], true],
    [[], true],
    [['=cmd|"third"'], true],
    [[], true],
    [[], false],
  ]);
  expect(await search({ whom: 'grace', text: 'ir' })).toMatchObject({
    content: [{ message: '=cmd|"third"' }],
    next: null,
    searchedBackTo: null,
  });
});

test('an export has all of it, is itself recorded, and no cell is a formula', async () => {
  const answer = await server.request(exportAudit, { body: { who: 'ada' } }, { as: administrator });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [head, ...lines] = answer.body.trimEnd().split('\r\n');
  expect(head).toMatch(/^\uFEFFTime \(UTC\),Domain,/);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain(`,configuration.push,"'=cmd|""third""",`);
  expect(lines[1]).toContain('"{""message"":""first""}"');
  const [entry] = (await search({ what: 'audit' })).content;
  expect(entry).toMatchObject({ action: 'audit.export', after: { who: 'ada' } });
});

test('an export names the service whose pages did something for a person', async () => {
  await record({ ...grace, page: { serviceId: 'shop' } }, 'page-export', 'by a page');
  const body = { what: 'page-export' };
  const { body: csv } = await server.request(exportAudit, { body }, { as: administrator });
  const [head, line] = csv
    .trimEnd()
    .split('\r\n')
    .map((each) => each.split(','));
  expect(line?.[head?.indexOf('By the pages of') ?? -1]).toBe('shop');
});

test('an export of more than one page is whole', async () => {
  const before = await server.request(exportAudit, { body: {} }, { as: administrator });
  for (let number = 0; number < 1_100; number += 1) {
    await server.context.audit.record(server.context.db, {
      caller: ada,
      action: 'limits.update',
      message: `${number}`,
    });
  }
  const after = await server.request(exportAudit, { body: { what: 'limits' } }, { as: administrator });
  expect(after.body.trimEnd().split('\r\n')).toHaveLength(1_101);
  expect(before.statusCode).toBe(200);
});

test('customers have their own domain only, whatever they ask for', async () => {
  for (const endpoint of [searchAudit, exportAudit]) {
    const answer = await server.request(endpoint, { body: {} }, { as: ada });
    expect(answer.statusCode).toBe(403);
  }
  const { logs } = await server.call(searchLog, { body: { startAt: 0 } }, { as: ada });
  expect(new Set(logs.map(({ domain }) => domain))).toEqual(new Set(['ada']));
});
