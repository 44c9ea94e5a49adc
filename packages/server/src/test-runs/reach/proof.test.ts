import {
  type FilePlace,
  filePathOf,
  filePlaceOf,
} from '@atrium/contract/service-api/files/configuration-file';
import { type FileProof, getProof, listProofs, proofStateOf } from '@atrium/contract/test-runs/proof';
import { getTestRun, runTests } from '@atrium/contract/test-runs/test-runs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { buildChild, buildUser } from '../../../test/factories.ts';
import { setTheStage } from '../../../test/test-run-stage.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
  await world.changeLive({
    'functions/twice.js':
      "import { times } from '../lib/times.js';\nexport default ({ n }) => times(2, n);\n",
    'functions/lonely.js': 'export default () => 1;\n',
    'lib/times.js': 'export const times = (a, b) => a * b;\n',
    'tests/reach/doubles.js':
      "export default async ({ call, expect }) => { expect(await call('twice', { n: 2 })).to.equal(4); };\n",
    'tests/reach/doubles-more.js':
      "export default async ({ call, expect }) => { expect(await call('twice', { n: 3 })).to.equal(6); };\n",
    'tests/reach/reads.js': "export default ({ content }) => content.get('products', 'cup');\n",
  });
});
afterAll(() => world[Symbol.asyncDispose]());

async function run(names: string[]): Promise<string> {
  const { server, caller } = world;
  const tests = names.map((name) => ({ id: `${SERVICE}/tests/reach/${name}` }));
  const body = { servicesTests: [{ serviceId: SERVICE, tests }] };
  const { runId } = await server.call(runTests, { body }, { as: caller });
  await server.context.jobs.runDue(server.context.testRuns.jobs);
  return runId;
}

const list = (serviceId = SERVICE, as = world.caller) =>
  world.server.call(listProofs, { query: { serviceId } }, { as });

async function proofOf(path: string, serviceId = SERVICE): Promise<FileProof> {
  const { files } = await list(serviceId);
  return files.find((file) => filePathOf(file) === path) as FileProof;
}

const placeOf = (file: FilePlace & { checksum: string }, serviceId = SERVICE) => {
  const { folderPath, name, checksum } = file;
  return { query: { serviceId, folderPath, name, checksum } };
};

test('before any test has run, nothing is proven and nothing is known', async () => {
  const { recording, files, missing } = await list();
  expect([recording, missing]).toEqual(['NEVER_RAN', []]);
  expect(new Set(files.map(proofStateOf))).toEqual(new Set(['UNREACHED']));
  // Metadata beside a source stands with it.
  expect(files.map(filePathOf)).not.toContain('functions/greet.meta.js');
  expect(files.map(filePathOf)).toContain('rules/confirm-orders.meta.js');
});

test('a live file says which run last passed with exactly this content, and which tests reach it', async () => {
  const runId = await run(['doubles', 'doubles-more', 'reads']);
  const twice = await proofOf('functions/twice.js');
  expect(twice).toMatchObject({ passed: { runId }, tests: 2, passing: 2, failing: 0 });
  expect(proofStateOf(await proofOf('lib/times.js'))).toBe('PROVEN');
  expect(proofStateOf(await proofOf('functions/lonely.js'))).toBe('UNREACHED');
  expect(await proofOf('tests/reach/doubles.js')).toMatchObject({ tests: 1, passing: 1 });
  // Content of another service counts there.
  expect(await proofOf('collections/products.js', 'content')).toMatchObject({
    passed: { runId },
    passing: 1,
  });
  expect((await list('content')).recording).toBe('NEVER_RAN');

  const { reaching, proof } = await world.server.call(getProof, placeOf(twice), { as: world.caller });
  expect(proof).toEqual(twice);
  const ids = ['doubles', 'doubles-more'].map((name) => `${SERVICE}/tests/reach/${name}`);
  expect(reaching).toEqual(ids.map((id) => ({ id, status: 'OK', runId, isSameContent: true })));
});

