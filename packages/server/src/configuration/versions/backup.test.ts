import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { searchLog } from '@atrium/contract/audit/log';
import { findTwo, listBackupItems } from '@atrium/contract/configuration/backup-items';
import { listBackups, restoreBackup } from '@atrium/contract/configuration/backups';
import { compareSides } from '@atrium/contract/configuration/comparison';
import { checkBodies, importBodies, readLocalBodies } from '@atrium/contract/configuration/import';
import { MOVED_MESSAGE } from '@atrium/contract/configuration/messages';
import { getProgress } from '@atrium/contract/configuration/progress';
import { updateProtection } from '@atrium/contract/configuration/protection';
import { getPull, pull } from '@atrium/contract/configuration/pull';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { buildUser } from '../../../test/factories.ts';
import { commitFiles } from '../../../test/git-repository.ts';
import type { Caller } from '../../http/caller.ts';
import { INTERRUPTED } from '../operation-responses.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ConfigurationWorld;
let server: ConfigurationWorld['server'];
let caller: Caller;

beforeAll(async () => {
  world = await startConfigurationWorld();
  ({ server, caller } = world);
});

afterAll(() => world[Symbol.asyncDispose]());

async function readLocal() {
  const { results } = await server.call(readLocalBodies, { body: { serviceName: SERVICE } }, { as: caller });
  const [local] = results;
  if (local === undefined) throw new Error('no local body');
  return {
    ...local,
    body: JSON.parse(local.localBody) as Record<string, { name: string; source?: string }[]>,
  };
}

async function upload(body: object, baseVersion: number) {
  const confirmed = [{ serviceId: SERVICE, body: JSON.stringify(body), baseVersion }];
  const { results } = await server.call(importBodies, { body: { confirmed } }, { as: caller });
  return results[0];
}

/** The last messages of failed imports, the newest first. */
async function failureLog(count: number): Promise<string[]> {
  const body = { startAt: '2020-01-01T00:00:00.000Z', action: 'configuration.import-failed' };
  const { logs } = await server.call(searchLog, { body }, { as: caller });
  return logs.slice(0, count).map(({ message }) => message);
}

