import type { TriedInvocation } from '@atrium/contract/service-api/functions/invocations';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ann, importFiles, ofDomain, startTestServices, type TestServices } from '../../test/support.ts';

const HD = '/hyper-dispatch';
const SECRET = 'sk_live_0123456789';
let services: TestServices;
let domain: Pick<TestServices, 'call' | 'usage'>;
let domainId = '';
let domains = 0;

beforeAll(async () => {
  services = await startTestServices({ fetchAllowPrivate: true });
});
afterAll(() => services[Symbol.asyncDispose]());
beforeEach(async () => {
  domainId = `recorded-${++domains}`;
  domain = ofDomain(services, domainId);
  await importFiles(domain, { 'collections/things.meta.js': 'export default {};' }, 'content');
});

const insert = (entry: object) => domain.call('POST', '/content/entries/things', { body: entry });

async function attempt(body: string, declared = '{}', input: unknown = null): Promise<TriedInvocation> {
  await importFiles(domain, {
    'functions/attempt.js': `export default async (input, { call, content, secrets, variables }) => {\n${body}\n}`,
    'functions/attempt.meta.js': `export default ${declared};`,
  });
  const answer = await domain.call('POST', `${HD}/invocations`, {
    body: { function: 'attempt', input: JSON.stringify(input) },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

it('a failed call answers with the entries as it found them first, and what was not there', async () => {
  await insert({ id: 'a', n: 1 });
  await insert({ id: 'b', n: 2 });
  await insert({ id: 'c', n: 3 });
  const { recording } = await attempt(`
    await content.get('things', 'a');
    await content.update('things', 'a', { n: 10 });
    await content.get('things', 'a');
    await content.find('things', { where: { n: { $gte: 2 } }, sortBy: 'n', page: 0 });
    await content.get('things', 'none').catch(() => {});
    await content.insert('things', { id: 'own' });
    await content.insert('things', { n: 4 });
    await content.find('things');
    await content.transaction([{ insert: 'things', entry: { id: 'own-2' } }, { delete: 'things', id: 'c' }]);
    await content.delete('things', 'b');
    throw new TypeError('at last');`);
  expect(recording).toEqual({
    entries: [
      { collection: 'things', entry: { id: 'a', n: 1 } },
      { collection: 'things', entry: { id: 'b', n: 2 } },
      { collection: 'things', entry: { id: 'c', n: 3 } },
    ],
    absent: [
      { collection: 'things', id: 'none' },
      { collection: 'things', id: 'own' },
      { collection: 'things', id: 'own-2' },
    ],
    searches: [
      { collection: 'things', query: { where: { n: { $gte: 2 } }, sortBy: 'n' } },
      { collection: 'things', query: {} },
    ],
    requests: [],
    secrets: {},
    variables: {},
    leftOut: [],
  });
});

it('secrets are hidden in it, and values of the called functions are named', async () => {
  const set = (kind: 'secret' | 'variable', name: string, value: string) =>
    services.context.values.set({ domainId, kind, name }, ann.userId, { value });
  await set('secret', 'KEY', SECRET);
  await set('variable', 'SHOP', 'Tea');
  await insert({ id: 'a', note: `the key is ${SECRET}` });
  const declared = `{ secrets: ['KEY', 'OTHER'], variables: ['SHOP', 'GONE'], fetch: ['127.0.0.1:9'] }`;
  const { recording } = await attempt(
    `
    await content.get('things', 'a');
    await fetch('http://127.0.0.1:9/?key=' + secrets.KEY).catch(() => {});
    throw new Error(variables.SHOP);`,
    declared,
  );
  expect(JSON.stringify(recording)).not.toContain(SECRET);
  expect(recording).toMatchObject({
    entries: [{ entry: { note: 'the key is [secret KEY]' } }],
    requests: [{ method: 'GET', url: 'http://127.0.0.1:9/?key=[secret KEY]', error: expect.any(String) }],
    secrets: { KEY: 'set', OTHER: null },
    variables: { SHOP: 'Tea', GONE: null },
  });
});

it('answers beyond its size are named, and smaller ones still kept', async () => {
  await insert({ id: 'large', text: 'x'.repeat(200_000) });
  await insert({ id: 'larger', text: 'x'.repeat(100_000) });
  await insert({ id: 'small' });
  const { recording } = await attempt(`
    for (const id of ['large', 'larger', 'small']) await content.get('things', id);
    throw new Error('x');`);
  expect(recording?.entries.map(({ entry }) => entry.id)).toEqual(['large', 'small']);
  expect(recording?.leftOut).toEqual(['the answer to content.get things larger: it is too large']);
});

it('a call that succeeds has none, and no log keeps one', async () => {
  expect(await attempt('return 1;')).not.toHaveProperty('recording');
  const { id } = await attempt('throw new Error("x");');
  const { body } = await domain.call('GET', `${HD}/invocations/${id}`);
  expect(body).not.toHaveProperty('recording');
});
