import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { searchLog } from '@atrium/contract/audit/log';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import { editFiles } from '@atrium/contract/configuration/edit';
import { importBodies } from '@atrium/contract/configuration/import';
import { getProgress } from '@atrium/contract/configuration/progress';
import { getPull, pull } from '@atrium/contract/configuration/pull';
import { getSubmission, submitPull } from '@atrium/contract/configuration/submission';
import { returnToVersion } from '@atrium/contract/configuration/versions';
import type { EndpointRequest } from '@atrium/contract/endpoint';
import { runTests } from '@atrium/contract/test-runs/test-runs';
import { listWork } from '@atrium/contract/work/work';
import { childEnvironment } from '@atrium/host/child-environment';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { buildChild, buildUser } from '../../../test/factories.ts';
import { commitFiles } from '../../../test/git-repository.ts';
import { countWaitingForLocks, whileLocked } from '../../../test/locked-table.ts';
import { executeRun, liveDigests, prepareReturned, readReturn } from '../../../test/submitted-both.ts';
import { configurationJobs } from '../configuration.job.ts';
import { resumeSubmissionsJob } from './submission.job.ts';

vi.setConfig({ testTimeout: 90_000 });

type Body = EndpointRequest<typeof submitPull>['body'];

const PROGRAM = join(import.meta.dirname, '../../../test/submitting-process.ts');

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
  await prepareReturned(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const nextId = () => world.server.context.random.id();

/** A pull that changes a function of both services, and the submit of both. The test fails with a number below zero. */
async function submitOf(name: string, answer: number, more: Partial<Body> = {}): Promise<Body> {
  const { server, caller } = world;
  const folder = await world.repositoryOfLive(name);
  await commitFiles(folder, {
    [`${SERVICE}/functions/returned/answer.js`]: `export default () => ${answer};\n`,
    'content/functions/returned/answer.js': `export default () => ${Math.abs(answer)};\n`,
  });
  const { uuid } = await server.call(pull, { body: world.gitRequest(name) }, { as: caller });
  const folders = [{ name: 'functions/returned', files: [{ name: 'answer.js', action: 'remote' as const }] }];
  const services = await Promise.all(
    ['content', SERVICE].map(async (serviceId) => {
      return { serviceId, baseVersion: await world.liveVersion(serviceId), folders };
    }),
  );
  return { id: nextId(), uuid, backupKey: nextId(), services, ...more };
}

const submit = (body: Body, as = world.caller) => world.server.call(submitPull, { body }, { as });
const read = (id: string) => world.server.call(getSubmission, { params: { id } }, { as: world.caller });

/** What the minute's job does about a submission whose process is gone. */
async function resume(id: string): Promise<void> {
  const { context } = world.server;
  const touchedOn = new Date(context.clock.now().getTime() - 60_000);
  await context.db.updateTable('submissions').set({ touchedOn }).where('id', '=', id).execute();
  await context.jobs.send(resumeSubmissionsJob, {});
  for (let round = 0; round < 2; round += 1) {
    await context.jobs.runDue(configurationJobs(context.configuration));
    await context.jobs.runDue(
      context.testRuns.jobs.filter(({ definition }) => definition.name.includes('test-submissions')),
    );
  }
}

/** A server process of its own that submits, killed or stopped once it is held up at a table. */
async function cutSubmit(
  submission: Body,
  table: 'backups' | 'testRuns',
  signal: 'SIGKILL' | 'SIGSTOP' = 'SIGKILL',
): Promise<ChildProcess> {
  const { connection, dataFolder, context } = world.server;
  let child: ChildProcess | undefined;
  await whileLocked(connection, table, async () => {
    child = spawn(process.execPath, [PROGRAM], {
      env: { ...process.env, ...childEnvironment() },
      stdio: ['pipe', 'ignore', signal === 'SIGKILL' ? 'inherit' : 'ignore'],
    });
    child.stdin?.end(
      JSON.stringify({
        connection,
        dataFolder,
        servicesUrl: context.services.ownProcess,
        caller: world.caller,
        submission,
      }),
    );
    const hasReached = async () =>
      (await countWaitingForLocks(context.db)) > 0 &&
      (table === 'backups' || (await read(submission.id)).tests === 'WAITING');
    await expect.poll(hasReached, { timeout: 60_000 }).toBe(true);
    child.kill(signal);
    if (signal === 'SIGKILL') await once(child, 'exit');
  });
  return child as ChildProcess;
}

test('one call submits several services, has them tested and returns all of them if a test fails', async () => {
  const before = await liveDigests(world);
  const body = await submitOf('all', -1, { tests: 'RETURN', draft: '{}' });
  const submitted = await submit(body);
  expect(submitted).toMatchObject({ state: 'DONE', tests: 'STARTED', runId: expect.any(String) });
  const base = new Map(body.services.map(({ serviceId, baseVersion }) => [serviceId, baseVersion ?? 0]));
  for (const { serviceId, version, backupId, error } of submitted.services) {
    expect([version, error]).toEqual([(base.get(serviceId) ?? 0) + 1, null]);
    expect(backupId).toEqual(expect.any(String));
  }
  expect(await liveDigests(world)).not.toEqual(before);
  const { work } = await world.server.call(listWork, {}, { as: world.caller });
  const about = '2 services: 2 files';
  expect(work.find(({ id }) => id === body.id)).toMatchObject({
    kind: 'SUBMIT',
    state: 'DONE',
    about,
    outcome: '2 services were submitted.',
  });
  expect(
    await world.server.call(getProgress, { params: { id: body.id } }, { as: world.caller }),
  ).toMatchObject({ kind: 'SUBMIT', about, uuid: body.uuid });

  await executeRun(world);
  expect(await liveDigests(world)).toEqual(before);
  expect(await read(body.id)).toMatchObject({ state: 'DONE', tests: 'RETURNED' });
  const outcome = await readReturn(world, submitted.runId ?? '');
  expect(outcome?.services.map(({ serviceId }) => serviceId)).toEqual(['content', SERVICE]);
  for (const { submitted: made, returned } of outcome?.services ?? []) expect(returned).toBe(made + 1);
  const again = await world.server.call(listWork, {}, { as: world.caller });
  expect(again.work.find(({ id }) => id === body.id)?.outcome).toBe('Returned, because a test failed.');
  const log = { startAt: '2020-01-01T00:00:00.000Z', action: 'configuration.return-submit' };
  const { logs } = await world.server.call(searchLog, { body: log }, { as: world.caller });
  expect(logs[0]?.message).toMatch(/^Returned content to version \d+, hyper-dispatch to version \d+/);
});

test('one of three services fails: the others are live, no tests run, and it is submitted again alone', async () => {
  const body = await submitOf('three', 2, { tests: 'RETURN' });
  const missing = { serviceId: 'elsewhere', baseVersion: 1, folders: [] };
  await world.changeLive({ 'functions/returned/answer.js': 'export default () => 3;\n' });
  const submitted = await submit({ ...body, services: [...body.services, missing] });
  expect(submitted).toMatchObject({ state: 'FAILED', tests: null, runId: null });
  const byId = Object.fromEntries(submitted.services.map((service) => [service.serviceId, service]));
  expect(byId['content']).toMatchObject({ version: expect.any(Number), error: null });
  expect(byId['elsewhere']).toMatchObject({ version: null, error: { status: 404 } });
  const path = 'functions/returned/answer.js';
  expect(byId[SERVICE]).toMatchObject({
    version: null,
    backupId: null,
    error: { status: 409, details: { moved: [path] } },
  });
  const { work } = await world.server.call(listWork, {}, { as: world.caller });
  expect(work.find(({ id }) => id === body.id)).toMatchObject({
    state: 'FAILED',
    outcome: expect.stringContaining('Content was submitted.'),
  });

  const [, dispatch] = body.services;
  const folders = dispatch?.folders ?? [];
  const services = [{ serviceId: SERVICE, baseVersion: await world.liveVersion(), folders }];
  const alone = await submit({ ...body, id: nextId(), services });
  expect(alone).toMatchObject({ state: 'DONE', tests: 'STARTED' });
  // The run decides about everything submitted under the key.
  const decided = await readReturn(world, alone.runId ?? '');
  expect(decided?.services.map(({ serviceId }) => serviceId)).toEqual(['content', SERVICE]);
  await executeRun(world);
  expect(await read(alone.id)).toMatchObject({ tests: 'KEPT', reason: 'All tests passed.' });
});

test('without tests nothing runs, and what is already live is unchanged', async () => {
  const body = await submitOf('plain', 4);
  expect(await submit(body)).toMatchObject({ state: 'DONE', tests: null, runId: null });
  const services = await Promise.all(
    body.services.map(async (one) => ({ ...one, baseVersion: await world.liveVersion(one.serviceId) })),
  );
  const again = await submit({ ...body, id: nextId(), services });
  expect(again.services).toEqual(
    services.map(({ serviceId, baseVersion }) => {
      return { serviceId, version: baseVersion, backupId: null, error: null };
    }),
  );
});

test('a pull that changes nothing counts as submitted as what is live', async () => {
  const { server, caller } = world;
  await world.repositoryOfLive('same');
  const baseVersion = await world.liveVersion();
  const begin = async () =>
    (await server.call(pull, { body: world.gitRequest('same') }, { as: caller })).uuid;
  const submittedAs = async (uuid: string) => {
    const { services } = await server.call(getPull, { params: { uuid }, query: {} }, { as: caller });
    return services.find(({ serviceId }) => serviceId === SERVICE)?.confirmedVersion;
  };
  const [first, second] = [await begin(), await begin()];
  expect(await submittedAs(first)).toBeNull();
  const service = { serviceId: SERVICE, baseVersion, folders: [] };
  await submit({ id: nextId(), uuid: first, backupKey: nextId(), services: [service] });
  expect(await submittedAs(first)).toBe(baseVersion);
  expect(await submittedAs(second)).toBeNull();
  const progress = nextId();
  const made = { serviceId: SERVICE, version: baseVersion, backupId: null, error: null };
  await server.call(confirmPull, { body: { ...service, uuid: second, progress } }, { as: caller });
  expect((await read(progress)).services).toEqual([made]);
  expect(await submittedAs(second)).toBe(baseVersion);
});

test('a lost answer is asked for again: nothing is submitted twice, and another submit has another id', async () => {
  const body = await submitOf('lost', 5, { tests: 'RUN' });
  const [first, second] = await Promise.all([submit(body), submit(body)]);
  expect(second).toEqual(first);
  expect(await submit(body)).toEqual(first);
  for (const { serviceId, baseVersion } of body.services)
    expect(await world.liveVersion(serviceId)).toBe((baseVersion ?? 0) + 1);
  const other = await world.server.request(
    submitPull,
    { body: { ...body, message: 'Another' } },
    { as: world.caller },
  );
  expect([other.statusCode, other.json().message]).toEqual([
    409,
    'This id was already used for a different submit.',
  ]);
  await executeRun(world);
  expect(await readReturn(world, first.runId ?? '')).toBeUndefined();
});

test('a service named twice is refused', async () => {
  const body = await submitOf('twice', 2);
  const services = [...body.services, ...body.services];
  await expect(submit({ ...body, services })).rejects.toThrow('Each service can be submitted once.');
});

test('two people at once: each service takes one of them, and each hears about their own', async () => {
  const { server, caller } = world;
  const colleague = await buildChild(server.context, caller, [
    'configuration.read',
    'configuration.write',
    'tests.run',
  ]);
  const mine = await submitOf('mine', 6, { tests: 'RETURN' });
  const theirs = { ...(await submitOf('theirs', 7, { tests: 'RETURN' })) };
  const both = await Promise.all([submit(mine), submit(theirs, colleague)]);
  for (const [index, { baseVersion, serviceId }] of mine.services.entries()) {
    expect(await world.liveVersion(serviceId)).toBe((baseVersion ?? 0) + 1);
    const outcomes = both.map(({ services }) => services.find((one) => one.serviceId === serviceId));
    expect(
      outcomes.filter((one) => one?.error === null),
      String(index),
    ).toHaveLength(1);
    expect(outcomes.find((one) => one?.error !== null)?.error?.status).toBe(409);
  }
  await executeRun(world);
  const stranger = await buildUser(server.context);
  const params = { id: mine.id };
  expect((await server.request(getSubmission, { params }, { as: stranger })).statusCode).toBe(404);
});

test('a submit whose process is killed is completed and tested by the next one', async () => {
  const { caller } = world;
  const body = await submitOf('killed', -8, { tests: 'RETURN' });
  const before = await liveDigests(world);
  await cutSubmit(body, 'backups');
  expect(await read(body.id)).toMatchObject({ state: 'RUNNING' });
  // It is going on: it has not failed.
  const progress = await world.server.call(getProgress, { params: { id: body.id } }, { as: caller });
  expect(progress.state).toBe('RUNNING');
  // The imports of the dead process are withdrawn, so that nothing is submitted a second time.
  await resume(body.id);
  const resumed = await read(body.id);
  expect(resumed).toMatchObject({ state: 'DONE', tests: 'STARTED', runId: expect.any(String) });
  for (const { serviceId, baseVersion } of body.services)
    expect(await world.liveVersion(serviceId)).toBe((baseVersion ?? 0) + 1);
  await executeRun(world);
  expect(await read(body.id)).toMatchObject({ tests: 'RETURNED' });
  expect(await liveDigests(world)).toEqual(before);
});

test('a submit whose process stalls is completed by the next one; when the first wakes up, it changes and notes nothing', async () => {
  const body = await submitOf('stalled', 14);
  const child = await cutSubmit(body, 'backups', 'SIGSTOP');
  await resume(body.id);
  const resumed = await read(body.id);
  const made = body.services.map(({ serviceId, baseVersion }) => {
    return { serviceId, version: (baseVersion ?? 0) + 1, backupId: expect.any(String), error: null };
  });
  expect(resumed).toMatchObject({ state: 'DONE', services: expect.arrayContaining(made) });
  const exited = once(child, 'exit');
  child.kill('SIGCONT');
  await exited;
  expect(await read(body.id)).toEqual(resumed);
  for (const { serviceId, version } of made) expect(await world.liveVersion(serviceId)).toBe(version);
  const { rows } = await sql<{ version: number | null }>`
    select imported_version as version from backups where submission_id = ${body.id}`.execute(
    world.server.context.db,
  );
  expect(rows).toHaveLength(made.length);
  expect(rows).toEqual(expect.arrayContaining(made.map(({ version }) => ({ version }))));
});

test('every change of live configuration is a submission, listed if its caller follows it', async () => {
  const { server, caller } = world;
  const text = 'export default () => 15;\n';
  const file = { folderPath: 'functions/returned', name: 'own.js', content: text, checksum: null };
  const edit = { params: { serviceId: SERVICE }, body: { files: [file], message: 'By hand' } };
  const edited = await server.call(editFiles, edit, { as: caller });
  const body = JSON.stringify({ functions: [{ name: 'uploaded', source: '1;\n' }] });
  const upload = { serviceId: SERVICE, body, baseVersion: edited.version };
  const { results } = await server.call(importBodies, { body: { confirmed: [upload] } }, { as: caller });
  const params = { serviceId: SERVICE, version: edited.version };
  const back = { params, body: { baseVersion: edited.version + 1 } };
  const returned = await server.call(returnToVersion, back, { as: caller });
  const rows = await server.context.db
    .selectFrom('submissions')
    .select(['id', 'kind', 'state', 'outcomes'])
    .where('domainId', '=', caller.domainId)
    .where('isFollowed', '=', false)
    .orderBy('id')
    .execute();
  const outcome = (version?: number) => ({ version, backupId: expect.any(String), error: null });
  expect(rows.slice(-3)).toMatchObject([
    { kind: 'SUBMIT', state: 'DONE', outcomes: { [SERVICE]: outcome(edited.version) } },
    { kind: 'IMPORT', state: 'DONE', outcomes: { [SERVICE]: outcome(results[0]?.version) } },
    { kind: 'RETURN', state: 'DONE', outcomes: { [SERVICE]: outcome(returned.version) } },
  ]);
  const { work } = await server.call(listWork, {}, { as: caller });
  expect(work.map(({ id }) => id)).not.toContain(rows.at(-1)?.id);
});

test('between the submit and the tests, too: the tests run, and the same call answers with them', async () => {
  const body = await submitOf('untested', 9, { tests: 'RETURN' });
  await cutSubmit(body, 'testRuns');
  expect(await read(body.id)).toMatchObject({ state: 'DONE', tests: 'WAITING', runId: null });
  await resume(body.id);
  const { runId } = await read(body.id);
  expect(await submit(body)).toMatchObject({ state: 'DONE', tests: 'STARTED', runId });
  await executeRun(world);
  expect(await read(body.id)).toMatchObject({ tests: 'KEPT' });
});

test('between the tests and the return, too: what failed is returned', async () => {
  const { context } = world.server;
  const before = await liveDigests(world);
  const body = await submitOf('unreturned', -10, { tests: 'RETURN' });
  await submit(body);
  await context.jobs.runDue(context.testRuns.jobs);
  expect(await read(body.id)).toMatchObject({ tests: 'RETURNING' });
  // The job is lost with its process, and the minute's job sends it again.
  await resume(body.id);
  expect(await read(body.id)).toMatchObject({ tests: 'RETURNED' });
  expect(await liveDigests(world)).toEqual(before);
});

test('while another run is going it waits, and starts when that one ends', async () => {
  const { server, caller } = world;
  const other = await server.call(runTests, { body: {} }, { as: caller });
  const body = await submitOf('waiting', 11, { tests: 'RETURN' });
  expect(await submit(body)).toMatchObject({ state: 'DONE', tests: 'WAITING', runId: null });
  for (let round = 0; round < 2; round += 1) await executeRun(world);
  const { tests, runId } = await read(body.id);
  expect(tests).toBe('KEPT');
  expect(runId).not.toBe(other.runId);
});

test('without a return, a run that is going is shown in place of one of its own', async () => {
  const { runId } = await world.server.call(runTests, { body: {} }, { as: world.caller });
  const reason = expect.stringContaining('may have started before your changes went live');
  const submitted = await submit(await submitOf('shown', 14, { tests: 'RUN' }));
  expect(submitted).toMatchObject({ tests: 'STARTED', runId, reason });
  await executeRun(world);
});

test('what cannot be tested any more is said and logged, and stays', async () => {
  const { server, caller } = world;
  await server.call(runTests, { body: {} }, { as: caller });
  const body = await submitOf('changed', 12, { tests: 'RETURN' });
  await submit(body);
  await world.changeLive({ 'functions/returned/else.js': '1;\n' });
  const live = await liveDigests(world);
  await executeRun(world);
  await executeRun(world);
  const found = await read(body.id);
  expect(found).toMatchObject({
    tests: 'UNTESTED',
    runId: null,
    reason: expect.stringMatching(
      /Someone has changed hyper-dispatch .* The tests did not run, and nothing was returned\.$/,
    ),
  });
  expect(await liveDigests(world)).toEqual(live);
  const log = { startAt: '2020-01-01T00:00:00.000Z', action: 'configuration.return-submit-untested' };
  const { logs } = await server.call(searchLog, { body: log }, { as: caller });
  expect(logs.map(({ message }) => message)).toEqual([found.reason]);
  const { work } = await server.call(listWork, {}, { as: caller });
  expect(work.find(({ id }) => id === body.id)).toMatchObject({ state: 'FAILED', outcome: found.reason });
});

test('tests take the permission to run them, and nothing is submitted without it', async () => {
  const { server, caller } = world;
  const writer = await buildChild(server.context, caller, ['configuration.read', 'configuration.write']);
  const body = await submitOf('forbidden', 13, { tests: 'RUN' });
  const before = await liveDigests(world);
  expect((await server.request(submitPull, { body }, { as: writer })).statusCode).toBe(403);
  expect(await liveDigests(world)).toEqual(before);
});
