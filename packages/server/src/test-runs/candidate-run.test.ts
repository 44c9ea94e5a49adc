import { editFiles } from '@atrium/contract/configuration/edit';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { filesDigest } from '@atrium/contract/service-api/files/files-digest';
import { getCandidateRun, testCandidate } from '@atrium/contract/test-runs/candidate';
import type { CandidateChange } from '@atrium/contract/test-runs/candidate-change';
import { listPastResults } from '@atrium/contract/test-runs/test-results';
import { getLatestTestRun, getTestRun } from '@atrium/contract/test-runs/test-runs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConfigurationWorld, SERVICE, startConfigurationWorld } from '../../test/configuration-world.ts';
import { buildChild, buildUser } from '../../test/factories.ts';
import { startScriptedService } from '../../test/scripted-service.ts';
import { checksumsOf, readMetadata } from '../configuration/live-configuration.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
  await world.changeLive({
    'functions/candidate/answer.js': 'export default () => 1;\n',
    'tests/candidate/answers.js':
      "export default async ({ call, expect }) => expect(await call('candidate/answer')).to.be.above(0);\n",
  });
});
afterAll(() => world[Symbol.asyncDispose]());

const text = (value: number) => `export default () => ${value};\n`;
const file = (content: string, before: string | null = text(1)) => ({
  folderPath: 'functions/candidate',
  name: 'answer.js',
  content,
  checksum: before === null ? null : blobId(before),
});
const editing = (content: string): CandidateChange => {
  return { kind: 'edit', serviceId: SERVICE, files: [file(content)] };
};

async function runCandidate(changes: CandidateChange[]) {
  const { server, caller } = world;
  const { runId } = await server.call(testCandidate, { body: { changes } }, { as: caller });
  await server.context.jobs.runDue(server.context.testRuns.jobs);
  return server.call(getCandidateRun, { params: { runId } }, { as: caller });
}

test('all tests run with a change that is not live, and it stays so', async () => {
  const before = await world.liveVersion();
  const passed = await runCandidate([editing(text(2))]);
  expect(passed).toMatchObject({ status: 'OK', counts: { OK: expect.any(Number) } });
  const live = checksumsOf(
    await readMetadata(world.server.context.services.getClient(world.caller), SERVICE),
  );
  const wanted = new Map(live).set('functions/candidate/answer.js', blobId(text(2)));
  expect(passed.services.find(({ serviceId }) => serviceId === SERVICE)).toEqual({
    serviceId: SERVICE,
    serviceName: 'Functions',
    version: before,
    liveDigest: filesDigest(live),
    digest: filesDigest(wanted),
    untested: null,
  });
  expect(passed.services.map(({ serviceId }) => serviceId).sort()).toEqual(['content', SERVICE]);
  const failed = await runCandidate([editing(text(-1))]);
  expect(failed).toMatchObject({ status: 'FAIL', counts: { FAIL: 1 } });
  expect(failed.digest).not.toBe(passed.digest);
  expect(await world.liveVersion()).toBe(before);
  expect(await world.liveContent('functions/candidate/answer.js')).toBe(text(1));
});

test('its results can be read, and are part of no history of what was live', async () => {
  const { server, caller } = world;
  const { runId } = await runCandidate([editing(text(3))]);
  const run = await server.call(getTestRun, { params: { runId } }, { as: caller });
  expect(run.isCandidate).toBe(true);
  const id = `${SERVICE}/tests/candidate/answers`;
  expect(run.servicesTests.flatMap(({ tests }) => tests).find((one) => one.id === id)?.status).toBe('OK');
  expect(await server.call(getLatestTestRun, {}, { as: caller })).toBeUndefined();
  expect(await server.call(listPastResults, { query: { id } }, { as: caller })).toEqual([]);
});

test('what an import would refuse, and what others have changed, is refused before anything runs', async () => {
  const { server, caller } = world;
  const attempt = (changes: CandidateChange[]) =>
    server.request(testCandidate, { body: { changes } }, { as: caller });
  const stale = { ...file(text(2)), checksum: blobId('something else') };
  expect((await attempt([{ kind: 'edit', serviceId: SERVICE, files: [stale] }])).statusCode).toBe(409);
  const broken = { folderPath: 'collections', name: 'own.js', content: 'export default 1;', checksum: null };
  const refused = await attempt([{ kind: 'edit', serviceId: 'content', files: [broken] }]);
  expect([refused.statusCode, refused.json().message]).toEqual([
    422,
    expect.stringContaining('collections/own.js'),
  ]);
  expect((await attempt([editing(text(2)), editing(text(3))])).statusCode).toBe(400);
  expect((await attempt([{ kind: 'edit', serviceId: 'nobody', files: [file('1')] }])).statusCode).toBe(404);
});

test('a service whose files could not be read has tested nothing, though it lists its tests later', async () => {
  const { server } = world;
  await using mill = await startScriptedService('mill', { 'tests/a': {} });
  await server.context.services.register(mill.address);
  const proofOf = async ({ runId }: { runId: string }) => {
    const query = server.context.db.selectFrom('candidates').select('passedOn').where('runId', '=', runId);
    return (await query.executeTakeFirst())?.passedOn;
  };
  // It has no files for the tests of others to read, and runs its own.
  expect(await proofOf(await runCandidate([editing(text(5))]))).toEqual(expect.any(Date));
  expect(mill.begun).toEqual(['tests/a']);
  mill.unavailable.add('/export/metadata');
  expect(await proofOf(await runCandidate([editing(text(5))]))).toBeNull();
  expect(mill.begun).toEqual(['tests/a']);
  await server.context.services.delete('mill');
});

test('strangers see nothing of it, and who may not change what is live tests no change', async () => {
  const { server, caller } = world;
  const { runId } = await runCandidate([editing(text(4))]);
  const stranger = await buildUser(server.context);
  const read = await server.request(getCandidateRun, { params: { runId } }, { as: stranger });
  expect(read.statusCode).toBe(404);
  const start = (as: typeof caller) =>
    server.request(testCandidate, { body: { changes: [editing(text(4))] } }, { as });
  // The file is not in the stranger's configuration.
  expect((await start(stranger)).statusCode).toBe(409);
  for (const held of [['tests.run'], ['configuration.write']] as const) {
    const refused = await start(await buildChild(server.context, caller, held));
    expect(refused.statusCode).toBe(403);
  }
  const both = await start(await buildChild(server.context, caller, ['tests.run', 'configuration.write']));
  expect(both.statusCode).toBe(200);
  expect((await start(caller)).json().details.runId).toBe(both.json().runId);
  await server.context.jobs.runDue(server.context.testRuns.jobs);
  await server.call(
    editFiles,
    { params: { serviceId: SERVICE }, body: { files: [file(text(1))], message: '' } },
    { as: caller },
  );
});
