import { searchLog } from '@atrium/contract/audit/log';
import { listBackups, restoreBackup } from '@atrium/contract/configuration/backups';
import { EditConflict, editFiles } from '@atrium/contract/configuration/edit';
import type { Permission } from '@atrium/contract/permissions';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { buildUser } from '../../../test/factories.ts';
import { buildPageService, inSession } from '../../../test/page-grants.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const params = { serviceId: SERVICE };
const file = (name: string, content: string | null, checksum: string | null) => ({
  folderPath: 'functions',
  name: `${name}.js`,
  content,
  checksum,
});

function edit(
  files: ReturnType<typeof file>[],
  message = 'Edited by hand',
  as = world.caller,
  headers: Record<string, string> = {},
) {
  return world.server.request(editFiles, { params, body: { files, message } }, { as, headers });
}

test('an edit is a version with its message, its log entry and a backup that undoes it', async () => {
  const before = await world.liveVersion();
  const text = 'export default () => 1;\n';
  const created = await edit([file('edited', text, null)], 'A function of my own');
  expect(created.json()).toMatchObject({ version: before + 1, backupId: expect.any(String) });
  expect(await world.liveContent('functions/edited.js')).toBe(text);
  const { logs } = await world.server.call(
    searchLog,
    { body: { startAt: '2020-01-01T00:00:00.000Z', action: 'configuration.edit' } },
    { as: world.caller },
  );
  expect(logs[0]?.message).toContain('A function of my own');
  const { content } = await world.server.call(listBackups, { body: {} }, { as: world.caller });
  expect(content[0]).toMatchObject({ message: 'A function of my own', importedVersion: before + 1 });
  await world.server.call(
    restoreBackup,
    { params: { id: content[0]?.id ?? '' }, body: {} },
    { as: world.caller },
  );
  expect(await world.liveContent('functions/edited.js')).toBeUndefined();
});

test('an edit that a page makes for a person names the service of the page in the log', async () => {
  const { context } = world.server;
  await buildPageService(context, 'shop');
  const permissions: Permission[] = ['configuration.read', 'configuration.write'];
  const given = { serviceId: 'shop', permissions, minutes: 15 } as const;
  const { token } = await context.pageGrants.create(await inSession(context, world.caller), given);
  const body = { files: [file('by-page', 'export default () => 1;\n', null)], message: 'By a page' };
  const headers = { authorization: `Bearer ${token}` };
  const answer = await world.server.request(editFiles, { params, body }, { headers });
  expect(answer.statusCode, answer.body).toBe(200);
  const { logs } = await world.server.call(
    searchLog,
    { body: { startAt: '2020-01-01T00:00:00.000Z', text: 'By a page' } },
    { as: world.caller },
  );
  expect(logs).toMatchObject([{ action: 'configuration.edit', pageServiceId: 'shop' }]);
});

test('what others have changed meanwhile is never written over; what they changed elsewhere is no conflict', async () => {
  await world.changeLive({ 'functions/shared.js': 'export default 1;\n', 'functions/other.js': '1;\n' });
  const mine = blobId('export default 1;\n');
  await world.changeLive({ 'functions/other.js': '2;\n' });
  expect((await edit([file('shared', 'export default 2;\n', mine)])).statusCode).toBe(200);
  const refused = await edit([file('shared', 'export default 3;\n', mine)]);
  expect(refused.statusCode).toBe(409);
  const { files } = EditConflict.parse(refused.json().details);
  expect(files).toEqual([
    { folderPath: 'functions', name: 'shared.js', checksum: blobId('export default 2;\n') },
  ]);
  expect(await world.liveContent('functions/shared.js')).toBe('export default 2;\n');
  // Creating what is there already, and editing what is gone, are conflicts too.
  expect((await edit([file('shared', 'x', null)])).statusCode).toBe(409);
  expect((await edit([file('gone', 'x', mine)])).json().details.files[0].checksum).toBeNull();
});

test('an edit that is meant for another version than the live one is refused, whatever changed', async () => {
  const live = await world.liveVersion();
  const meantFor = (version: number, name: string) =>
    edit([file(name, '1;\n', null)], '', world.caller, { 'if-match': `"${version}"` });
  const refused = await meantFor(live - 1, 'meant');
  expect([refused.statusCode, refused.json().message, EditConflict.parse(refused.json().details)]).toEqual([
    409,
    'The live version is not the one that If-Match names.',
    { version: live, files: [] },
  ]);
  expect(await world.liveVersion()).toBe(live);
  expect((await meantFor(live, 'meant')).json()).toMatchObject({ version: live + 1 });
  const known = await meantFor(live, 'meant');
  expect(EditConflict.parse(known.json().details).files).toHaveLength(1);
});

test('an edit whose answer was lost is answered again under its key, and not as changed by someone else', async () => {
  const send = () =>
    edit([file('sent-again', '1;\n', null)], '', world.caller, { 'idempotency-key': 'edit' });
  const first = await send();
  expect(first.json()).toMatchObject({ version: await world.liveVersion(), backupId: expect.any(String) });
  expect((await send()).json()).toEqual(first.json());
});

test('edits of several people at once all go in', async () => {
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((name) => edit([file(`at-once-${name}`, `export default '${name}';\n`, null)])),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(await world.liveContent('functions/at-once-c.js')).toBe("export default 'c';\n");
});

test('a file is deleted, one that cannot be is refused, and another domain edits its own only', async () => {
  const text = 'export default () => 2;\n';
  await edit([file('short-lived', text, null)]);
  const stranger = await buildUser(world.server.context);
  expect((await edit([file('short-lived', null, blobId(text))], '', stranger)).statusCode).toBe(409);
  expect(await world.liveContent('functions/short-lived.js')).toBe(text);
  expect((await edit([file('short-lived', null, blobId(text))])).statusCode).toBe(200);
  expect(await world.liveContent('functions/short-lived.js')).toBeUndefined();
  expect((await edit([file('../escape', 'x', null)])).statusCode).toBe(400);
});