test('a changed content is not proven until tests have run with it, and is proven again when it returns', async () => {
  const before = await world.liveContent('functions/twice.js');
  const earlier = await proofOf('functions/twice.js');
  await world.changeLive({ 'functions/twice.js': 'export default ({ n }) => n + n;\n' });
  const changed = await proofOf('functions/twice.js');
  expect(changed).toMatchObject({ passed: null, tests: 2, passing: 0, failing: 0 });
  expect(proofStateOf(changed)).toBe('CHANGED');

  const runId = await run(['doubles']);
  expect(await proofOf('functions/twice.js')).toMatchObject({ passed: { runId }, tests: 2, passing: 1 });
  // What no test reaches any more was proven once, by a run that is still named.
  expect(await proofOf('lib/times.js')).toMatchObject({ passed: earlier.passed, tests: 1, passing: 1 });

  await world.changeLive({ 'functions/twice.js': before ?? '' });
  expect(await proofOf('functions/twice.js')).toMatchObject({ passed: earlier.passed, tests: 2, passing: 1 });
});

test('a test that fails speaks against what it reached', async () => {
  await world.changeLive({ 'lib/times.js': 'export const times = (a, b) => a * b + (b > 2 ? 1 : 0);\n' });
  const runId = await run(['doubles', 'doubles-more']);
  const { status } = await world.server.call(getTestRun, { params: { runId } }, { as: world.caller });
  expect(status).toBe('FAIL');
  const times = await proofOf('lib/times.js');
  expect(times).toMatchObject({ passed: { runId }, tests: 2, passing: 1, failing: 1 });
  expect(proofStateOf(times)).toBe('FAILING');
  const { reaching } = await world.server.call(getProof, placeOf(times), { as: world.caller });
  expect(reaching.map(({ status }) => status)).toEqual(['FAIL', 'OK']);
});

test('a run of the same contents stores no reach a second time', async () => {
  const { db } = world.server.context;
  const stored = async () => {
    const of = { domainId: world.caller.domainId };
    const files = await db
      .selectFrom('reachedFiles')
      .selectAll()
      .where('domainId', '=', of.domainId)
      .execute();
    const reaches = await db
      .selectFrom('reaches')
      .select('fileIds')
      .where('domainId', '=', of.domainId)
      .execute();
    const nameOf = new Map(files.map(({ id, name, checksum }) => [id, `${name} ${checksum.slice(0, 6)}`]));
    return reaches.map(({ fileIds }) => fileIds.map((id) => nameOf.get(id)).join(', ')).sort();
  };
  const before = await stored();
  await run(['doubles', 'doubles-more', 'reads']);
  expect(await stored()).toEqual(before);
});

test('another domain sees nothing of it, and a child only what its permissions name', async () => {
  const { server, caller } = world;
  const twice = await proofOf('functions/twice.js');
  const stranger = await buildUser(server.context);
  const seen = await server.call(getProof, placeOf(twice), { as: stranger });
  expect(seen).toMatchObject({ proof: { passed: null, tests: 0 }, reaching: [], recording: 'NEVER_RAN' });
  expect((await list(SERVICE, stranger)).files.map(filePathOf)).not.toContain('functions/twice.js');

  const withoutTests = await buildChild(server.context, caller, ['configuration.read']);
  for (const [endpoint, request] of [
    [listProofs, { query: { serviceId: SERVICE } }],
    [getProof, placeOf(twice)],
  ] as const) {
    const refused = await server.request(endpoint, request, { as: withoutTests });
    expect(refused.statusCode).toBe(403);
  }
  const withoutFiles = await buildChild(server.context, caller, ['tests.read']);
  const query = { serviceId: SERVICE };
  expect((await server.request(listProofs, { query }, { as: withoutFiles })).statusCode).toBe(403);
  expect((await server.request(getProof, placeOf(twice), { as: withoutFiles })).statusCode).toBe(200);
  const unknown = { query: { serviceId: 'nowhere' } };
  expect((await server.request(listProofs, unknown, { as: caller })).statusCode).toBe(404);
});

test('a service that does not say what its tests reach runs them all the same, and that is said', async () => {
  await using stage = await setTheStage({ 'tests/greets': { result: 1 } });
  const { runId } = await stage.start();
  await stage.execute();
  expect((await stage.read(runId)).status).toBe('OK');
  const file = { ...filePlaceOf('functions/greet.js'), checksum: 'a'.repeat(40) };
  const seen = await stage.call(getProof, placeOf(file, 'shop'), { as: stage.caller });
  expect(seen).toMatchObject({ recording: 'NOT_RECORDED', proof: { passed: null, tests: 0 } });
});
