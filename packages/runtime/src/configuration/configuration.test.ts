import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ann, startTestServices, type TestServices, zoe } from '../../test/support.ts';
import { deleteUnusedBlobs } from './blob.repository.ts';
import { deleteFilesBefore } from './file.repository.ts';
import { deleteVersionsBefore } from './version.repository.ts';

const HD = '/hyper-dispatch';
const source = (value: unknown) => `export default () => (${JSON.stringify(value)});\n`;

function importing(baseVersion: number, files: Record<string, string | null>, more: object = {}) {
  const folders = Object.entries(files).map(([path, content]) => ({
    name: path.slice(0, path.lastIndexOf('/')),
    files: [
      {
        name: path.slice(path.lastIndexOf('/') + 1),
        ...(content === null ? { action: 'delete' } : { action: 'remote', content }),
      },
    ],
  }));
  return { baseVersion, message: 'Change', folders, ...more };
}

async function metadata(services: TestServices, query = '') {
  const { body, headers } = await services.call('GET', `${HD}/export/metadata${query}`);
  const files = (body.folders as { files: { filePath: string; checksum: string }[] }[]).flatMap(
    ({ files }) => files,
  );
  return {
    version: body.version as number,
    etag: headers['etag'],
    files: new Map(files.map((file) => [file.filePath, file])),
  };
}

it('fills a domain once, whoever comes first and however often', async () => {
  await using services = await startTestServices();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => services.call('GET', `${HD}/export/metadata`)),
  );
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const { body } = await services.call('GET', `${HD}/versions`);
  expect(body).toMatchObject({
    totalElements: 1,
    content: [{ version: 1, parent: null, author: null, message: 'Starter configuration' }],
  });
});

it('exports metadata, contents, and answers 304 for what is known', async () => {
  await using services = await startTestServices();
  const { version, etag, files } = await metadata(services);
  expect([version, etag]).toEqual([1, '"1"']);
  expect(files.get('functions/orders/create.js')).toMatchObject({
    name: 'create.js',
    folderPath: 'functions/orders',
    breadcrumb: ['functions', 'orders'],
    commitSha: null,
    lastModified: expect.stringMatching(/Z$/) as string,
  });
  const place = { folder: 'functions/orders', name: 'create.js' };
  const { body, headers } = await services.call('POST', `${HD}/export/source/file`, { body: place });
  expect(body.checksum).toBe(blobId(body.content as string));
  expect(headers['etag']).toBe(`"${body.checksum}"`);
  expect(body.checksum).toBe(files.get('functions/orders/create.js')?.checksum);
  const many = await services.call('POST', `${HD}/export/source/files`, {
    body: { files: [place, { ...place, name: 'none.js' }] },
  });
  expect(many.body).toEqual({ version: 1, files: [{ ...place, ...body }] });
  expect(many.headers['etag']).toBe('"1"');
  const known = await services.call('GET', `${HD}/export/metadata`, {
    headers: { 'if-none-match': 'W/"7", "1"' },
  });
  expect([known.status, known.body]).toEqual([304, '']);
});

it('imports all or nothing, keeps the bytes, and numbers versions', async () => {
  await using services = await startTestServices();
  await services.call('GET', `${HD}/tests`);
  const odd = '\ufeff// ümlaut \r\nexport default () => "\u2028😀"   \n\n';
  const commitSha = 'a'.repeat(40);
  const made = await services.call('POST', `${HD}/import`, {
    body: importing(1, { 'functions/new.js': odd, 'functions/greet.js': null }, { commitSha }),
  });
  expect([made.status, made.body, made.headers['etag']]).toEqual([200, { version: 2 }, '"2"']);
  const file = await services.call('POST', `${HD}/export/source/file`, {
    body: { folder: 'functions', name: 'new.js' },
  });
  expect(file.body).toEqual({ content: odd, checksum: blobId(odd) });
  const { files } = await metadata(services);
  expect(files.get('functions/new.js')).toMatchObject({ commitSha });
  expect(files.has('functions/greet.js')).toBe(false);

  const bad = importing(2, {
    'functions/a.js': source(1),
    'functions/B.js': source(2),
    'functions/b.js': source(3),
  });
  expect((await services.call('POST', `${HD}/import`, { body: bad })).status).toBe(422);
  const outside = importing(2, { 'functions/a.js': source(1), '../evil.js': source(2) });
  expect((await services.call('POST', `${HD}/import`, { body: outside })).status).toBe(400);
  expect((await metadata(services)).version).toBe(2);

  const same = await services.call('POST', `${HD}/import`, {
    body: importing(2, { 'functions/new.js': odd }),
  });
  expect(same.body).toEqual({ version: 2 });
});

