import { blobId } from '@atrium/contract/service-api/files/blob-id';
import type { ServiceTestLine } from '@atrium/contract/service-api/functions/test-lines';
import type { ReachedFile } from '@atrium/contract/service-api/functions/test-reach';
import { takeSteps } from '@atrium/host/event-loop';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ofDomain, startTestServices, type TestServices } from '../../test/support.ts';
import { toConfiguration } from '../configuration/live-configuration.ts';
import { ReachedFiles } from './reached-files.ts';

const HD = '/hyper-dispatch';

type Services = Pick<TestServices, 'call'>;

/** Shared sandbox: starting one takes longer than most of these tests. */
let shared: TestServices;

beforeAll(async () => {
  shared = await startTestServices();
});

afterAll(() => shared[Symbol.asyncDispose]());

async function put(services: Services, files: Record<string, string>): Promise<void> {
  const { body } = await services.call('GET', `${HD}/export/metadata`);
  const folders = Object.entries(files).map(([path, content]) => ({
    name: path.slice(0, path.lastIndexOf('/')),
    files: [{ name: path.slice(path.lastIndexOf('/') + 1), action: 'remote', content }],
  }));
  const answer = await services.call('POST', `${HD}/import`, {
    body: { baseVersion: body.version, folders },
  });
  expect(answer.status).toBe(200);
}

async function run(services: Services, request: object): Promise<ServiceTestLine[]> {
  const { body } = await services.call<string>('POST', `${HD}/tests/run`, {
    body: { runId: 'run-1', ...request },
  });
  return body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ServiceTestLine);
}

/** Test → paths that it reached; null if not reported. */
function reachOf(lines: ServiceTestLine[]): Map<string, string[] | null> {
  const known: ReachedFile[] = [];
  const found = new Map<string, string[] | null>();
  for (const line of lines) {
    if (!('id' in line) || line.status === 'RUNNING') continue;
    known.push(...(line.reach?.added ?? []));
    const paths = line.reach?.files.map((number) => {
      const { serviceId, folderPath, name } = known[number] as ReachedFile;
      return `${serviceId}/${folderPath}/${name}`;
    });
    found.set(line.id, paths?.sort() ?? null);
  }
  return found;
}

it('says what each test reaches, also if the usage of an earlier one is recorded later', async () => {
  const { promise: later, resolve: goOn } = Promise.withResolvers<void>();
  let recorded = 0;
  const meter = {
    record: async () => {
      recorded += 1;
      if (recorded === 1) await later;
      else goOn();
    },
  };
  await using services = await startTestServices({ meter });
  await put(services, {
    'tests/turns/first.js': 'export default () => 1;',
    'tests/turns/second.js': 'export default () => 2;',
  });
  const lines = await run(services, { tests: ['tests/turns/first', 'tests/turns/second'], reach: true });
  expect(reachOf(lines)).toEqual(
    new Map(
      ['first', 'second'].map((name) => [`tests/turns/${name}`, [`hyper-dispatch/tests/turns/${name}.js`]]),
    ),
  );
});

it('says which files each test reaches: calls, calls of calls, imports, rules and content', async () => {
  const services = ofDomain(shared, 'reaches');
  await put(services, {
    'functions/outer.js': "export default (input, { call }) => call('inner', input);",
    'functions/inner.js': "import { double } from '../lib/double.js';\nexport default ({ n }) => double(n);",
    'functions/unused.js': 'export default () => 1;',
    'functions/heard.js': 'export default () => 2;',
    'lib/double.js': 'export const double = (n) => 2 * n;',
    'rules/heard.meta.js': "export default { event: 'bell.*', function: 'heard' }",
    'rules/silent.meta.js': "export default { event: 'horn.*', function: 'unused' }",
    'tests/own/alone.js': 'export default () => 1;',
    'tests/own/calls.js': "export default ({ call }) => call('outer', { n: 2 });",
    'tests/own/fails.js':
      "export default async ({ call }) => { await call('inner', {}); throw new Error('no'); }",
    'tests/own/rings.js': "export default ({ emit }) => emit('bell.rang');",
    'tests/own/reads.js': "export default ({ content }) => content.get('products', 'cup');",
    'tests/own/misses.js': "export default ({ content }) => content.get('nothing', 'x').catch(() => 1);",
  });
  const names = ['alone', 'calls', 'fails', 'rings', 'reads', 'misses'];
  const lines = await run(services, { tests: names.map((name) => `tests/own/${name}`), reach: true });
  const own = (name: string) => `hyper-dispatch/tests/own/${name}.js`;
  const hd = (path: string) => `hyper-dispatch/${path}`;
  expect(Object.fromEntries(reachOf(lines))).toEqual({
    'tests/own/alone': [own('alone')],
    'tests/own/calls': [
      hd('functions/inner.js'),
      hd('functions/outer.js'),
      hd('lib/double.js'),
      own('calls'),
    ],
    'tests/own/fails': [hd('functions/inner.js'), hd('lib/double.js'), own('fails')],
    'tests/own/rings': [hd('functions/heard.js'), hd('rules/heard.meta.js'), own('rings')],
    'tests/own/reads': [
      'content/collections/products.js',
      'content/collections/products.meta.js',
      own('reads'),
    ],
    'tests/own/misses': [own('misses')],
  });
});

it('names each file once in a stream, with the checksum of its content', async () => {
  const services = ofDomain(shared, 'checksums');
  const shout = "export default ({ text }) => text + '!';";
  await put(services, {
    'functions/shout.js': shout,
    ...Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [
        `tests/own/${name}.js`,
        "export default ({ call }) => call('shout', { text: '' });",
      ]),
    ),
  });
  const tests = ['a', 'b', 'c'].map((name) => `tests/own/${name}`);
  const lines = await run(services, { tests, reach: true });
  const added = lines.flatMap((line) => ('id' in line && line.reach?.added) || []);
  expect(added).toHaveLength(4);
  expect(added.find(({ name }) => name === 'shout.js')).toEqual({
    serviceId: 'hyper-dispatch',
    folderPath: 'functions',
    name: 'shout.js',
    checksum: blobId(shout),
  });
});

it('says nothing where nobody asks', async () => {
  const services = ofDomain(shared, 'silent');
  await put(services, { 'tests/own/one.js': 'export default () => 1;' });
  expect(reachOf(await run(services, { tests: ['tests/own/one'] })).get('tests/own/one')).toBeNull();
});

it('says nothing of a test whose machine was lost, and believes no path that does not exist', async () => {
  const file = { folderPath: 'tests', name: 'a.js', content: '', checksum: 'a'.repeat(40) };
  const live = await takeSteps(toConfiguration('k', 1, [file]));
  const files = new ReachedFiles('hyper-dispatch', live);
  const lost = files.open();
  lost.note('content', 'collections/orders.js', 'b'.repeat(40));
  expect(lost.end(undefined)).toBeUndefined();
  const reach = files.open().end(['tests/a.js', 'tests/b.js', '', 'tests/a.js']);
  // Paths of the lost test are named with the next result, because their numbers are in use.
  expect(reach?.added.map(({ name }) => name)).toEqual(['orders.js', 'a.js']);
  expect(reach?.files).toEqual([1]);
});
