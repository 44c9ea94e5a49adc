import { searchLog } from '@atrium/contract/audit/log';
import { listBackups, restoreBackup } from '@atrium/contract/configuration/backups';
import { editFiles } from '@atrium/contract/configuration/edit';
import { importBodies, readLocalBodies } from '@atrium/contract/configuration/import';
import { getProtection, updateProtection } from '@atrium/contract/configuration/protection';
import { returnToVersion } from '@atrium/contract/configuration/versions';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { testCandidate } from '@atrium/contract/test-runs/candidate';
import type { CandidateChange } from '@atrium/contract/test-runs/candidate-change';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { buildChild, buildUser } from '../../../test/factories.ts';
import { startScriptedService } from '../../../test/scripted-service.ts';

vi.setConfig({ testTimeout: 60_000 });

const params = { serviceId: SERVICE };
const folderPath = 'functions/covered';
const text = (value: number) => `export default () => ${value};\n`;

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
  await world.changeLive({ [`${folderPath}/a.js`]: text(0) });
  await world.changeLive({ [`${folderPath}/a.js`]: text(1) });
});
afterAll(() => world[Symbol.asyncDispose]());

const protect = (needsPassedRun: boolean, as = world.caller) =>
  world.server.request(updateProtection, { params, body: { needsPassedRun } }, { as });

const file = (content: string, before: string | null) => ({
  folderPath,
  name: 'a.js',
  content,
  checksum: before === null ? null : blobId(before),
});

const edit = (content: string, before: string, as = world.caller) =>
  world.server.request(
    editFiles,
    { params, body: { files: [file(content, before)], message: 'Edited' } },
    { as },
  );

/** Returns what the tests read of the service. */
async function pass(change: CandidateChange) {
  const { server, caller } = world;
  const { runId } = await server.call(testCandidate, { body: { changes: [change] } }, { as: caller });
  const sources = await server.context.configuration.candidates.listSources(caller.domainId, runId);
  await server.context.jobs.runDue(server.context.testRuns.jobs);
  return sources?.find(({ serviceId }) => serviceId === SERVICE);
}

test('an owner demands it, a child may not without the permission, and the log says who did', async () => {
  const { server, caller } = world;
  const child = await buildChild(server.context, caller, ['configuration.write', 'tests.run']);
  expect((await protect(true, child)).statusCode).toBe(403);
  const allowed = await buildChild(server.context, caller, ['configuration.protect']);
  expect((await protect(true, allowed)).json()).toEqual({ needsPassedRun: true, canTestCandidates: true });
  expect((await protect(true)).statusCode).toBe(200);
  const stranger = await buildUser(server.context);
  const other = await server.call(getProtection, { params }, { as: stranger });
  expect(other).toEqual({ needsPassedRun: false, canTestCandidates: true });
  const body = { startAt: '2020-01-01T00:00:00.000Z', action: 'configuration.protect' };
  const { logs } = await server.call(searchLog, { body }, { as: caller });
  expect(logs).toHaveLength(1);
  expect(logs[0]).toMatchObject({
    before: { serviceId: SERVICE, needsPassedRun: false },
    after: { serviceId: SERVICE, needsPassedRun: true },
  });
});

test('whoever asks and by whatever call: what no passed run covers does not become live', async () => {
  const { server, caller } = world;
  await protect(true);
  const baseVersion = await world.liveVersion();
  const untested = 'Functions accepts only what all tests have passed with.';
  const child = await buildChild(server.context, caller, ['configuration.write']);
  for (const as of [caller, child]) {
    const refused = await edit(text(2), text(1), as);
    expect([refused.statusCode, refused.json().message]).toEqual([422, expect.stringContaining(untested)]);
    expect(refused.json().details).toEqual({ needsPassedRun: true });
  }
  const back = { params: { ...params, version: baseVersion - 1 }, body: { baseVersion } };
  expect((await server.request(returnToVersion, back, { as: caller })).statusCode).toBe(422);

  const [local] = (await server.call(readLocalBodies, { body: { serviceName: SERVICE } }, { as: caller }))
    .results;
  const body = (local?.localBody ?? '').replace(JSON.stringify(text(1)), JSON.stringify(text(2)));
  const confirmed = [{ serviceId: SERVICE, body, baseVersion }];
  const { results } = await server.call(importBodies, { body: { confirmed } }, { as: caller });
  expect(results[0]?.error?.localizedMessage).toContain(untested);
  expect(results[0]?.needsPassedRun).toBe(true);

  const { token } = await server.context.tokens.issueAccessToken(caller);
  for (const path of ['import', 'import/body', `versions/${baseVersion - 1}/restore`, '%69mport', 'IMPORT']) {
    const direct = await server.app.inject({
      method: 'POST',
      url: `/services/${SERVICE}/${path}`,
      headers: { authorization: `Bearer ${token}` },
      payload: { baseVersion, folders: [], body: {} },
    });
    expect([path, direct.statusCode]).toEqual([path, 403]);
  }
  expect(await world.liveVersion()).toBe(baseVersion);
});