it('refuses a change made on another version than the live one', async () => {
  await using services = await startTestServices();
  await services.call('GET', `${HD}/tests`);
  const change = (baseVersion: number, headers = {}) =>
    services.call('POST', `${HD}/import`, {
      body: importing(baseVersion, { 'functions/a.js': source(baseVersion) }),
      headers,
    });
  expect(await change(0)).toMatchObject({ status: 409, body: { details: { liveVersion: 1 } } });
  expect((await change(2)).status).toBe(409);
  expect((await change(1, { 'if-match': '"7"' })).status).toBe(409);
  expect((await change(1, { 'if-match': 'nonsense' })).status).toBe(400);
  expect((await change(1, { 'if-match': '"1"' })).body).toEqual({ version: 2 });
  // Many at the same time: one is the first.
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      services.call('POST', `${HD}/import`, { body: importing(2, { 'functions/race.js': source(i) }) }),
    ),
  );
  expect(all.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 7 }, () => 409),
  ]);
});

it('lists versions, reads old ones, compares any two and returns to one byte for byte', async () => {
  await using services = await startTestServices();
  const before = await metadata(services);
  await services.call('POST', `${HD}/import`, {
    body: importing(
      1,
      { 'functions/greet.js': source(2), 'functions/new.js': source(2) },
      { message: 'Two' },
    ),
  });
  await services.call('POST', `${HD}/import`, {
    body: importing(2, { 'functions/new.js': null, 'lib/money.js': null }),
  });
  const { body: versions } = await services.call('GET', `${HD}/versions?size=2`);
  expect(versions).toMatchObject({
    totalElements: 3,
    totalPages: 2,
    content: [
      { version: 3, parent: 2, author: ann.userId, changesCount: 2 },
      { version: 2, message: 'Two', changesCount: 2 },
    ],
  });
  expect((await services.call('GET', `${HD}/versions/2`)).body).toMatchObject({
    version: 2,
    filesCount: before.files.size + 1,
  });
  expect((await services.call('GET', `${HD}/versions/9`)).status).toBe(404);
  const { body: diff } = await services.call('GET', `${HD}/versions/1/diff/3`);
  const old = (path: string) => before.files.get(path)?.checksum ?? '';
  expect(diff.files).toEqual([
    {
      folderPath: 'functions',
      name: 'greet.js',
      type: 'CHANGED',
      before: old('functions/greet.js'),
      after: blobId(source(2)),
    },
    { folderPath: 'lib', name: 'money.js', type: 'DELETED', before: old('lib/money.js'), after: null },
  ]);
  expect((await services.call('GET', `${HD}/versions/3/diff/1`)).body.files[1].type).toBe('NEW');
  expect((await metadata(services, '?version=2')).files.has('functions/new.js')).toBe(true);
  expect((await services.call('GET', `${HD}/export/metadata?version=9`)).status).toBe(404);

  const back = await services.call('POST', `${HD}/versions/1/restore`, {
    body: { baseVersion: 3, message: 'Back' },
  });
  expect(back.body).toEqual({ version: 4 });
  expect((await services.call('GET', `${HD}/versions/1/diff/4`)).body.files).toEqual([]);
  expect((await services.call('POST', `${HD}/versions/9/restore`, { body: { baseVersion: 4 } })).status).toBe(
    404,
  );
});

