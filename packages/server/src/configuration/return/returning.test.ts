import { searchLog } from '@atrium/contract/audit/log';
import { nameOfAction } from '@atrium/contract/audit/log-actions';
import { editFiles } from '@atrium/contract/configuration/edit';
import { submitPull } from '@atrium/contract/configuration/submission';
import { getReturnDraft, getSubmitReturn, type SubmitReturn } from '@atrium/contract/test-runs/submit-return';
import { UnavailableError, UnprocessableError } from '@atrium/host/errors';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { buildChild, buildUser } from '../../../test/factories.ts';
import {
  executeRun,
  liveDigests,
  prepareReturned,
  readReturn,
  SERVICES,
  startDecidingRun,
  submitBoth,
  testsOfKey,
} from '../../../test/submitted-both.ts';
import { ServiceChanges } from '../import/service-change.service.ts';
import { Returning } from './returning.service.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
  await prepareReturned(world);
});
afterAll(() => world[Symbol.asyncDispose]());

/** Adds a file to the other service, as a person does. */
const edit = (name: string) =>
  world.server.request(
    editFiles,
    {
      params: { serviceId: 'content' },
      body: {
        files: [{ folderPath: 'functions/own', name: `${name}.js`, content: '1;\n', checksum: null }],
        message: '',
      },
    },
    { as: world.caller },
  );

function buildServiceChanges(): ServiceChanges {
  const { context } = world.server;
  return new ServiceChanges({ ...context, coverage: context.configuration.coverage });
}

/** Returns what was submitted, for a person or one who is gone, with services that `serviceChanges` stands before. */
async function returnBy(
  runId: string,
  actor: typeof world.caller | undefined,
  serviceChanges: ServiceChanges,
): Promise<void> {
  const { context } = world.server;
  const returning = new Returning({
    ...context,
    ...context.configuration,
    git: undefined as never,
    serviceChanges,
    interruptedChanges: context.configuration.interruptedChanges,
    findActor: () => Promise.resolve(actor),
  });
  await returning.run(runId, new AbortController().signal);
}

async function logOf(action: string): Promise<string[]> {
  const body = { startAt: '2020-01-01T00:00:00.000Z', action };
  const { logs } = await world.server.call(searchLog, { body }, { as: world.caller });
  return logs.map(({ message }) => message);
}

test('a failed test returns all services of the submit byte for byte, and the choices are kept', async () => {
  const { server, caller } = world;
  const before = await liveDigests(world);
  const { backupKey } = await submitBoth(world, -1);
  expect(await liveDigests(world)).not.toEqual(before);
  const runId = await startDecidingRun(world, backupKey);
  expect((await readReturn(world, runId))?.state).toBe('WAITING');
  await executeRun(world);
  expect(await liveDigests(world)).toEqual(before);
  const outcome = await readReturn(world, runId);
  expect(outcome).toMatchObject({ state: 'RETURNED', reason: null });
  expect(outcome?.services.map(({ serviceId }) => serviceId)).toEqual([...SERVICES]);
  for (const { submitted, returned } of outcome?.services ?? []) expect(returned).toBe(submitted + 1);
  const [message] = await logOf('configuration.return-submit');
  expect(message).toMatch(/^Returned content to version \d+, hyper-dispatch to version \d+, because a test/);
  const draft = await server.call(getReturnDraft, { params: { runId } }, { as: caller });
  expect(draft).toEqual({ pullId: outcome?.pullId, choices: '{"services":{}}' });

  const stranger = await buildUser(server.context);
  expect(await server.call(getSubmitReturn, { params: { runId } }, { as: stranger })).toBeUndefined();
  const other = await server.request(getReturnDraft, { params: { runId } }, { as: stranger });
  expect(other.statusCode).toBe(404);
});

test('what passes stays, and a second run decides about nothing any more', async () => {
  const { backupKey } = await submitBoth(world, 7);
  const submitted = await liveDigests(world);
  const runId = await startDecidingRun(world, backupKey);
  await executeRun(world);
  expect(await readReturn(world, runId)).toMatchObject({ state: 'KEPT', reason: 'All tests passed.' });
  expect(await liveDigests(world)).toEqual(submitted);
  const again = await startDecidingRun(world, backupKey);
  expect(await readReturn(world, again)).toBeUndefined();
  await executeRun(world);
});