describe('bodies', () => {
  test('come from the live configuration, and go back unchanged without a new version', async () => {
    const local = await readLocal();
    const result = await upload(local.body, local.baseVersion);
    expect(result).toMatchObject({ status: 'OK', version: local.baseVersion, backupId: null });
  });

  test('that are wrong are refused with a reason, and the others still go in', async () => {
    const { baseVersion } = await readLocal();
    const confirmed = [
      { serviceId: SERVICE, body: '{"functions": [{"name": ""}]}', baseVersion },
      { serviceId: SERVICE, body: 'not json', baseVersion },
      { serviceId: SERVICE, body: '{"__proto__": [{"name": "a", "source": "1"}]}', baseVersion },
      { serviceId: SERVICE, body: '{"functions": [{"name": "a", "limit": 9007199254740993}]}', baseVersion },
      { serviceId: SERVICE, body: '{"functions": [], "functions": []}', baseVersion },
      { serviceId: 'nowhere', body: '{}', baseVersion },
    ];
    const { results } = await server.call(importBodies, { body: { confirmed } }, { as: caller });
    expect(results.map(({ status, error }) => [status, error?.localizedMessage])).toEqual([
      ['ERROR', 'Not a configuration. functions.0.name: Not a valid name.'],
      ['ERROR', 'The file is not valid JSON.'],
      ['ERROR', 'Not a configuration. __proto__: This name cannot be used.'],
      [
        'ERROR',
        'Not a configuration. functions.0.limit: The number 9007199254740993 has more digits than a number can hold. Write it as a text.',
      ],
      ['ERROR', 'Not a configuration. functions: The name "functions" is there twice.'],
      ['ERROR', 'There is no service "nowhere".'],
    ]);
    const logged = await failureLog(6);
    expect(logged[0]).toBe('nowhere: Imported configuration: There is no service "nowhere".');
    expect(logged.slice(-2)).toEqual([
      'hyper-dispatch: Imported configuration: The file is not valid JSON.',
      'hyper-dispatch: Imported configuration: Not a configuration. functions.0.name: Not a valid name.',
    ]);
    expect(await readLocal()).toMatchObject({ baseVersion });
  });

  test('that are refused stand as failed, with what was imported all the same, and are logged', async () => {
    const { body, baseVersion } = await readLocal();
    const content = await server.call(readLocalBodies, { body: { serviceName: 'content' } }, { as: caller });
    const [other] = content.results;
    await world.changeLive({ 'functions/faster.js': '1;\n' });
    const sent = [
      { serviceId: SERVICE, body: JSON.stringify(body), baseVersion },
      { serviceId: 'content', body: other?.localBody ?? '', baseVersion: other?.baseVersion ?? 0 },
    ];
    const progressOf = async (confirmed: typeof sent) => {
      const id = randomUUID();
      await server.call(importBodies, { body: { confirmed, progress: id } }, { as: caller });
      const { state, error } = await server.call(getProgress, { params: { id } }, { as: caller });
      return { state, error };
    };
    expect(await progressOf(sent)).toEqual({
      state: 'FAILED',
      error: `Functions was not imported. ${MOVED_MESSAGE} Content was imported.`,
    });
    expect(await failureLog(1)).toEqual([`hyper-dispatch: Imported configuration: ${MOVED_MESSAGE}`]);
    expect(await progressOf(sent.slice(1))).toEqual({ state: 'DONE', error: null });
    expect(await failureLog(1)).toEqual([`hyper-dispatch: Imported configuration: ${MOVED_MESSAGE}`]);
  });

  test('that were left when the process was stopped stand as failed beside what was imported', async () => {
    const { body, baseVersion } = await readLocal();
    const functions = [...(body['functions'] ?? []), { name: 'before-stop', source: '1;\n' }];
    const content = await server.call(readLocalBodies, { body: { serviceName: 'content' } }, { as: caller });
    const [other] = content.results;
    const confirmed = [
      { serviceId: SERVICE, body: JSON.stringify({ ...body, functions }), baseVersion },
      { serviceId: 'content', body: other?.localBody ?? '', baseVersion: other?.baseVersion ?? 0 },
    ];
    const stop = (message: unknown) => {
      const { method, path } = (message as { request: { method: string; path: string } }).request;
      if (method === 'POST' && path.endsWith('/import'))
        void server.context.configuration.operations.settle();
    };
    const progress = randomUUID();
    subscribe('undici:request:create', stop);
    try {
      const { results } = await server.call(importBodies, { body: { confirmed, progress } }, { as: caller });
      expect(results).toMatchObject([
        { serviceId: SERVICE, status: 'OK', version: baseVersion + 1 },
        { serviceId: 'content', status: 'ERROR', error: { localizedMessage: INTERRUPTED } },
      ]);
      // It was not begun.
      expect(results[1]).not.toHaveProperty('isOutcomeUnknown');
    } finally {
      unsubscribe('undici:request:create', stop);
    }
    const { state, error } = await server.call(getProgress, { params: { id: progress } }, { as: caller });
    expect([state, error]).toEqual([
      'FAILED',
      `Content was not imported. ${INTERRUPTED} Functions was imported.`,
    ]);
  });

  test('whose files cannot be parsed are named before, and taken all the same', async () => {
    const { body, baseVersion } = await readLocal();
    const broken = [
      { name: 'broken', source: 'export default () => {\n  return (;\n};\n' },
      { name: 'broken-meta', source: '1;\n', metaSource: 'export default {\n  id: call(),\n};\n' },
    ];
    const functions = [...(body['functions'] ?? []), ...broken];
    const confirmed = [
      { serviceId: SERVICE, body: JSON.stringify({ ...body, functions }), baseVersion },
      { serviceId: 'content', body: 'not json', baseVersion },
      { serviceId: 'nowhere', body: '{}', baseVersion },
    ];
    const { services } = await server.call(checkBodies, { body: { confirmed } }, { as: caller });
    expect(services).toEqual([
      {
        serviceId: SERVICE,
        unparsed: [
          { filePath: 'functions/broken-meta.meta.js', fault: expect.objectContaining({ line: 2 }) },
          {
            filePath: 'functions/broken.js',
            fault: { line: 2, column: 11, message: 'Unexpected token' },
          },
        ],
      },
      { serviceId: 'content', unparsed: [] },
      { serviceId: 'nowhere', unparsed: [] },
    ]);
    expect(await upload({ ...body, functions }, baseVersion)).toMatchObject({ status: 'OK' });
    // What is live already is not named again.
    const live = await readLocal();
    const again = [
      { ...confirmed[0], serviceId: SERVICE, body: live.localBody, baseVersion: live.baseVersion },
    ];
    const answer = await server.call(checkBodies, { body: { confirmed: again } }, { as: caller });
    expect(answer.services).toEqual([{ serviceId: SERVICE, unparsed: [] }]);
  });

  test('that the service refuses are logged once', async () => {
    const { body, baseVersion } = await readLocal();
    const before = (await failureLog(100)).length;
    const large = { name: 'large', source: `// ${'x'.repeat(1024 * 1024)}\n` };
    const result = await upload({ functions: [...(body['functions'] ?? []), large] }, baseVersion);
    expect(result?.status).toBe('ERROR');
    expect((await failureLog(100)).length).toBe(before + 1);
  });

  test('of both sides come with a pull when asked for', async () => {
    const folder = await world.repositoryOfLive('bodies');
    await commitFiles(folder, { [`${SERVICE}/functions/fresh.js`]: 'export default () => 1;\n' });
    const body = world.gitRequest('bodies', { sendImportRequests: true });
    const pulled = await server.call(pull, { body }, { as: caller });
    const result = pulled.results?.find(({ serviceId }) => serviceId === SERVICE);
    expect(result).toMatchObject({ sendBody: true, showBody: true, commitSha: pulled.commitSha });
    const git = JSON.parse(result?.gitBody ?? '{}') as Record<string, { name: string }[]>;
    expect(git['functions']?.map(({ name }) => name)).toContain('fresh');
    const params = { uuid: pulled.uuid };
    const again = await server.call(getPull, { params, query: { results: 'true' } }, { as: caller });
    expect(again.results).toEqual(pulled.results);
  });
});

