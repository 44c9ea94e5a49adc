import { createOwnKey } from '@atrium/contract/access-keys/own-key';
import { createPageGrant } from '@atrium/contract/access-keys/page-grant';
import { submitPull } from '@atrium/contract/configuration/submission';
import type { Endpoint } from '@atrium/contract/endpoint';
import type { Permission } from '@atrium/contract/permissions';
import { testCandidate } from '@atrium/contract/test-runs/candidate';
import { findChange, getChangeSearch } from '@atrium/contract/test-runs/change-search';
import { getTestRun, runTests } from '@atrium/contract/test-runs/test-runs';
import { saveRunTime } from '@atrium/contract/test-runs/timetable';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConfigurationWorld, SERVICE, startConfigurationWorld } from '../../test/configuration-world.ts';

vi.setConfig({ testTimeout: 60_000 });

/** All that starting tests takes, and nothing that this one does. */
const STARTS: Permission[] = ['configuration.read', 'configuration.write', 'tests.read', 'tests.run'];
const ID = `${SERVICE}/tests/restricted/calls`;

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
  await world.changeLive({
    'functions/restricted/one.js': 'export default () => 1;\n',
    'tests/restricted/calls.js':
      "export default async ({ call, expect }) => expect(await call('restricted/one')).to.equal(1);\n",
  });
});
afterAll(() => world[Symbol.asyncDispose]());

const SEARCHED = { servicesTests: [{ serviceId: SERVICE, tests: [{ id: ID }] }] };

async function keyFor(permissions: Permission[]): Promise<string> {
  const body = { label: 'Build server', kind: 'token' as const, permissions };
  const { token = '' } = await world.server.call(createOwnKey, { body }, { as: world.caller });
  return token;
}

async function ask<Body>(token: string, endpoint: Endpoint, parts: Record<string, unknown>): Promise<Body> {
  const answer = await world.server.request(endpoint, parts, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.body === '' ? (undefined as Body) : answer.json<Body>();
}

const runDue = () => world.server.context.jobs.runDue(world.server.context.testRuns.jobs);

/** How the test ended that calls a function. */
async function endOf(runId: string): Promise<string> {
  const run = await world.server.call(getTestRun, { params: { runId } }, { as: world.caller });
  const found = run.servicesTests.flatMap(({ tests }) => tests).find(({ id }) => id === ID);
  return found?.status === 'FAIL' ? String(found.result) : String(found?.status);
}

const FORBIDDEN = expect.stringContaining('may not call functions');

async function runWith(token: string): Promise<string> {
  const { runId } = await ask<{ runId: string }>(token, runTests, { body: SEARCHED });
  await runDue();
  return endOf(runId);
}

async function testCandidateWith(token: string): Promise<string> {
  const place = { folderPath: 'functions/restricted', name: 'other.js', checksum: null };
  const files = [{ ...place, content: 'export default () => 2;\n' }];
  const body = { changes: [{ kind: 'edit', serviceId: SERVICE, files }] };
  const { runId } = await ask<{ runId: string }>(token, testCandidate, { body });
  await runDue();
  return endOf(runId);
}

async function findRunId(): Promise<string> {
  const { id } = await world.server.context.db
    .selectFrom('testRuns')
    .select('id')
    .where('domainId', '=', world.caller.domainId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

test('tests do no more than the key may that started them', async () => {
  const [starts, calls] = [await keyFor(STARTS), await keyFor([...STARTS, 'functions.invoke'])];
  expect(await runWith(starts)).toEqual(FORBIDDEN);
  expect(await runWith(calls)).toBe('OK');
  expect(await testCandidateWith(starts)).toEqual(FORBIDDEN);
  expect(await testCandidateWith(calls)).toBe('OK');
});

test('nor than the page of a service that was allowed to', async () => {
  const { server, caller } = world;
  await server.context.db.updateTable('services').set({ hasUi: true }).where('id', '=', SERVICE).execute();
  server.context.services.forgetKnown();
  const body = { serviceId: SERVICE, permissions: STARTS, minutes: 15 as const };
  const { token } = await server.call(createPageGrant, { body }, { as: caller });
  expect(await runWith(token)).toEqual(FORBIDDEN);
  expect(await testCandidateWith(token)).toEqual(FORBIDDEN);
});

test('nor do those of a time that it saved, or after a submit of it', async () => {
  const { server, caller } = world;
  const { context } = server;
  const { db, clock, random } = context;
  const token = await keyFor(STARTS);
  const { id } = await ask<{ id: string }>(token, saveRunTime, { body: { rhythm: 'DAILY', at: '03:00' } });
  const past = new Date(clock.now().getTime() - 60_000);
  await db.updateTable('runTimes').set({ nextOn: past }).where('id', '=', id).execute();
  const find = context.testRuns.jobs.find(({ definition }) => definition.name === 'test-runs.find-due');
  await find?.run({}, { id: '', tryNumber: 0, signal: AbortSignal.timeout(10_000) });
  for (let round = 0; round < 2; round += 1) await runDue();
  expect(await endOf(await findRunId())).toEqual(FORBIDDEN);

  // It waits for the end of another run; then the platform starts its own.
  const { runId: before } = await server.call(runTests, { body: SEARCHED }, { as: caller });
  const body = { id: random.id(), uuid: random.id(), services: [], backupKey: random.id(), tests: 'RETURN' };
  expect(await ask(token, submitPull, { body })).toMatchObject({ tests: 'WAITING', runId: null });
  for (let round = 0; round < 2; round += 1) await runDue();
  const started = await findRunId();
  expect(started).not.toBe(before);
  expect(await endOf(started)).toEqual(FORBIDDEN);
});

test('nor do those of a search for the version that broke a test', async () => {
  const { server, caller } = world;
  const run = async () => {
    const { runId } = await server.call(runTests, { body: SEARCHED }, { as: caller });
    await runDue();
    return runId;
  };
  await run();
  await world.changeLive({ 'functions/restricted/one.js': 'export default () => 2;\n' });
  const runId = await run();
  const search = async (token: string) => {
    await ask(token, findChange, { params: { runId }, body: { id: ID } });
    await runDue();
    const found = { params: { runId }, query: { id: ID } };
    return (await server.call(getChangeSearch, found, { as: caller }))?.status;
  };
  // It cannot call what it calls, with any version.
  expect(await search(await keyFor(STARTS))).toBe('FAILED_BEFORE');
  expect(await search(await keyFor([...STARTS, 'functions.invoke']))).toBe('FOUND');
});
