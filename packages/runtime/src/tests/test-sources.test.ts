import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { filesDigest } from '@atrium/contract/service-api/files/files-digest';
import type { ServiceTestLine } from '@atrium/contract/service-api/functions/test-lines';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ofDomain, startTestServices, type TestServices } from '../../test/support.ts';

const HD = '/hyper-dispatch';

type Services = Pick<TestServices, 'call' | 'usage'>;

let shared: TestServices;

beforeAll(async () => {
  shared = await startTestServices();
});

afterAll(() => shared[Symbol.asyncDispose]());

const folder = (name: string, files: Record<string, string | null>) => ({
  name,
  files: Object.entries(files).map(([file, content]) =>
    content === null
      ? { name: file, action: 'delete' as const }
      : { name: file, action: 'remote' as const, content },
  ),
});

const importInto = (services: Services, service: string, baseVersion: number, ...folders: object[]) =>
  services.call('POST', `${service}/import`, { body: { baseVersion, folders } });

async function run(services: Services, tests: string[], sources?: object[]): Promise<ServiceTestLine[]> {
  const { body } = await services.call<string>('POST', `${HD}/tests/run`, {
    body: { runId: 'run-1', tests: tests.map((name) => `tests/own/${name}`), sources },
  });
  const lines = body.trim().split('\n');
  return lines.map((line) => JSON.parse(line) as ServiceTestLine);
}

const resultOf = (lines: ServiceTestLine[], name: string) =>
  lines.flatMap((line) => ('id' in line && line.id === `tests/own/${name}` ? [line] : [])).at(-1);

const answer = (value: number) => `export default () => ${value};\n`;
const asks = "export default ({ call }) => call('own/answer');\n";

it('runs with what is live, with an earlier version, or with given files, and nothing becomes live', async () => {
  const services = ofDomain(shared, 'sources');
  await services.call('GET', `${HD}/tests`);
  const tests = folder('tests/own', { 'asks.js': asks });
  await importInto(services, HD, 1, tests, folder('functions/own', { 'answer.js': answer(2) }));
  await importInto(services, HD, 2, folder('functions/own', { 'answer.js': answer(3) }));
  const candidate = {
    serviceId: 'hyper-dispatch',
    version: 3,
    folders: [
      folder('functions/own', { 'answer.js': answer(4) }),
      folder('tests/own', { 'new.js': 'export default ({ expect }) => expect(1).to.equal(1);' }),
    ],
  };
  expect(resultOf(await run(services, ['asks']), 'asks')).toMatchObject({ status: 'OK', result: 3 });
  const earlier = await run(services, ['asks'], [{ serviceId: 'hyper-dispatch', version: 2 }]);
  expect(resultOf(earlier, 'asks')).toMatchObject({ status: 'OK', result: 2 });
  expect(earlier.at(-1)).toMatchObject({ done: true, version: 2 });
  const given = await run(services, ['asks', 'new'], [candidate]);
  expect(resultOf(given, 'asks')).toMatchObject({ status: 'OK', result: 4 });
  expect(resultOf(given, 'new')).toMatchObject({ status: 'OK' });
  expect(resultOf(await run(services, ['asks', 'new']), 'new')).toMatchObject({ status: 'SKIPPED' });

  const { body: live } = await services.call('GET', `${HD}/export/metadata`);
  expect(live.version).toBe(3);
  const files = (live.folders as { files: { filePath: string; checksum: string }[] }[]).flatMap((each) =>
    each.files.map(({ filePath, checksum }) => [filePath, checksum] as const),
  );
  const wanted = new Map(files)
    .set('functions/own/answer.js', blobId(answer(4)))
    .set('tests/own/new.js', blobId(candidate.folders[1]?.files[0]?.content ?? ''));
  const digest = filesDigest(wanted);
  expect(given.at(-1)).toMatchObject({ done: true, version: 3, digest });

  const list = (sources: object[]) => services.call('POST', `${HD}/tests/list`, { body: { sources } });
  const ids = (await list([candidate])).body.tests.map(({ id }: { id: string }) => id);
  expect(ids).toContain('tests/own/new');
  expect((await list([candidate])).body.digest).toBe(digest);
  expect((await list([])).body.version).toBe(3);
  const none = folder('tests/own', { 'asks.js': null });
  const without = (await list([{ ...candidate, folders: [none] }])).body.tests;
  expect(without.map(({ id }: { id: string }) => id)).not.toContain('tests/own/asks');
});