describe('backups', () => {
  test('show, compare and restore what an import changed: one item, or all of it', async () => {
    const local = await readLocal();
    const body = structuredClone(local.body);
    body['functions'] = [
      ...(body['functions'] ?? []),
      { name: 'first', source: 'export default () => 1;\n' },
      { name: 'second', source: 'export default () => 2;\n' },
    ];
    const imported = await upload(body, local.baseVersion);
    expect(imported).toMatchObject({ status: 'OK', version: local.baseVersion + 1 });
    const backupId = imported?.backupId ?? '';

    const page = await server.call(listBackups, { body: { page: 0, size: 10 } }, { as: caller });
    expect(page.content[0]).toMatchObject({
      id: backupId,
      serviceId: SERVICE,
      version: local.baseVersion,
      importedVersion: local.baseVersion + 1,
      message: 'Imported configuration',
    });
    const { items } = await server.call(listBackupItems, { params: { id: backupId } }, { as: caller });
    expect(items).toEqual([
      { collectionName: 'functions', objectName: 'first', change: 'NEW' },
      { collectionName: 'functions', objectName: 'second', change: 'NEW' },
    ]);
    const two = await server.call(
      findTwo,
      { body: { collectionName: 'functions', backupId, objectName: 'first' } },
      { as: caller },
    );
    expect(two).toEqual({ before: null, after: { name: 'first', source: 'export default () => 1;\n' } });

    const restore = (what: object) =>
      server.call(restoreBackup, { params: { id: backupId }, body: what }, { as: caller });
    await restore({ objectName: 'first', collectionName: 'functions' });
    expect(await world.liveContent('functions/first.js')).toBeUndefined();
    expect(await world.liveContent('functions/second.js')).toBe('export default () => 2;\n');
    const all = await restore({});
    expect(await world.liveContent('functions/second.js')).toBeUndefined();

    const params = { a: `version:${local.baseVersion}`, b: 'live' };
    const compared = await server.call(
      compareSides,
      { params, body: { serviceId: SERVICE } },
      { as: caller },
    );
    expect(compared.services).toEqual([{ serviceId: SERVICE, files: [] }]);
    expect(all.version).toBe(local.baseVersion + 3);

    const { logs } = await server.call(
      searchLog,
      { body: { startAt: '2020-01-01T00:00:00.000Z', action: 'configuration.restore' } },
      { as: caller },
    );
    expect(logs.length).toBe(2);
  });

  test('come back only while the version of If-Match is live, and bodies go in only then', async () => {
    const { body, baseVersion } = await readLocal();
    const page = await server.call(listBackups, { body: {} }, { as: caller });
    const id = page.content[0]?.id ?? '';
    const confirmed = [{ serviceId: SERVICE, body: JSON.stringify(body), baseVersion }];
    const twice = [...confirmed, ...confirmed];
    const send = (version: number, list: object[]) => {
      const headers = { 'if-match': `"${version}"` };
      return server.request(importBodies, { body: { confirmed: list } }, { as: caller, headers });
    };
    expect((await send(baseVersion + 1, confirmed)).statusCode).toBe(409);
    expect((await send(baseVersion, twice)).statusCode).toBe(400);
    expect((await send(baseVersion, confirmed)).statusCode).toBe(200);
    const restore = (version: number) => {
      const parts = { params: { id }, body: { serviceId: SERVICE } };
      const headers = { 'if-match': `"${version}"` };
      return server.request(restoreBackup, parts, { as: caller, headers });
    };
    expect((await restore(baseVersion + 1)).statusCode).toBe(409);
    const restored = await restore(baseVersion);
    expect(restored.headers.etag).toBe(`"${restored.json().version}"`);
    const local = await server.request(readLocalBodies, { body: { serviceName: SERVICE } }, { as: caller });
    expect(local.headers.etag).toBe(`"${restored.json().version}"`);
  });

  test('whose contents are gone are an error that names the file, not an empty one', async () => {
    await world.changeLive({ 'functions/lost.js': 'export default () => "lost";\n' });
    const { body, baseVersion } = await readLocal();
    const rest = body['functions']?.filter(({ name }) => name !== 'lost');
    const imported = await upload({ ...body, functions: rest ?? [] }, baseVersion);
    await server.context.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction);
      await sql`delete from runtime.blob where content = ${Buffer.from('export default () => "lost";\n')}`.execute(
        transaction,
      );
    });
    const id = imported?.backupId ?? '';
    const item = { collectionName: 'functions', objectName: 'lost' };
    const two = await server.request(findTwo, { body: { ...item, backupId: id } }, { as: caller });
    const restore = (what: Partial<typeof item>) =>
      server.request(restoreBackup, { params: { id }, body: what }, { as: caller });
    for (const answer of [two, await restore(item)]) {
      expect([answer.statusCode, answer.json().message]).toEqual([
        422,
        `The content of functions/lost.js in version ${baseVersion} can no longer be read.`,
      ]);
    }
    // Whole versions are taken from the service's own store, which refuses a file without a content.
    expect((await restore({})).statusCode).toBe(503);
    expect((await readLocal()).baseVersion).toBe(imported?.version);
  });

  test('of a service that was imported in several steps restore what was before the first', async () => {
    const { body, baseVersion, localBody } = await readLocal();
    const backupKey = randomUUID();
    const add = (functions: typeof body, name: string) => ({
      ...functions,
      functions: [...(functions['functions'] ?? []), { name, source: '1;\n' }],
    });
    const one = await upload(add(body, 'step-one'), baseVersion);
    const two = await upload(add(add(body, 'step-one'), 'step-two'), baseVersion + 1);
    const ids = [one?.backupId ?? '', two?.backupId ?? ''];
    await server.context.db.updateTable('backups').set({ backupKey }).where('id', 'in', ids).execute();
    const restored = await server.call(
      restoreBackup,
      { params: { id: ids[1] ?? '' }, body: {} },
      { as: caller },
    );
    expect(restored).toMatchObject({
      version: baseVersion + 3,
      services: [{ serviceId: SERVICE, status: 'OK', version: baseVersion + 3 }],
    });
    expect((await readLocal()).localBody).toBe(localBody);
  });

  test('of several services go back one by one: what fails is told beside what was restored', async () => {
    const backupKey = randomUUID();
    const importNext = async (serviceId: string, key: string) => {
      const { results } = await server.call(
        readLocalBodies,
        { body: { serviceName: serviceId } },
        { as: caller },
      );
      const local = JSON.parse(results[0]?.localBody ?? '') as Record<string, object[]>;
      const body = JSON.stringify({ ...local, added: [{ name: key, source: '1;\n' }] });
      const confirmed = [{ serviceId, body, baseVersion: results[0]?.baseVersion ?? 0 }];
      const imported = await server.call(importBodies, { body: { confirmed, backupKey } }, { as: caller });
      return imported.results[0]?.backupId ?? '';
    };
    const gone = await importNext('content', 'gone');
    await server.context.db
      .updateTable('backups')
      .set({ serviceId: 'gone' })
      .where('id', '=', gone)
      .execute();
    const id = await importNext(SERVICE, 'refused');
    await importNext('content', 'restored');
    const version = await world.liveVersion('content');
    const protect = (needsPassedRun: boolean) => {
      const parts = { params: { serviceId: SERVICE }, body: { needsPassedRun } };
      return server.call(updateProtection, parts, { as: caller });
    };
    await protect(true);
    const progress = randomUUID();
    const restored = await server.request(
      restoreBackup,
      { params: { id }, body: { progress } },
      { as: caller },
    );
    await protect(false);
    expect(restored.statusCode).toBe(200);
    expect(restored.headers.etag).toBeUndefined();
    expect(restored.json()).toEqual({
      services: [
        {
          serviceId: 'gone',
          serviceName: 'gone',
          status: 'ERROR',
          error: { localizedMessage: 'There is no service "gone".' },
        },
        {
          serviceId: SERVICE,
          serviceName: 'Functions',
          status: 'ERROR',
          error: { localizedMessage: expect.stringContaining('passed') },
          needsPassedRun: true,
        },
        {
          serviceId: 'content',
          serviceName: 'Content',
          status: 'OK',
          version: version + 1,
          backupId: expect.any(String),
        },
      ],
    });
    const { state, error } = await server.call(getProgress, { params: { id: progress } }, { as: caller });
    expect(state).toBe('FAILED');
    expect(error).toMatch(
      /^gone was not restored\. .* Functions was not restored\. .* Content was restored\.$/,
    );
  });

  test("are one's own domain's only", async () => {
    const page = await server.call(listBackups, { body: {} }, { as: caller });
    const id = page.content[0]?.id ?? '';
    const stranger = await buildUser(server.context);
    const theirs = await server.call(listBackups, { body: {} }, { as: stranger });
    expect(theirs.totalElements).toBe(0);
    const refused = await server.request(restoreBackup, { params: { id }, body: {} }, { as: stranger });
    expect(refused.statusCode).toBe(404);
  });
});

test('compares a pull with the live configuration', async () => {
  const folder = await world.repositoryOfLive('compare');
  await commitFiles(folder, { [`${SERVICE}/functions/new-one.js`]: '1' });
  const { uuid } = await server.call(pull, { body: world.gitRequest('compare') }, { as: caller });
  const params = { a: 'live', b: `pull:${uuid}` };
  const reading = vi.spyOn(server.context.configuration.pulls, 'find');
  const { services } = await server.call(compareSides, { params, body: {} }, { as: caller });
  // The list of its files is long: it is unfolded once.
  expect(reading).toHaveBeenCalledOnce();
  expect(services).toMatchObject([
    { serviceId: SERVICE, files: [{ type: 'NEW', filePath: 'functions/new-one.js', before: null }] },
  ]);
});
