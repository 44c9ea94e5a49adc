import { searchLog } from '@atrium/contract/audit/log';
import { nameOfAction } from '@atrium/contract/audit/log-actions';
import { listBackups } from '@atrium/contract/configuration/backups';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { MovedFiles } from '@atrium/contract/configuration/confirm';
import { getNamedVersion, listNamedVersions, returnToVersion } from '@atrium/contract/configuration/versions';
import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { buildUser } from '../../../test/factories.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

function goBack(
  version: number,
  baseVersion: number,
  files?: string[],
  as = world.caller,
  headers: Record<string, string> = {},
) {
  const places = files && { files: files.map(filePlaceOf) };
  const params = { serviceId: SERVICE, version };
  return world.server.request(returnToVersion, { params, body: { baseVersion, ...places } }, { as, headers });
}

test('versions are listed newest first, with who made them', async () => {
  await world.changeLive({ 'functions/listed.js': '1;\n' });
  const query = { page: 0, size: 2 };
  const listed = await world.server.call(
    listNamedVersions,
    { params: { serviceId: SERVICE }, query },
    { as: world.caller },
  );
  expect(listed.content[0]).toMatchObject({
    version: await world.liveVersion(),
    author: world.caller.userId,
    user: expect.stringMatching(/./),
    changesCount: 1,
  });
  expect(listed.content).toHaveLength(2);

  const [, older] = listed.content;
  const params = { serviceId: SERVICE, version: older?.version ?? 0 };
  expect(await world.server.call(getNamedVersion, { params }, { as: world.caller })).toEqual(older);
  const gone = { params: { ...params, version: 4_000 } };
  expect((await world.server.request(getNamedVersion, gone, { as: world.caller })).statusCode).toBe(404);
});

test('one file returns alone, then all of them do, each as a version with a backup and a log entry', async () => {
  await world.changeLive({ 'functions/one.js': 'old one\n', 'functions/two.js': 'old two\n' });
  const then = await world.liveVersion();
  await world.changeLive({
    'functions/one.js': 'new one\n',
    'functions/two.js': null,
    'functions/three.js': '3\n',
  });
  const now = await world.liveVersion();

  expect((await goBack(then, now, ['functions/one.js'])).json()).toMatchObject({ version: now + 1 });
  expect(await world.liveContent('functions/one.js')).toBe('old one\n');
  expect(await world.liveContent('functions/two.js')).toBeUndefined();

  expect((await goBack(then, now + 1)).statusCode).toBe(200);
  expect(await world.liveContent('functions/two.js')).toBe('old two\n');
  expect(await world.liveContent('functions/three.js')).toBeUndefined();
  const { logs } = await world.server.call(
    searchLog,
    { body: { startAt: '2020-01-01T00:00:00.000Z', action: 'configuration.restore' } },
    { as: world.caller },
  );
  expect(logs.map(({ message }) => message)).toEqual([
    expect.stringContaining(`Returned everything to version ${then}`),
    expect.stringContaining(`Returned functions/one.js to version ${then}`),
  ]);
  expect(nameOfAction(logs[0]?.action ?? '')).toBe('Returned to or restored a version');
  const { content } = await world.server.call(listBackups, { body: {} }, { as: world.caller });
  expect(content[0]).toMatchObject({ version: now + 1, importedVersion: now + 2 });
  // What is so already makes no version.
  expect((await goBack(then, now + 2)).json()).toEqual({ version: now + 2, backupId: null });
});

test('a file that was moved returns to its old place and leaves the new one when both are named', async () => {
  await world.changeLive({ 'functions/place/old.js': 'of here\n' });
  const then = await world.liveVersion();
  await world.changeLive({ 'functions/place/old.js': null, 'functions/place/new.js': 'of here\n' });
  const now = await world.liveVersion();
  const returned = await goBack(then, now, ['functions/place/old.js', 'functions/place/new.js']);
  expect(returned.json()).toMatchObject({ version: now + 1 });
  expect(await world.liveContent('functions/place/old.js')).toBe('of here\n');
  expect(await world.liveContent('functions/place/new.js')).toBeUndefined();
});

test('whoever saw another version is refused with the names of what moved, and nothing is written', async () => {
  await world.changeLive({ 'functions/moved.js': 'a\n' });
  const seen = await world.liveVersion();
  await world.changeLive({ 'functions/moved.js': 'b\n' });
  const refused = await goBack(seen - 1, seen);
  expect(refused.statusCode).toBe(409);
  expect(MovedFiles.parse(refused.json().details).moved).toContain('functions/moved.js');
  expect(await world.liveContent('functions/moved.js')).toBe('b\n');
});

test('a return that is meant for another version than the live one is refused, whatever its baseVersion', async () => {
  const then = await world.liveVersion();
  await world.changeLive({ 'functions/meant.js': 'a\n' });
  const now = await world.liveVersion();
  const meantFor = (version: number) =>
    goBack(then, now, undefined, world.caller, { 'if-match': `"${version}"` });
  const refused = await meantFor(then);
  expect(refused.statusCode).toBe(409);
  expect(MovedFiles.parse(refused.json().details)).toEqual({ version: now, moved: [] });
  expect(await world.liveVersion()).toBe(now);
  expect((await meantFor(now)).json()).toMatchObject({ version: now + 1 });
});

test('a return whose answer was lost is answered again under its key', async () => {
  const then = await world.liveVersion();
  await world.changeLive({ 'functions/again.js': 'a\n' });
  const send = () => goBack(then, then + 1, undefined, world.caller, { 'idempotency-key': 'return' });
  const first = await send();
  expect(first.json()).toMatchObject({ version: then + 2 });
  expect((await send()).json()).toEqual(first.json());
});

test('unknown files, versions and services are not found, and other domains return their own only', async () => {
  const live = await world.liveVersion();
  const unknown = await goBack(live, live, ['functions/never.js']);
  expect([unknown.statusCode, unknown.json().message]).toEqual([
    404,
    `functions/never.js is neither live nor in version ${live}.`,
  ]);
  expect((await goBack(live + 100, live)).statusCode).toBe(404);
  const stranger = await buildUser(world.server.context);
  expect([404, 409]).toContain((await goBack(live, live, undefined, stranger)).statusCode);
  expect(await world.liveVersion()).toBe(live);
});

test('a version that an administrator made as the customer names both, in all lists', async () => {
  const administrator = await buildUser(world.server.context, { username: 'helper', isAdmin: true });
  const as = { ...world.caller, impersonatorId: administrator.userId };
  await world.changeLive({ 'functions/helped.js': 'old\n' });
  const then = await world.liveVersion();
  await world.changeLive({ 'functions/helped.js': 'new\n' });
  const answer = await goBack(then, await world.liveVersion(), ['functions/helped.js'], as);
  expect(answer.statusCode).toBe(200);
  const params = { serviceId: SERVICE };
  const query = { page: 0, size: 2 };
  const listed = await world.server.call(listNamedVersions, { params, query }, { as: world.caller });
  expect(listed.content).toMatchObject([
    { author: world.caller.userId, impersonator: 'helper' },
    { author: world.caller.userId, impersonator: null },
  ]);
  const { services } = await world.server.call(listConfiguredServices, {}, { as: world.caller });
  const lastChange = services.find(({ serviceId }) => serviceId === SERVICE)?.lastChange;
  expect(lastChange).toMatchObject({ user: listed.content[0]?.user, impersonator: 'helper' });
});