test('what passed becomes live, by whichever call; another content, and the same one too late, do not', async () => {
  const { server, caller } = world;
  await protect(true);
  await pass({ kind: 'edit', serviceId: SERVICE, files: [file(text(3), text(1))] });
  expect((await edit(text(4), text(1))).statusCode).toBe(422);
  // Another service has changed since: what passed with its old files says nothing any more.
  const colours = { folderPath: 'collections', name: 'colours.meta.js' };
  const meta = 'export default { schema: true };\n';
  const content = { params: { serviceId: 'content' } };
  const added = { files: [{ ...colours, content: meta, checksum: null }], message: '' };
  await server.call(editFiles, { ...content, body: added }, { as: caller });
  const late = await edit(text(3), text(1));
  expect([late.statusCode, late.json().message]).toEqual([
    422,
    expect.stringContaining('Another service has changed since these contents passed.'),
  ]);
  const removed = { files: [{ ...colours, content: null, checksum: blobId(meta) }], message: '' };
  await server.call(editFiles, { ...content, body: removed }, { as: caller });
  expect((await edit(text(3), text(1))).statusCode).toBe(200);
  expect(await world.liveContent(`${folderPath}/a.js`)).toBe(text(3));

  const { content: backups } = await server.call(listBackups, { body: {} }, { as: caller });
  const id = backups.find(({ message }) => message === 'Edited')?.id ?? '';
  const restore = () => server.request(restoreBackup, { params: { id }, body: {} }, { as: caller });
  expect((await restore()).statusCode).toBe(422);
  const baseVersion = await world.liveVersion();
  const version = baseVersion - 1;
  const source = await pass({ kind: 'version', serviceId: SERVICE, version, baseVersion });
  // However large it is, the service has all of it.
  expect(source).toEqual({ serviceId: SERVICE, version, folders: [] });
  expect((await restore()).statusCode).toBe(200);
  expect(await world.liveContent(`${folderPath}/a.js`)).toBe(text(1));
});

test('what the tests of a service did not read was not tested with it', async () => {
  const { server, caller } = world;
  const { db, configuration } = server.context;
  await protect(true);
  await pass({ kind: 'edit', serviceId: SERVICE, files: [file(text(7), text(1))] });
  const ids = await configuration.candidates.listCoveringRunIds(caller.domainId);
  const candidates = await Promise.all(ids.map((id) => configuration.candidates.find(caller, id)));
  // Treats the other service, which is live by now, as changed by the candidate.
  const store = (untested: string | null) =>
    Promise.all(
      candidates.map((candidate) => {
        const services = candidate?.services.map((service) =>
          service.serviceId === SERVICE ? service : { ...service, liveDigest: '0'.repeat(64), untested },
        );
        return db
          .updateTable('candidates')
          .set({ services: JSON.stringify(services) })
          .where('runId', '=', candidate?.runId ?? '')
          .execute();
      }),
    );
  await store('It cannot test what is not live.');
  expect((await edit(text(7), text(1))).statusCode).toBe(422);
  await store(null);
  expect((await edit(text(7), text(1))).statusCode).toBe(200);
  await protect(false);
  await edit(text(1), text(7));
});

test('a failed run covers nothing, and without the demand everything goes in again', async () => {
  await protect(true);
  const failing = {
    folderPath: 'tests/covered',
    name: 'fails.js',
    content: 'export default () => { throw new Error("no"); };\n',
    checksum: null,
  };
  await pass({ kind: 'edit', serviceId: SERVICE, files: [failing] });
  const submit = () =>
    world.server.request(
      editFiles,
      { params, body: { files: [failing], message: '' } },
      { as: world.caller },
    );
  expect((await submit()).statusCode).toBe(422);
  await protect(false);
  expect((await submit()).statusCode).toBe(200);
});

test('it cannot be demanded of a service that cannot test what is not live', async () => {
  const { server, caller } = world;
  await using service = await startScriptedService('old-shop', { 'tests/a': {} });
  await server.context.services.register(service.address);
  const request = { params: { serviceId: 'old-shop' } };
  expect(await server.call(getProtection, request, { as: caller })).toEqual({
    needsPassedRun: false,
    canTestCandidates: false,
  });
  const body = { needsPassedRun: true };
  const refused = await server.request(updateProtection, { ...request, body }, { as: caller });
  expect([refused.statusCode, refused.json().message]).toEqual([
    422,
    expect.stringContaining('cannot test what is not live'),
  ]);
});

test('a test of an edit that someone else was faster with says what is live, as the edit itself would', async () => {
  const { server, caller } = world;
  const changes = [{ kind: 'edit' as const, serviceId: SERVICE, files: [file(text(6), text(5))] }];
  const refused = await server.request(testCandidate, { body: { changes } }, { as: caller });
  expect(refused.statusCode).toBe(409);
  const live = (await world.liveContent(`${folderPath}/a.js`)) ?? '';
  expect(refused.json().details).toEqual({
    version: await world.liveVersion(),
    files: [{ folderPath, name: 'a.js', checksum: blobId(live) }],
  });
});