it('is the same as one JSON body', async () => {
  await using services = await startTestServices();
  const { body: exported, headers } = await services.call('GET', `${HD}/export/body`);
  expect(exported.version).toBe(1);
  // Made piece by piece: no one knows yet how long it will be.
  expect(headers).not.toHaveProperty('content-length');
  const greet = exported.body.functions.find(({ name }: { name: string }) => name === 'greet');
  expect(greet).toMatchObject({
    id: 'functions-greet',
    acl: ['ROLE_DEV'],
    source: expect.stringContaining('Hello') as string,
  });
  const same = await services.call('POST', `${HD}/import/body`, {
    body: { baseVersion: 1, message: 'x', body: exported.body },
  });
  expect(same.body).toEqual({ version: 1 });
  greet.description = 'Changed';
  delete exported.body.rules;
  await services.call('POST', `${HD}/import/body`, {
    body: { baseVersion: 1, message: 'x', body: exported.body },
  });
  const { body: diff } = await services.call('GET', `${HD}/versions/1/diff/2`);
  expect(diff.files.map(({ name, type }: { name: string; type: string }) => `${name} ${type}`)).toEqual([
    'greet.meta.js CHANGED',
    'confirm-cancels.meta.js DELETED',
    'confirm-orders.meta.js DELETED',
    'low-stock.meta.js DELETED',
  ]);
  const { body: content } = await services.call('GET', '/content/export/body');
  const products = content.body.collections.find(({ name }: { name: string }) => name === 'products');
  expect(products.entries).toHaveLength(5);
  expect(products).not.toHaveProperty('source');
});

/** What a call answers that has begun to read, and waits for the lock of a table while the versions before 3 are deleted. */
async function askWhileDeleting<Answer>(
  services: TestServices,
  table: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { db } = services.context;
  const scope = { domainId: ann.domainId, serviceId: 'hyper-dispatch' };
  const { asked } = await db.transaction().execute(async (transaction) => {
    await sql`lock table ${sql.table(`runtime.${table}`)} in access exclusive mode`.execute(transaction);
    const asked = ask();
    const waiting = () =>
      sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        .execute(db)
        .then(({ rows }) => rows.length);
    await expect.poll(waiting).toBe(1);
    await deleteFilesBefore(transaction, scope, 3);
    await deleteVersionsBefore(transaction, scope, 3);
    await deleteUnusedBlobs(transaction, scope.domainId);
    return { asked };
  });
  return asked;
}

async function startWithThreeVersions() {
  const services = await startTestServices();
  for (const version of [1, 2]) {
    const files = { 'functions/kept.js': source(version) };
    await services.call('POST', `${HD}/import`, { body: importing(version, files) });
  }
  return services;
}

it('tells a file as it was, also while its old versions are being deleted', async () => {
  await using services = await startWithThreeVersions();
  const file = { name: 'kept.js', folder: 'functions' };
  const ask = () => services.call('POST', `${HD}/versions/file`, { body: file });
  const { body } = await askWhileDeleting(services, 'version', ask);
  const texts = body.content.map((each: { version: { version: number }; content: string }) => [
    each.version.version,
    each.content,
  ]);
  expect(texts).toEqual([
    [3, source(2)],
    [2, source(1)],
  ]);
});

it.each(['export/metadata?version=2', 'export/body?version=2', 'versions/1/diff/2'])(
  'tells a version whole, also while it is being deleted: %s',
  async (path) => {
    await using services = await startWithThreeVersions();
    const ask = () => services.call('GET', `${HD}/${path}`);
    const { body } = await ask();
    expect(await askWhileDeleting(services, 'file', ask)).toMatchObject({ status: 200, body });
    expect((await ask()).status).toBe(404);
  },
);