test('what passes is not called tested where the tests of a service could not be listed', async () => {
  const { backupKey } = await submitBoth(world, 9);
  const { db, clock } = world.server.context;
  const away = { id: 'away', name: 'Away', groupName: 'Apps', address: 'http://127.0.0.1:9' };
  const kind = { hasUi: false, isShipped: false, isTrusted: false, registeredOn: clock.now() };
  await db
    .insertInto('services')
    .values({ ...away, ...kind })
    .execute();
  world.server.context.services.forgetKnown();
  try {
    const runId = await startDecidingRun(world, backupKey);
    await executeRun(world);
    const reason = expect.stringContaining('not all of them ran');
    expect(await readReturn(world, runId)).toMatchObject({ state: 'KEPT', reason });
  } finally {
    await db.deleteFrom('services').where('id', '=', away.id).execute();
    world.server.context.services.forgetKnown();
  }
});

test('if somebody changed something in between, nothing is undone, and the log says so', async () => {
  const { backupKey } = await submitBoth(world, -2);
  const runId = await startDecidingRun(world, backupKey);
  expect((await edit('between')).statusCode).toBe(200);
  const submitted = await liveDigests(world);
  await executeRun(world);
  expect(await liveDigests(world)).toEqual(submitted);
  const outcome = await readReturn(world, runId);
  expect(outcome).toMatchObject({
    state: 'REFUSED',
    reason: expect.stringContaining('Someone changed content'),
  });
  expect(outcome?.services.map(({ returned }) => returned)).toEqual([null, null]);
  expect(await logOf('configuration.return-submit-refused')).toHaveLength(1);
  // Before the run it is refused at once.
  const { backupKey: next } = await submitBoth(world, -3);
  await world.changeLive({ 'functions/returned/other.js': '1;\n' });
  const late = await world.server.request(
    submitPull,
    { body: testsOfKey(world, next) },
    { as: world.caller },
  );
  expect([late.statusCode, late.json().message]).toEqual([409, expect.stringContaining(SERVICE)]);
});

test('someone who is faster in the middle makes it go forward again: never half', async () => {
  const { server, caller } = world;
  const { context } = server;
  await submitBoth(world, 8);
  const { backupKey } = await submitBoth(world, -4);
  const [, submitted] = await liveDigests(world);
  const runId = await startDecidingRun(world, backupKey);
  await context.jobs.runDue(context.testRuns.jobs);
  expect((await readReturn(world, runId))?.state).toBe('RETURNING');

  // While it is put back no one else changes these services through the platform.
  expect((await edit('meanwhile')).statusCode).toBe(503);
  const { token } = await context.tokens.issueAccessToken(caller);
  const direct = await server.app.inject({
    method: 'POST',
    url: '/services/content/import',
    headers: { authorization: `Bearer ${token}` },
    payload: { baseVersion: 1, folders: [] },
  });
  expect(direct.statusCode).toBe(403);

  const real = buildServiceChanges();
  let steps = 0;
  const serviceChanges = {
    async submit(...given: Parameters<ServiceChanges['submit']>) {
      const made = await real.submit(...given);
      steps += 1;
      // Past the platform: a call that was on its way when the return began.
      if (steps === 1) await world.changeLive({ 'functions/returned/faster.js': '1;\n' });
      return made;
    },
  } as ServiceChanges;
  await returnBy(runId, caller, serviceChanges);
  expect(steps).toBe(2);
  expect(await readReturn(world, runId)).toMatchObject({
    state: 'REFUSED',
    reason: expect.stringContaining('Someone changed hyper-dispatch'),
  });
  expect(await world.liveContent('functions/returned/answer.js')).toBe('export default () => -4;\n');
  expect(await world.liveContent('functions/returned/faster.js')).toBe('1;\n');
  expect((await logOf('configuration.return'))[0]).toContain('Went forward');
  expect(nameOfAction('configuration.return')).toBe('Returned or went forward after a failed test');
  const [content, dispatch] = await liveDigests(world);
  expect([content === undefined, dispatch === submitted]).toEqual([false, false]);
  expect((await edit('afterwards')).statusCode).toBe(200);
});