it('gives the tests of one service the collections and entries that another one would have', async () => {
  const services = ofDomain(shared, 'across');
  await services.call('GET', `${HD}/tests`);
  await services.call('GET', '/content/tests');
  const read = `export default async ({ content }) => {
    const found = await content.find('colours').catch(({ message }) => message);
    return found.content?.map(({ id }) => id) ?? found;
  }`;
  const write = `export default async ({ content }) => {
    await content.insert('colours', { id: 'own' });
    return (await content.find('colours')).totalElements;
  }`;
  await importInto(services, HD, 1, folder('tests/own', { 'read.js': read, 'write.js': write }));
  const colours = folder('collections', {
    'colours.meta.js': 'export default { schema: true };\n',
    'colours.js': "export default [{ id: 'red' }, { id: 'blue' }];\n",
  });
  const sources = [{ serviceId: 'content', version: 1, folders: [colours] }];
  const missing = 'There is no collection colours.';
  expect(resultOf(await run(services, ['read']), 'read')).toMatchObject({ result: missing });
  const lines = await run(services, ['read', 'write'], sources);
  expect(resultOf(lines, 'read')).toMatchObject({ result: ['blue', 'red'] });
  expect(resultOf(lines, 'write')).toMatchObject({ result: 3 });
  expect(lines.at(-1)).not.toHaveProperty('digest');
  await importInto(services, '/content', 1, colours);
  expect(resultOf(await run(services, ['read']), 'read')).toMatchObject({ result: ['blue', 'red'] });
  const before = await run(services, ['read'], [{ serviceId: 'content', version: 1 }]);
  expect(resultOf(before, 'read')).toMatchObject({ result: missing });
});

it('refuses what an import would refuse, and versions of nobody, before it runs anything', async () => {
  const services = ofDomain(shared, 'refuses');
  await services.call('GET', `${HD}/tests`);
  const attempt = async (source: object, path = 'tests/run') => {
    const body = { runId: 'run-1', sources: [{ serviceId: 'hyper-dispatch', version: 1, ...source }] };
    const { status, body: refused } = await services.call('POST', `${HD}/${path}`, { body });
    return [status, refused.message];
  };
  expect(await attempt({ version: 7 })).toEqual([404, 'There is no such version.']);
  expect(await attempt({ version: 7 }, 'tests/list')).toEqual([404, 'There is no such version.']);
  const twice = folder('tests/own', { 'a.js': '', 'A.js': '' });
  expect(await attempt({ folders: [twice] })).toEqual([422, expect.any(String)]);
  const bad = {
    serviceId: 'content',
    folders: [folder('collections', { 'colours.js': 'export default 1;' })],
  };
  expect(await attempt(bad)).toEqual([422, expect.stringContaining('collections/colours.js')]);
  expect(services.usage).toEqual([]);
});

it('reads one snapshot of the content, whatever is written meanwhile', async () => {
  const services = ofDomain(shared, 'snapshot');
  await services.call('GET', `${HD}/tests`);
  // Enough reads for several writes between them, and few enough for the time limit of a test on a busy machine.
  const slow = `export default async ({ content }) => {
    const stocks = [];
    for (let i = 0; i < 40; i++) stocks.push((await content.get('products', 'cup')).stock);
    await content.update('products', 'cup', { stock: stocks[0] + 1 });
    stocks.push((await content.get('products', 'cup')).stock - 1);
    return [...new Set(stocks)].length;
  }`;
  await importInto(services, HD, 1, folder('tests/own', { 'slow.js': slow }));
  await services.call('GET', '/content/tests');
  let isOver = false;
  const writing = (async () => {
    for (let stock = 100; !isOver; stock++)
      await services.call('PATCH', '/content/entries/products/cup', { body: { stock } });
  })();
  const lines = await run(services, ['slow']);
  isOver = true;
  await writing;
  expect(resultOf(lines, 'slow')).toMatchObject({ status: 'OK', result: 1 });
});
