import { searchLog } from '@atrium/contract/audit/log';
import { listBackups } from '@atrium/contract/configuration/backups';
import { fillPath } from '@atrium/contract/endpoint';
import { importConfiguration } from '@atrium/contract/service-api/versions/import';
import { restoreVersion } from '@atrium/contract/service-api/versions/versions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { buildUser } from '../../../test/factories.ts';
import type { Caller } from '../../http/caller.ts';
import { configurationJobs } from '../configuration.job.ts';

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Calls the service's API with a token, as a program does. */
async function callService(as: Caller, path: string, body: object) {
  const { context, app } = world.server;
  const { token } = await context.tokens.issueAccessToken(as);
  const headers = { authorization: `Bearer ${token}` };
  return app.inject({ method: 'POST', url: `/services/${SERVICE}${path}`, headers, payload: body });
}

const importOf = (baseVersion: number, content: string, message = 'From a program') => ({
  baseVersion,
  message,
  folders: [{ name: 'direct', files: [{ name: 'one.js', action: 'merge', content }] }],
});

async function listLog(as: Caller) {
  const body = { startAt: 0, action: 'configuration' };
  const { logs } = await world.server.call(searchLog, { body }, { as });
  return logs.map(({ action, message, user, before, after }) => ({ action, message, user, before, after }));
}

const runJobs = () => world.server.context.jobs.runDue(configurationJobs(world.server.context.configuration));

test('an import through the API of a service is logged and backed up once, with its author', async () => {
  const as = await buildUser(world.server.context);
  const first = await callService(as, importConfiguration.path, importOf(1, 'export default () => 1;\n'));
  expect([first.statusCode, first.json()]).toEqual([200, { version: 2 }]);
  const entry = {
    action: 'configuration.import',
    message: `${SERVICE}: From a program (through the service API)`,
    before: { serviceId: SERVICE, version: 1 },
    after: { serviceId: SERVICE, version: 2, commitSha: null, files: ['direct/one.js: remote'] },
  };
  expect(await listLog(as)).toEqual([{ ...entry, user: expect.stringMatching(/.+/) }]);
  const { content } = await world.server.call(listBackups, { body: {} }, { as });
  expect(content).toMatchObject([{ version: 1, message: 'From a program' }]);

  // Nothing changes: no version, no entry. Nor does what is refused.
  const same = await callService(as, importConfiguration.path, importOf(2, 'export default () => 1;\n'));
  expect(same.json()).toEqual({ version: 2 });
  const outdated = await callService(as, importConfiguration.path, importOf(1, 'export default () => 2;\n'));
  expect(outdated.statusCode).toBe(409);
  expect(await listLog(as)).toHaveLength(1);

  const path = fillPath(restoreVersion.path, { version: 1 });
  expect((await callService(as, path, { baseVersion: 2 })).json()).toEqual({ version: 3 });
  const log = await listLog(as);
  expect(log).toHaveLength(2);
  expect(log[0]).toMatchObject({
    action: 'configuration.restore',
    message: `${SERVICE}: no message (through the service API)`,
    after: { version: 3, files: ['direct/one.js: delete'] },
  });
  world.server.clock.travel(3 * 60_000);
  await runJobs();
  expect(await listLog(as)).toHaveLength(2);
});

test('a change whose process died before it was noted is noted later, by whom it was made', async () => {
  const as = await buildUser(world.server.context);
  const { directChanges } = world.server.context.configuration;
  const change = await directChanges.begin(as, { serviceId: SERVICE, path: importConfiguration.path });
  const client = world.server.context.services.getClient(as);
  const { folders } = importOf(1, 'export default () => 1;\n');
  const body = { baseVersion: 1, message: 'Lost', folders } as const;
  await client.call(SERVICE, importConfiguration, { body: body as never });
  expect(await listLog(as)).toEqual([]);
  // Two processes at once.
  if (change === undefined) throw new Error('not begun');
  await Promise.all([directChanges.note(change), directChanges.note(change)]);
  expect(await listLog(as)).toMatchObject([{ message: `${SERVICE}: Lost (through the service API)` }]);
});

test('an administrator who acts as someone else is named, and a closed account is left alone', async () => {
  const { context } = world.server;
  const as = await buildUser(context);
  const admin = await buildUser(context, { isAdmin: true });
  const { directChanges } = context.configuration;
  const call = { serviceId: SERVICE, path: importConfiguration.path };
  const change = await directChanges.begin({ ...as, impersonatorId: admin.userId }, call);
  const client = context.services.getClient(as);
  const { folders } = importOf(1, 'export default () => 1;\n');
  const body = { baseVersion: 1, message: 'For you', folders };
  await client.call(SERVICE, importConfiguration, { body: body as never });
  if (change === undefined) throw new Error('not begun');
  await context.db
    .updateTable('domains')
    .set({ lockedOn: context.clock.now(), lockedBecause: 'Closed' })
    .where('id', '=', as.domainId)
    .execute();
  await directChanges.note(change);
  expect(await listLog(as)).toEqual([]);
  await context.db
    .updateTable('domains')
    .set({ lockedOn: null, lockedBecause: null })
    .where('id', '=', as.domainId)
    .execute();
  await directChanges.note(change);
  const { logs } = await world.server.call(searchLog, { body: { startAt: 0 } }, { as });
  expect(logs).toMatchObject([{ impersonator: expect.stringMatching(/.+/) }]);
});