test('what a service refuses for good ends it: what went back goes forward again', async () => {
  const { server, caller } = world;
  const { context } = server;
  await submitBoth(world, 11);
  const { backupKey } = await submitBoth(world, -12);
  const submitted = await liveDigests(world);
  const runId = await startDecidingRun(world, backupKey);
  await context.jobs.runDue(context.testRuns.jobs);
  const real = buildServiceChanges();
  const services: string[] = [];
  let midway: SubmitReturn | undefined;
  const serviceChanges = {
    async submit(...given: Parameters<ServiceChanges['submit']>) {
      services.push(given[1].serviceId);
      if (services.length === 2) {
        midway = await readReturn(world, runId);
        throw new UnprocessableError('There is no room for more versions.');
      }
      return real.submit(...given);
    },
  } as ServiceChanges;
  await returnBy(runId, caller, serviceChanges);
  expect(services[2]).toBe(services[0]);
  // One is back and the other not yet: the response says so.
  expect(midway).toMatchObject({
    state: 'RETURNING',
    services: [
      { serviceId: services[0], returned: expect.any(Number) },
      { serviceId: services[1], returned: null },
    ],
  });
  expect(await readReturn(world, runId)).toMatchObject({
    state: 'REFUSED',
    reason: expect.stringContaining('There is no room for more versions.'),
  });
  expect(await liveDigests(world)).toEqual(submitted);
  expect((await edit('after the refusal')).statusCode).toBe(200);
});

test('a service that refuses the way forward, too, ends it: the reason names it and what is live', async () => {
  const { server, caller } = world;
  const { context } = server;
  await submitBoth(world, 15);
  const { backupKey } = await submitBoth(world, -16);
  const runId = await startDecidingRun(world, backupKey);
  await context.jobs.runDue(context.testRuns.jobs);
  const real = buildServiceChanges();
  const services: string[] = [];
  const serviceChanges = {
    async submit(...given: Parameters<ServiceChanges['submit']>) {
      services.push(given[1].serviceId);
      if (services.length > 1) throw new UnprocessableError('There is no room for more versions.');
      return real.submit(...given);
    },
  } as ServiceChanges;
  await returnBy(runId, caller, serviceChanges);
  const [first, second] = services;
  expect(services).toEqual([first, second, first]);
  const outcome = await readReturn(world, runId);
  const { before, submitted, returned } =
    outcome?.services.find(({ serviceId }) => serviceId === first) ?? {};
  expect([outcome?.state, returned]).toEqual(['REFUSED', (submitted ?? 0) + 1]);
  expect(outcome?.reason).toMatch(
    / could not be returned to version \d+: There is no room for more versions\. /,
  );
  expect(outcome?.reason).toContain(
    `Version ${submitted} of ${first} could not be made live again: There is no room for more versions. ` +
      `Version ${returned} is live in ${first}, with the files of version ${before}; in all other services the submitted version is live.`,
  );
  expect(await logOf('configuration.return-submit-refused')).toContain(outcome?.reason);
  expect((await edit('after the second refusal')).statusCode).toBe(200);
});

test('what has begun is finished, although whoever submitted it is gone', async () => {
  const { context } = world.server;
  await submitBoth(world, 21);
  const before = await liveDigests(world);
  const { backupKey } = await submitBoth(world, -22);
  const runId = await startDecidingRun(world, backupKey);
  await context.jobs.runDue(context.testRuns.jobs);
  const real = buildServiceChanges();
  let submits = 0;
  const breakingOff = {
    async submit(...given: Parameters<ServiceChanges['submit']>) {
      submits += 1;
      if (submits === 2) throw new UnavailableError('The service is away.');
      return real.submit(...given);
    },
  } as ServiceChanges;
  await expect(returnBy(runId, world.caller, breakingOff)).rejects.toThrow('The service is away.');
  expect((await readReturn(world, runId))?.state).toBe('RETURNING');
  await returnBy(runId, undefined, real);
  expect((await readReturn(world, runId))?.state).toBe('RETURNED');
  expect(await liveDigests(world)).toEqual(before);
});

test('a submit that ended as it began has nothing to be returned, and is done', async () => {
  const { context } = world.server;
  await submitBoth(world, -13);
  const before = await liveDigests(world);
  const { backupKey } = await submitBoth(world, 14);
  await submitBoth(world, -13, backupKey);
  const runId = await startDecidingRun(world, backupKey);
  await context.jobs.runDue(context.testRuns.jobs);
  await context.configuration.returning.run(runId, new AbortController().signal);
  expect((await readReturn(world, runId))?.state).toBe('RETURNED');
  expect(await liveDigests(world)).toEqual(before);
});

test('only who may change what is live asks for it', async () => {
  const { server, caller } = world;
  const { backupKey } = await submitBoth(world, 9);
  const child = await buildChild(server.context, caller, ['tests.run']);
  const body = testsOfKey(world, backupKey);
  expect((await server.request(submitPull, { body }, { as: child })).statusCode).toBe(403);
});