it('shows no domain anything of another', async () => {
  await using services = await startTestServices();
  await services.call('POST', `${HD}/import`, { body: importing(0, {}) });
  await services.call('GET', `${HD}/tests`, { as: zoe });
  const secret = { 'functions/secret.js': source('secret') };
  await services.call('POST', `${HD}/import`, { body: importing(1, secret), as: ann });
  expect((await services.call('GET', `${HD}/versions`, { as: zoe })).body.totalElements).toBe(1);
  expect((await services.call('GET', `${HD}/export/metadata?version=2`, { as: zoe })).status).toBe(404);
  const place = { folder: 'functions', name: 'secret.js' };
  expect((await services.call('POST', `${HD}/export/source/file`, { body: place, as: zoe })).status).toBe(
    404,
  );
  expect((await services.call('POST', `${HD}/invoke/secret`, { as: zoe })).status).toBe(404);
  expect((await services.call('POST', `${HD}/invoke/secret`, { as: ann })).body).toBe('secret');
  const page = { id: 'mine', title: 'Mine', body: '' };
  expect((await services.call('POST', '/content/entries/pages', { body: page, as: ann })).status).toBe(200);
  expect((await services.call('GET', '/content/entries/pages/mine', { as: zoe })).status).toBe(404);
});

it('keeps 5,000 files, and changes one of them quickly', async () => {
  await using services = await startTestServices();
  const starter = await metadata(services);
  const files = Object.fromEntries(
    Array.from({ length: 5000 }, (_, i) => [`functions/f${i % 50}/x${i}.js`, source(i)]),
  );
  expect((await services.call('POST', `${HD}/import`, { body: importing(1, files) })).body).toEqual({
    version: 2,
  });
  // They are read in two parts, in one order.
  const { files: all } = await metadata(services);
  expect(all.size).toBe(starter.files.size + 5000);
  const folders = [...all.keys()].map((path) => path.slice(0, path.lastIndexOf('/')));
  expect(folders).toEqual(folders.toSorted());
  const startedAt = performance.now();
  await services.call('POST', `${HD}/import`, {
    body: importing(2, { 'functions/f7/x7.js': source('new') }),
  });
  expect(performance.now() - startedAt).toBeLessThan(2000);
  expect((await services.call('POST', `${HD}/invoke/f7/x7`)).body).toBe('new');
});

it('refuses an import and a restore that were withdrawn, and leaves one that was made', async () => {
  await using services = await startTestServices();
  const { version } = await metadata(services);
  const [attemptId, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const withdraw = (id: string, as = ann) =>
    services.call('POST', `${HD}/import/withdraw`, { as, body: { attemptId: id } });
  expect((await withdraw(attemptId)).body).toEqual({ liveVersion: version });
  await withdraw(attemptId);
  const files = { 'functions/late.js': source(1) };
  const late = await services.call('POST', `${HD}/import`, {
    body: importing(version, files, { attemptId }),
  });
  expect([late.status, late.body.details]).toEqual([409, { liveVersion: version }]);
  const restore = { baseVersion: version, attemptId };
  const restored = await services.call('POST', `${HD}/versions/${version}/restore`, { body: restore });
  expect(restored.status).toBe(409);
  // It counts in its domain only.
  const { version: theirs } = (await services.call('GET', `${HD}/export/metadata`, { as: zoe })).body;
  const asZoe = { as: zoe, body: importing(theirs, files, { attemptId }) };
  expect((await services.call('POST', `${HD}/import`, asZoe)).status).toBe(200);
  const made = await services.call('POST', `${HD}/import`, {
    body: importing(version, files, { attemptId: other }),
  });
  expect(made.status).toBe(200);
  expect((await withdraw(other)).body).toEqual({ liveVersion: version + 1 });
  expect((await metadata(services)).version).toBe(version + 1);
});
